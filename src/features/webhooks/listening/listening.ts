import type { ApiContext, WaitingContext } from '../../../access/context.ts';
import { retrySafeTimeout } from '../../../doors/door.ts';
import { EVENTS } from '../../../events/catalogue.ts';
import { prefixedEventId } from '../../../events/emit.ts';
import { onEmitted } from '../../../events/listeners.ts';
import { signatureHeaders, standardHeaders, standardSecret } from '../signing.ts';
import { version } from '../../../lib/process/version.ts';
import { withTimeout } from '../../../lib/concurrency/withTimeout.ts';
import type { SigningSecret } from '../endpoints/contract.ts';
import { listEventBodies, listEventIds, type EventBody, type EventId } from './queries.ts';
import type { EventFilter, ListenedEvent, ListenedEvents } from './contract.ts';
import { cursorFrom, isSeen, moveCursor, reachedBy, readCursor, writeCursor, type Cursor } from './cursor.ts';
import { Limiter } from '../../../lib/concurrency/limiter.ts';

const PAGE = 50;
/** Events of other processes are found this late. */
const POLL_EVERY_MS = 2_000;
const READ_TIMEOUT_MS = 2_600;
/** How many events a request reads at most, beside those that its cursor has seen, however few of them are wanted. */
const READ_AT_MOST = 1_000;

/** The signing secret of a listener; it is derived from the key, so that nothing is stored. */
export function readListeningSecret({ tools, account_id, credential }: ApiContext): SigningSecret {
  const secret = tools.box.derive(`events of ${account_id} for ${credential.credential_id}`);
  return { secret, standard_secret: standardSecret(secret) };
}

/** The events since a cursor, or the first one that comes within the wait. */
export async function listenEvents(
  ctx: WaitingContext,
  { after, events, wait }: EventFilter,
): Promise<ListenedEvents> {
  const wanted = new Set(events?.split(',') ?? Object.keys(EVENTS));
  const begun = after === undefined ? cursorFrom(ctx.now) : readCursor(after);
  const found = await readFrom(ctx, begun, wanted);
  const is_over = found.rows.length > 0 || !found.is_whole || wait === 0;
  const last = is_over
    ? found
    : await waitForNext(ctx, found, wanted, Math.min(wait * 1_000, lifeLeftMs(ctx)));
  const { rows, cursor, is_whole } = last;
  return { events: signAll(ctx, rows), cursor: writeCursor(cursor), has_more: !is_whole };
}

/** How long the key or token goes on. */
function lifeLeftMs({ credential: { expires_at }, now }: ApiContext): number {
  return expires_at === undefined ? Infinity : Date.parse(expires_at) - now.getTime();
}

/** A page of events; if `is_whole` is false, more follow after the cursor. */
type Found = { rows: EventBody[]; cursor: Cursor; is_whole: boolean };

/** Answers at once where too many wait already; who has left takes no place from who stays. */
async function waitForNext(
  ctx: WaitingContext,
  begun: Found,
  wanted: ReadonlySet<string>,
  wait_ms: number,
): Promise<Found> {
  const over = ctx.park();
  using place = over.aborted ? undefined : listening.tryTake(ctx.account_id);
  if (!place) return begun;
  using alarm = setAlarm(ctx.account_id, over);
  let found = begun;
  const until_ms = performance.now() + wait_ms;
  for (let left_ms = wait_ms; left_ms > 0 && !alarm.is_over(); left_ms = until_ms - performance.now()) {
    found = await readFrom(ctx, found.cursor, wanted);
    if (found.rows.length > 0 || !found.is_whole) break;
    await alarm.wait(Math.min(left_ms, POLL_EVERY_MS));
  }
  await withTimeout(READ_TIMEOUT_MS, ctx.assertStillValid(), retrySafeTimeout);
  return found;
}

/** The wait is long, but no look into the database is. */
function readFrom(ctx: ApiContext, cursor: Cursor, wanted: ReadonlySet<string>): Promise<Found> {
  return withTimeout(READ_TIMEOUT_MS, readNext(ctx, cursor, wanted), retrySafeTimeout);
}

/** Moves past events that are not wanted, up to a bound, and stops at a page of events that are. */
async function readNext(ctx: ApiContext, begun: Cursor, wanted: ReadonlySet<string>): Promise<Found> {
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
  const cursor = moveCursor(begun, passed, is_whole ? now : reachedBy(passed, now));
  const rows = ids.length > 0 ? await listEventBodies(db, account_id, ids) : [];
  return { rows, cursor, is_whole };
}

type Alarm = Disposable & { wait(ms: number): Promise<void>; is_over(): boolean };

/** Wakes for an event of the account, and for the end of the request. */
function setAlarm(account_id: string, over: AbortSignal): Alarm {
  let is_raised = false;
  let wake = () => {};
  const raise = () => {
    is_raised = true;
    wake();
  };
  const stopListening = onEmitted(account_id, raise);
  over.addEventListener('abort', raise);
  return {
    async wait(ms) {
      if (!is_raised && !over.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      is_raised = false;
    },
    is_over: () => over.aborted,
    [Symbol.dispose]() {
      stopListening();
      over.removeEventListener('abort', raise);
    },
  };
}

function signAll(ctx: ApiContext, rows: readonly EventBody[]): ListenedEvent[] {
  if (rows.length === 0) return [];
  const { secret } = readListeningSecret(ctx);
  const sent_at = ctx.tools.clock.now();
  return rows.map(({ id, event, body }) => {
    const event_id = prefixedEventId(id);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `TenantOps-Webhooks/${version}`,
      ...signatureHeaders(secret, body, sent_at),
      ...standardHeaders([secret], event_id, body, sent_at),
    };
    return { event_id, event, body, headers };
  });
}

/** Requests that wait in this process: a flood of one account leaves places to others. */
export const listening = new Limiter({ most: 200, most_per_key: () => 5 });
