import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';

export const RETRY_AFTER_S = '1';
const RESOLUTION_MS = 10;
/** Interval at which the event loop delay is evaluated. */
const SAMPLE_MS = 1_000;

/**
 * Returns a function that is true if the average event loop delay of the last second exceeded `most_ms`. The start-up
 * phase does not count.
 */
export function watchEventLoop(server: FastifyInstance, most_ms: number): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let is_warm = false;
  let is_late = false;
  const timer = setInterval(() => {
    is_late = is_warm && isEventLoopLate(delays, most_ms, is_late);
    is_warm = true;
    delays.reset();
  }, SAMPLE_MS).unref();
  server.addHook('onListen', async () => {
    is_warm = false;
    delays.enable();
    timer.refresh();
  });
  server.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  return () => is_late;
}

type Delays = { count: number; mean: number };

/** Without samples, the process got no CPU time and measured nothing, so the previous result stays. */
export function isEventLoopLate({ count, mean }: Delays, most_ms: number, before: boolean): boolean {
  return count === 0 ? before : mean / 1e6 - RESOLUTION_MS > most_ms;
}

/** Answers 503 for a request that was not processed and may be repeated. */
export function answerOverload(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('Retry-After', RETRY_AFTER_S).send();
}
