import { NIL_ID } from '../../../lib/ids.ts';
import type { Fragment, Queryable } from '../../../lib/sql.ts';

/** The queue of an endpoint. */
export type Lane = { account_id: string; endpoint_id: string };

/** How many lanes, and behind which. */
export type LaneWish = { after: Lane; max_lanes: number };

/** All of them, in one statement. */
export const ALL_LANES: LaneWish = {
  after: { account_id: NIL_ID, endpoint_id: NIL_ID },
  max_lanes: 1_000_000,
};

/** The endpoints with rows, skipping through the index past each backlog. */
// across accounts: the queue belongs to the installation
export function lanes(db: Queryable, wish: LaneWish): Fragment {
  return db`
    lane as (
      (
        select item.account_id, item.endpoint_id, 1 as number
        from webhook_queue as item
        where (item.account_id, item.endpoint_id) > (${wish.after.account_id}::uuid, ${wish.after.endpoint_id}::uuid)
        order by item.account_id, item.endpoint_id
        limit 1
      )
      union all
      select next.account_id, next.endpoint_id, lane.number + 1
      from lane
      cross join lateral (
        select item.account_id, item.endpoint_id
        from webhook_queue as item
        where (item.account_id, item.endpoint_id) > (lane.account_id, lane.endpoint_id)
        order by item.account_id, item.endpoint_id
        limit 1
      ) as next
      where lane.number < ${wish.max_lanes}
    )`;
}

/** The same of one account: that of `account`. */
// across accounts: the account is one of another part of the statement
export function lanesOfAccount(db: Queryable): Fragment {
  return db`
    lane as (
      (
        select item.account_id, item.endpoint_id
        from webhook_queue as item
        where item.account_id = account.account_id
        order by item.endpoint_id
        limit 1
      )
      union all
      select next.account_id, next.endpoint_id
      from lane
      cross join lateral (
        select item.account_id, item.endpoint_id
        from webhook_queue as item
        where item.account_id = lane.account_id
          and item.endpoint_id > lane.endpoint_id
        order by item.endpoint_id
        limit 1
      ) as next
    )`;
}

// across accounts: columns of another part of the statement
export function andOpenEndpoint(db: Queryable): Fragment {
  return db`
    and endpoint.paused_at is null
    and endpoint.suspended_at is null
    and endpoint.deleted_at is null`;
}

// across accounts: the account is that of the lane
export function oldestRow(db: Queryable): Fragment {
  return db`
    select item.due_at
    from webhook_queue as item
    where item.account_id = lane.account_id
      and item.endpoint_id = lane.endpoint_id
    order by item.due_at
    limit 1`;
}
