import type { FastifyInstance } from 'fastify';
import { WakeSignal } from '../concurrency/wakeSignal.ts';
import { whenAnswered } from './reply.ts';

/** Delays background work while requests are running. */
export type RequestActivity = {
  /** Resolves when no request is running, or after `most_ms`. Returns the waiting time in milliseconds. */
  waitUntilIdle(most_ms: number): Promise<number>;
};

export function watchRequestActivity(server: FastifyInstance): RequestActivity {
  const idle = new WakeSignal();
  let under_way = 0;
  const end = () => {
    under_way--;
    if (under_way === 0) idle.notify();
  };
  server.addHook('onRequest', (_request, reply, done) => {
    under_way++;
    whenAnswered(reply.raw, end);
    done();
  });

  return {
    async waitUntilIdle(most_ms) {
      if (under_way === 0 || most_ms <= 0) return 0;
      const started_ms = performance.now();
      await idle.wait(most_ms);
      return performance.now() - started_ms;
    },
  };
}
