import { ConflictError, ConnectionError, RateLimitError, ServerError } from './errors.ts';

/** The delays before the second, third and fourth attempt, as the API recommends. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000];

/** If `Retry-After` is longer than this, the error is thrown instead of retrying. */
const MOST_WAITED_SECONDS = 60;
/** The random part of the delays above. A longer `Retry-After` replaces the delay. */
const JITTER = 0.2;

type RetryOptions = {
  is_repeatable: boolean;
  delaysMs: readonly number[];
  signal: AbortSignal | undefined;
  /** Called before each delay. */
  onRetry: (report: { failed: number; delayMs: number; error: unknown }) => void;
};

/** Retries transient errors, only if sending the request twice has the same effect as sending it once. */
export async function withRetries<T>(
  work: (attempt: number) => Promise<T>,
  { is_repeatable, delaysMs, signal, onRetry }: RetryOptions,
): Promise<T> {
  for (let failed = 0; ; failed++) {
    try {
      return await work(failed + 1);
    } catch (error) {
      const delayMs = delaysMs[failed];
      if (delayMs === undefined || !is_repeatable || !isTransient(error, failed)) throw error;
      const waitMs = waitFor(error, delayMs);
      onRetry({ failed: failed + 1, delayMs: waitMs, error });
      await pause(waitMs, signal);
    }
  }
}

/** True if a retry may succeed. A retry can get a conflict because its own first attempt is still running. */
function isTransient(error: unknown, failed: number): boolean {
  if (isAskedToWait(error)) return (error.retryAfterSeconds ?? 0) <= MOST_WAITED_SECONDS;
  return error instanceof ConnectionError || (failed > 0 && error instanceof ConflictError);
}

function waitFor(error: unknown, delayMs: number): number {
  const asked_seconds = isAskedToWait(error) ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(delayMs * (1 + Math.random() * JITTER), asked_seconds * 1_000);
}

function isAskedToWait(error: unknown): error is ServerError | RateLimitError {
  return error instanceof ServerError || error instanceof RateLimitError;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
