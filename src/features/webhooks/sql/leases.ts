import type { Fragment, Queryable } from '../../../lib/sql.ts';
import { ALL_LANES, lanes } from './lanes.ts';

/** How long a row stays leased to a sender that lives and has forgotten it. */
export const LEASE_MS = 100_000;
/** Behind the last time that a retry may be due. */
const AFTER_MS = 70_000;
const UNTIL_MS = LEASE_MS + 30_000;

/**
 * The part of an endpoint's queue in which leased rows are: behind everything that waits, so that neither a backlog
 * nor retries are read with them.
 */
function andLeased(db: Queryable, now: Date): Fragment {
  const at = (ms: number) => new Date(now.getTime() + ms);
  return db`
    and item.due_at > ${at(AFTER_MS)}::timestamptz
    and item.due_at < ${at(UNTIL_MS)}::timestamptz`;
}

/** Leased rows of an endpoint, in `lane`, whose sender no longer lives. */
// across accounts: the account is that of the lane
export function lostRows(db: Queryable, now: Date): Fragment {
  return db`
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

/**
 * Takes from senders that died what was leased to them; no attempt is used up. A sender that lives again
 * meanwhile keeps its rows, any other has lost them for good.
 */
// across accounts: a sender holds rows of all accounts
export async function releaseLost(db: Queryable, now: Date): Promise<number> {
  const released = await db`
    with recursive ${lanes(db, ALL_LANES)},
    row_of_lost as materialized (
      select item.place, item.sender_id
      from lane
      cross join lateral (
        select item.ctid as place, item.sender_id
        ${lostRows(db, now)}
        for update of item skip locked
      ) as item
    ),
    lost as (
      insert into webhook_senders as sender (id, alive_until, counted_until, is_lost)
      select distinct row_of_lost.sender_id, now(), now(), true
      from row_of_lost
      order by row_of_lost.sender_id
      on conflict (id) do update
      set is_lost = true
      where sender.is_lost
        or sender.alive_until <= now()
      returning sender.id
    )
    update webhook_queue as item
    set due_at = ${now},
        claim_id = null,
        sender_id = null
    from row_of_lost
    join lost
      on lost.id = row_of_lost.sender_id
    where item.ctid = row_of_lost.place`;
  return released.count;
}

/** How many rows of an endpoint, in `lane`, are leased to other senders, and how many of them were claimed. */
// across accounts: the account is that of the lane
export function leasedElsewhere(
  db: Queryable,
  { sender_id, now }: { sender_id: string; now: Date },
): Fragment {
  return db`
    select
      count(*)::int as leased,
      (count(*) filter (where item.claim_id <> item.event_id))::int as claimed
    from webhook_queue as item
    where item.account_id = lane.account_id
      and item.endpoint_id = lane.endpoint_id
      ${andLeased(db, now)}
      and item.sender_id <> ${sender_id}`;
}
