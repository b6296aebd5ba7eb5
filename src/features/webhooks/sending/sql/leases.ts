import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';
import { ALL_ENDPOINT_QUEUES, andShardOf, endpointQueues, withEndpointQueues } from './endpointQueues.ts';

/** Later than any retry, which is at most 60 s away: a row with a later due_at is leased, not waiting. */
const LEASED_AFTER_MS = 70_000;
/** Longer than a paused sender can keep rows locked and an attempt can last, so that what it held is found afterwards. */
const FOUND_MS = 60_000;
/** How long a row stays leased to a sender that lives and has forgotten it. */
export const LEASE_MS = LEASED_AFTER_MS + FOUND_MS;
const UNTIL_MS = LEASE_MS + 30_000;

/**
 * The part of an endpoint's queue in which leased rows are: behind everything that waits, so that neither a backlog
 * nor retries are read with them.
 */
function andLeased(db: Queryable, now: Date): Fragment {
  const at = (ms: number) => new Date(now.getTime() + ms);
  return db`
    and item.due_at > ${at(LEASED_AFTER_MS)}::timestamptz
    and item.due_at < ${at(UNTIL_MS)}::timestamptz`;
}

/** The senders of an endpoint's leased rows, in `lane`, that no longer live. */
// across accounts: the account is that of the lane
export function expiredSenderRows(db: Queryable, now: Date): Fragment {
  return db`
    select item.sender_id
    from webhook_queue as item
    where item.account_id = lane.account_id
      and item.endpoint_id = lane.endpoint_id
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

type Lost = { account_id: string; endpoint_id: string; sender_id: string };

/**
 * Takes from senders that died what was leased to them; their attempts count as made. A sender that lives again
 * meanwhile keeps its rows, any other has lost them for good.
 */
// across accounts: a sender holds rows of all accounts
export async function releaseExpiredLeases(db: Queryable, now: Date): Promise<number> {
  const found = await db<Lost[]>`
    ${withEndpointQueues(db, ALL_ENDPOINT_QUEUES)}
    lost as (
      select distinct lane.account_id, lane.endpoint_id, lost.sender_id
      from ${endpointQueues(db)}
      cross join lateral (${expiredSenderRows(db, now)}) as lost
    )
    select lost.account_id, lost.endpoint_id, lost.sender_id
    from lost`;
  if (found.length === 0) return 0;
  const senders = await loseSenders(db, new Set(found.map(({ sender_id }) => sender_id)));
  const lost = found.filter(({ sender_id }) => senders.has(sender_id));
  let released = 0;
  for (const account_id of new Set(lost.map((one) => one.account_id))) {
    const of_account = lost.filter((one) => one.account_id === account_id);
    released += await releaseLostOf(db, account_id, of_account, now);
  }
  return released;
}

/** Marks senders as lost and returns them, except senders that renewed their lease. A sender that never joined is lost at once. */
// across accounts: senders work for the installation
async function loseSenders(db: Queryable, ids: ReadonlySet<string>): Promise<Set<string>> {
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

/** Rows that a sender was about to settle when it was paused are left for the next look, once its transaction has ended. */
async function releaseLostOf(
  db: Queryable,
  account_id: string,
  lost: readonly Lost[],
  now: Date,
): Promise<number> {
  const { count } = await db`
    with lost as materialized (
      select item.ctid as place
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
    where item.ctid = lost.place
      ${andShardOf(db, account_id)}`;
  return count;
}

/**
 * The attempt of a row, `item`, whose sender may have written the request and did not write the result. It counts as
 * made, so that an endpoint gets at most three requests for an event. A single one, which was asked for, is made again.
 */
// across accounts: a column of other statements
export function attemptAfterLoss(db: Queryable): Fragment {
  return db`case when item.is_single then item.attempt else item.attempt + 1 end`;
}
