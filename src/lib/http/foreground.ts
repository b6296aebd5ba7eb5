import type { FastifyInstance } from 'fastify';
import { whenAnswered } from './reply.ts';

/** What work that nobody waits for asks before it begins, where it shares a process with requests. */
export type Foreground = {
  /** Resolves once no request is at work, or after so long in any case; tells how long that was. */
  yieldTo(within_ms: number): Promise<number>;
};

export function watchForeground(server: FastifyInstance): Foreground {
  const waiting = new Set<() => void>();
  let under_way = 0;
  const end = () => {
    under_way--;
    if (under_way > 0) return;
    for (const go of waiting) go();
  };
  server.addHook('onRequest', async (_request, reply) => {
    under_way++;
    whenAnswered(reply.raw, end);
  });

  return {
    async yieldTo(within_ms) {
      if (under_way === 0 || within_ms <= 0) return 0;
      const started_ms = performance.now();
      await new Promise<void>((resolve) => {
        const go = () => {
          waiting.delete(go);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(go, within_ms);
        waiting.add(go);
      });
      return performance.now() - started_ms;
    },
  };
}
