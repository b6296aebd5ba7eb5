import { ConnectionError, TimeoutError } from './errors.ts';

export type PreparedRequest = {
  url: string;
  method: string;
  headers: Headers;
  body: string | undefined;
};

export type HttpReply = { status: number; headers: Headers; text: string };

type AttemptOptions = {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  signal: AbortSignal | undefined;
};

/** Sends one HTTP request and reads the whole answer, within the timeout and unless the signal is aborted. */
export async function sendAttempt(
  { url, method, headers, body }: PreparedRequest,
  { fetch, timeoutMs, signal }: AttemptOptions,
): Promise<HttpReply> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const abort = () => ending.abort();
  let is_late = false;
  const timer = setTimeout(() => {
    is_late = true;
    abort();
  }, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    const sent = { method, headers, redirect: 'manual', signal: ending.signal } as const;
    const response = await fetch(url, body === undefined ? sent : { ...sent, body });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    if (is_late) throw new TimeoutError(`${method} ${url}: no answer within ${timeoutMs} ms`, { cause });
    throw new ConnectionError(`${method} ${url}: ${reasonOf(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Returns the reason of a failed request. `fetch` reports the reason only in the `cause` of its error. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message;
}
