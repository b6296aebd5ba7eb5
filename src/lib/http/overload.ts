import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';

export const RETRY_AFTER_S = '1';
const RESOLUTION_MS = 10;
/** How often the event loop's delay is judged. */
const SAMPLE_MS = 1_000;

/** Tells whether the event loop turned later than that on average in the last second. Its start is no overload. */
export function watchEventLoop(server: FastifyInstance, most_ms: number): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let is_warm = false;
  let is_late = false;
  const timer = setInterval(() => {
    is_late = is_warm && isLate(delays, most_ms, is_late);
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

/** A process that got no processor has measured nothing: what was known before still holds. */
export function isLate({ count, mean }: Delays, most_ms: number, before: boolean): boolean {
  return count === 0 ? before : mean / 1e6 - RESOLUTION_MS > most_ms;
}

/** The request was not worked on: it may be sent again. */
export function answerOverload(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('Retry-After', RETRY_AFTER_S).send();
}
