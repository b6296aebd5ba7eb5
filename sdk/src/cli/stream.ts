import {
  apiError,
  ApiError,
  AuthenticationError,
  AuthorizationError,
  ConnectionError,
  RateLimitError,
  ServerError,
  TenantOpsError,
} from '../errors.ts';
import type { Transport } from '../transport.ts';

/** The tools of a command that runs until it is stopped. */
export type Stream = {
  transport: Transport;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  as_json: boolean;
  /** Prints a line of the requested output. */
  say: (line: string) => void;
  /** Prints a status message, separate from the requested output. */
  note: (line: string) => void;
};

/** Runs a command that ends only when the user interrupts it. The abort is then not an error. */
export async function untilStopped(run: (stream: Stream) => Promise<void>, stream: Stream): Promise<void> {
  try {
    await run(stream);
  } catch (error) {
    if (!stream.signal.aborted) throw error;
  }
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** Retries until the service answers; reports the start and the end of an outage. */
export async function retryUntilAnswered<T>(ask: () => Promise<T>, { signal, note }: Stream): Promise<T> {
  for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(2 * pause_ms, LONGEST_PAUSE_MS)) {
    try {
      const answer = await ask();
      if (pause_ms > FIRST_PAUSE_MS) note('Connected again');
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw explainEnd(error);
      if (pause_ms === FIRST_PAUSE_MS)
        note(`Connection lost, trying again: ${String(Object(error).message)}`);
      await pause(pause_ms, signal);
    }
  }
}

/**
 * True if a retry may succeed. This includes an answer that is not JSON: a proxy sends one while the service starts.
 */
function isTransient(error: unknown): boolean {
  if (error instanceof AuthorizationError) return isTransient(error.cause);
  if (error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError)
    return true;
  return error instanceof TenantOpsError && !(error instanceof ApiError);
}

function explainEnd(error: unknown): unknown {
  if (!(error instanceof AuthenticationError)) return error;
  const { status, code, requestId, retryAfterSeconds } = error;
  const message = 'The key was revoked or is not valid any more: the service does not take it';
  return apiError({ status, code, message, requestId, retryAfterSeconds });
}

/** Waits for a time. Resolves early, without an error, if the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
