import type { ListenedEvent, WebhookEvent } from '../records.ts';
import { UsageFault } from './fault.ts';
import { listArgument, textArgument, type CommandArguments } from './given.ts';
import { pause, retryUntilAnswered, type Stream } from './stream.ts';

/** The longest wait that the service accepts. */
const WAIT_S = 20;
const RESPONSE_TIMEOUT_MS = 30_000;
/**
 * An empty answer that took less than this time shows that the service did not wait for events. The next request is
 * then delayed, to avoid a busy loop.
 */
const AT_ONCE_MS = 1_000;
const ASK_AGAIN_MS = 2_000;
const FORWARD_TIMEOUT_MS = 15_000;

/** The result of forwarding an event: a status, or an error. */
type Forwarded = { status: number; ms: number } | { error: string; ms: number };

/** Receives the events of the account until it is stopped, and forwards each one like a webhook delivery. */
export function listen(given: CommandArguments): (stream: Stream) => Promise<void> {
  const forward = textArgument(given, 'forward');
  assertTarget(forward);
  return (stream) => receive({ forward, events: listArgument(given, 'events')?.join(',') }, stream);
}

type Wanted = { forward: string | undefined; events: string | undefined };

async function receive({ forward, events }: Wanted, stream: Stream): Promise<void> {
  const { transport, signal, note } = stream;
  const query = events === undefined ? {} : { events };
  const { secret, standard_secret } = await transport.call('getEventSecret', {}, { signal });
  let { cursor } = await transport.call('listenEvents', { query }, { signal });
  note(
    `Listening for ${events ?? 'every event'}${forward ? `, forwarding to ${forward}` : ''}; Ctrl-C ends it`,
  );
  note(`Signing secret: ${secret}`);
  note(`The same for libraries of Standard Webhooks: ${standard_secret}`);
  while (!signal.aborted) {
    const asked_ms = performance.now();
    const waiting = { query: { ...query, after: cursor, wait: WAIT_S } };
    const options = { signal, timeoutMs: RESPONSE_TIMEOUT_MS };
    const found = await retryUntilAnswered(() => transport.call('listenEvents', waiting, options), stream);
    for (const event of found.events) {
      const forwarded = forward === undefined ? undefined : await forwardEvent(event, forward, signal);
      stream.say(stream.as_json ? jsonOf(event, forwarded) : lineOf(event, forwarded));
    }
    ({ cursor } = found);
    const is_quick = performance.now() - asked_ms < AT_ONCE_MS;
    if (found.events.length === 0 && !found.has_more && is_quick) await pause(ASK_AGAIN_MS, signal);
  }
}

function assertTarget(forward: string | undefined): void {
  if (forward === undefined || /^https?:$/.test(URL.canParse(forward) ? new URL(forward).protocol : ''))
    return;
  throw new UsageFault('--forward must be an http address, http://localhost:3000/hook for instance');
}

/**
 * Forwards an event to a URL. If the URL does not answer, the result is the error that the service would record for a
 * delivery.
 */
async function forwardEvent(
  { body, headers }: ListenedEvent,
  target: string,
  stopped: AbortSignal,
): Promise<Forwarded> {
  const begun_ms = performance.now();
  const took = () => Math.round(performance.now() - begun_ms);
  const ending = new AbortController();
  const abort = () => ending.abort();
  const timer = setTimeout(abort, FORWARD_TIMEOUT_MS);
  stopped.addEventListener('abort', abort);
  try {
    const { signal } = ending;
    const answer = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal });
    const ms = took();
    await answer.body?.cancel();
    return { status: answer.status, ms };
  } catch (error) {
    stopped.throwIfAborted();
    return { error: reasonOf(error), ms: took() };
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', abort);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return `no answer within ${FORWARD_TIMEOUT_MS / 1_000} seconds`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}

function jsonOf({ event_id, event, body }: ListenedEvent, forwarded: Forwarded | undefined): string {
  const { timestamp, data }: WebhookEvent = JSON.parse(body);
  return JSON.stringify({ event_id, event, timestamp, data, forwarded: forwarded ?? null });
}

function lineOf({ event_id, event, body }: ListenedEvent, forwarded: Forwarded | undefined): string {
  const { timestamp, data }: WebhookEvent = JSON.parse(body);
  const end = forwarded === undefined ? JSON.stringify(data) : `→ ${outcomeOf(forwarded)}`;
  return `${timestamp}  ${event}  ${event_id}  ${end}`;
}

function outcomeOf(forwarded: Forwarded): string {
  const what = 'status' in forwarded ? String(forwarded.status) : `not delivered: ${forwarded.error}`;
  return `${what} (${forwarded.ms} ms)`;
}
