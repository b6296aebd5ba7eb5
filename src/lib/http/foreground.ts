import type { FastifyInstance } from 'fastify';
import { whenAnswered } from './reply.ts';

/** Background work asks this before it starts in a process with requests. */
export type Foreground = {
  /** Resolves when no request runs, or after the given time; returns how long it waited. */
  yieldTo(most_ms: number): Promise<number>;
};

export function watchForeground(server: FastifyInstance): Foreground {
  const waiting = new Set<() => void>();
  let under_way = 0;
  const end = () => {
    under_way--;
    if (under_way > 0) return;
    for (const go of waiting) go();
  };
  server.addHook('onRequest', (_request, reply, done) => {
    under_way++;
    whenAnswered(reply.raw, end);
    done();
  });

  return {
    async yieldTo(most_ms) {
      if (under_way === 0 || most_ms <= 0) return 0;
      const started_ms = performance.now();
      await new Promise<void>((resolve) => {
        const go = () => {
          waiting.delete(go);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(go, most_ms);
        waiting.add(go);
      });
      return performance.now() - started_ms;
    },
  };
}
