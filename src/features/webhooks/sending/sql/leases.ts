import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';
import { ALL_ENDPOINT_QUEUES, andShardOf, endpointQueues, withEndpointQueues } from './endpointQueues.ts';
import { MINUTE_MS } from '../../../../lib/time/clock.ts';

/**
 * This time is longer than the delay of any retry. A row whose `due_at` is further in the future is leased and does not
 * wait for a retry.
 */
const LEASED_AFTER_MS = 70_000;
/**
 * Rows of a dead sender are searched for this long, which is more than an attempt or the row lock of a paused sender
 * can last.
 */
const FOUND_MS = MINUTE_MS;
/**
 * The lease of a row. If a living sender neither writes a result nor releases the row, the row is due again after this
 * time.
 */
export const DELIVERY_LEASE_MS = LEASED_AFTER_MS + FOUND_MS;
const UNTIL_MS = DELIVERY_LEASE_MS + 30_000;

/**
 * Restricts `due_at` to a range that only leased rows have. It is later than all due rows and retries, so the index
 * scan reads none of them.
 */
function andLeased(db: Queryable, now: Date): Fragment {
  const at = (ms: number) => new Date(now.getTime() + ms);
  return db`
    and item.due_at > ${at(LEASED_AFTER_MS)}::timestamptz
    and item.due_at < ${at(UNTIL_MS)}::timestamptz`;
}

/** The ids of dead senders that still lease rows of one endpoint’s queue. The surrounding statement calls this queue
 * `endpoint_queue`. */
// across accounts: `endpoint_queue` of the surrounding statement has the account
export function deadSenderIds(db: Queryable, now: Date): Fragment {
  return db`
    select item.sender_id
    from webhook_queue as item
    where item.account_id = endpoint_queue.account_id
      and item.endpoint_id = endpoint_queue.endpoint_id
      ${andLeased(db, now)}
      and item.sender_id is not null
      and not exists (
        select 1
        from webhook_senders as sender
        where sender.id = item.sender_id
          and not sender.is_lost
          and sender.alive_until > now()
      )`;
}

type ExpiredLease = { account_id: string; endpoint_id: string; sender_id: string };

/**
 * Releases the rows of dead senders; their attempts count as made. A sender that renews its lease meanwhile keeps its
 * rows; any other sender has lost them permanently.
 */
// across accounts: a sender leases rows of all accounts
export async function releaseExpiredLeases(db: Queryable, now: Date): Promise<number> {
  const found = await db<ExpiredLease[]>`
    ${withEndpointQueues(db, ALL_ENDPOINT_QUEUES)}
    lost as (
      select distinct endpoint_queue.account_id, endpoint_queue.endpoint_id, lost.sender_id
      from ${endpointQueues(db)}
      cross join lateral (${deadSenderIds(db, now)}) as lost
    )
    select lost.account_id, lost.endpoint_id, lost.sender_id
    from lost`;
  if (found.length === 0) return 0;
  const senders = await markSendersLost(db, new Set(found.map(({ sender_id }) => sender_id)));
  const lost = found.filter(({ sender_id }) => senders.has(sender_id));
  let released = 0;
  for (const account_id of new Set(lost.map((one) => one.account_id))) {
    const of_account = lost.filter((one) => one.account_id === account_id);
    released += await releaseLeasesOf(db, account_id, of_account, now);
  }
  return released;
}

/**
 * Marks senders as lost and returns their ids, without senders that renewed their lease. An unknown id is inserted as
 * lost, so that no sender can register with it later.
 */
// across accounts: a sender serves all accounts
async function markSendersLost(db: Queryable, ids: ReadonlySet<string>): Promise<Set<string>> {
  const known = await db<{ id: string }[]>`
    update webhook_senders
    set is_lost = true
    where id = any (${[...ids]}::uuid[])
      and (is_lost or alive_until <= now())
    returning id`;
  const lost = new Set(known.map(({ id }) => id));
  for (const id of ids.difference(lost)) {
    const unknown = await db`
      insert into webhook_senders (id, alive_until, counted_until, is_lost)
      values (${id}, now(), now(), true)
      on conflict (id) do nothing
      returning id`;
    if (unknown.length === 1) lost.add(id);
  }
  return lost;
}

/** Skips rows that a paused sender has locked; a later call releases them. */
async function releaseLeasesOf(
  db: Queryable,
  account_id: string,
  lost: readonly ExpiredLease[],
  now: Date,
): Promise<number> {
  const { count } = await db`
    with lost as materialized (
      select item.ctid as row_ctid
      from webhook_queue as item
      where item.account_id = ${account_id}
        and item.endpoint_id = any (${lost.map(({ endpoint_id }) => endpoint_id)}::uuid[])
        ${andLeased(db, now)}
        and item.sender_id = any (${lost.map(({ sender_id }) => sender_id)}::uuid[])
      for update skip locked
    )
    update webhook_queue as item
    set due_at = ${now},
        attempt = ${attemptAfterLoss(db)},
        claim_id = null,
        sender_id = null
    from lost
    where item.ctid = lost.row_ctid
      ${andShardOf(db, account_id)}`;
  return count;
}

/**
 * The attempt number of a row (`item`) whose sender died. The request may have been sent, so the attempt counts: an
 * endpoint gets at most three requests for an event. A single attempt that a user requested is repeated.
 */
// across accounts: part of a statement that restricts the account itself
export function attemptAfterLoss(db: Queryable): Fragment {
  return db`case when item.is_single then item.attempt else item.attempt + 1 end`;
}
