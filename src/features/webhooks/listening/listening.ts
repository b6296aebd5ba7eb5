import type { ApiContext, WaitingContext } from '../../../access/context.ts';
import { retrySafeTimeoutFailure } from '../../../doors/door.ts';
import { EVENTS } from '../../../events/catalogue.ts';
import { eventsWritten, prefixedEventId } from '../../../events/emit.ts';
import { signatureHeaders, standardWebhooksHeaders, toStandardWebhooksSecret } from '../signing.ts';
import { version } from '../../../lib/process/version.ts';
import { WakeSignal } from '../../../lib/concurrency/wakeSignal.ts';
import { withTimeout } from '../../../lib/concurrency/withTimeout.ts';
import type { SigningSecret } from '../endpoints/contract.ts';
import { listEventBodies, listEventIds, type EventBody, type EventId } from './queries.ts';
import type { EventFilter, PolledEvent, PolledEvents } from './contract.ts';
import {
  cursorAtTime,
  isSeen,
  advanceCursor,
  timeOfNewestId,
  parseCursor,
  formatCursor,
  type EventCursor,
} from './cursor.ts';
import { Limiter } from '../../../lib/concurrency/limiter.ts';

const PAGE = 50;
/** The poll interval for events that other processes commit. */
const POLL_EVERY_MS = 2_000;
const READ_TIMEOUT_MS = 2_600;
/** The most new events that one query reads, including events that do not match the filter. */
const READ_AT_MOST = 1_000;

/** The signing secret of polled events. It is derived from the account and the credential, so nothing is stored. */
export function readListeningSecret({ tools, account_id, credential }: ApiContext): SigningSecret {
  const secret = tools.box.derive(`events of ${account_id} for ${credential.credential_id}`);
  return { secret, standard_secret: toStandardWebhooksSecret(secret) };
}

/** Returns the events after a cursor. If there are none, waits up to `wait` seconds for the next event. */
export async function pollEvents(
  ctx: WaitingContext,
  { after, events, wait }: EventFilter,
): Promise<PolledEvents> {
  const wanted = new Set(events?.split(',') ?? Object.keys(EVENTS));
  const begun = after === undefined ? cursorAtTime(ctx.now) : parseCursor(after);
  const found = await readFrom(ctx, begun, wanted);
  const is_over = found.rows.length > 0 || !found.is_whole || wait === 0;
  const last = is_over
    ? found
    : await waitForNext(ctx, found, wanted, Math.min(wait * 1_000, lifeLeftMs(ctx)));
  const { rows, cursor, is_whole } = last;
  return { events: signAll(ctx, rows), cursor: formatCursor(cursor), has_more: !is_whole };
}

/** The remaining lifetime of the key or token. */
function lifeLeftMs({ credential: { expires_at }, now }: ApiContext): number {
  return expires_at === undefined ? Infinity : Date.parse(expires_at) - now.getTime();
}

/** A page of events. If `is_whole` is false, more events can be read after the cursor. */
type EventRange = { rows: EventBody[]; cursor: EventCursor; is_whole: boolean };

/**
 * Waits for the next event. Returns immediately if too many requests already wait; requests of disconnected clients do
 * not count.
 */
async function waitForNext(
  ctx: WaitingContext,
  begun: EventRange,
  wanted: ReadonlySet<string>,
  wait_ms: number,
): Promise<EventRange> {
  const over = ctx.startWaiting();
  using place = over.aborted ? undefined : waitingRequestLimiter.tryAcquire(ctx.account_id);
  if (!place) return begun;
  using alarm = openAlarm(ctx.account_id, over);
  let found = begun;
  const until_ms = performance.now() + wait_ms;
  for (let left_ms = wait_ms; left_ms > 0 && !over.aborted; left_ms = until_ms - performance.now()) {
    const seen = alarm.signal.count;
    found = await readFrom(ctx, found.cursor, wanted);
    if (found.rows.length > 0 || !found.is_whole) break;
    await alarm.signal.wait(Math.min(left_ms, POLL_EVERY_MS), seen);
  }
  await withTimeout(READ_TIMEOUT_MS, ctx.assertStillValid(), retrySafeTimeoutFailure);
  return found;
}

/** Limits the time of each query; only the wait between queries may be long. */
function readFrom(ctx: ApiContext, cursor: EventCursor, wanted: ReadonlySet<string>): Promise<EventRange> {
  return withTimeout(READ_TIMEOUT_MS, readNext(ctx, cursor, wanted), retrySafeTimeoutFailure);
}

/** Reads the next events: skips those that do not match, up to READ_AT_MOST, and returns at most PAGE that match. */
async function readNext(
  ctx: ApiContext,
  begun: EventCursor,
  wanted: ReadonlySet<string>,
): Promise<EventRange> {
  const { db, account_id, tools } = ctx;
  const limit = begun.seen.size + READ_AT_MOST;
  const found = await listEventIds(db, account_id, begun.from_id, limit);
  const isWanted = ({ id, event, is_test }: EventId) => !is_test && wanted.has(event) && !isSeen(begun, id);
  const matching = found.filter(isWanted);
  const ids = matching.slice(0, PAGE).map(({ id }) => id);
  const is_whole = found.length < limit && matching.length <= PAGE;
  const last_id = matching.length > PAGE ? (ids.at(-1) ?? '') : (found.at(-1)?.id ?? '');
  const passed = found.map(({ id }) => id).filter((id) => id <= last_id);
  const now = tools.clock.now();
  const cursor = advanceCursor(begun, passed, is_whole ? now : timeOfNewestId(passed, now));
  const rows = ids.length > 0 ? await listEventBodies(db, account_id, ids) : [];
  return { rows, cursor, is_whole };
}

/** Creates a signal that is notified of each new event of the account and of the end of the request. */
function openAlarm(account_id: string, over: AbortSignal): Disposable & { signal: WakeSignal } {
  const signal = new WakeSignal();
  const stopListening = eventsWritten.subscribe(signal.notify, account_id);
  over.addEventListener('abort', signal.notify);
  return {
    signal,
    [Symbol.dispose]() {
      stopListening();
      over.removeEventListener('abort', signal.notify);
    },
  };
}

function signAll(ctx: ApiContext, rows: readonly EventBody[]): PolledEvent[] {
  if (rows.length === 0) return [];
  const { secret } = readListeningSecret(ctx);
  const sent_at = ctx.tools.clock.now();
  return rows.map(({ id, event, body }) => {
    const event_id = prefixedEventId(id);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `TenantOps-Webhooks/${version}`,
      ...signatureHeaders(secret, body, sent_at),
      ...standardWebhooksHeaders([secret], event_id, body, sent_at),
    };
    return { event_id, event, body, headers };
  });
}

/** Limits the waiting requests of this process, per account and in total. */
export const waitingRequestLimiter = new Limiter({ most: 200, most_per_key: () => 5 });
