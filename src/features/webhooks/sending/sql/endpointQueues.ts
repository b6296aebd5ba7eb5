import { NIL_ID } from '../../../../lib/ids.ts';
import { areRowsSharded } from '../../../../lib/sql/sharding.ts';
import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';

/** The queue of an endpoint. */
export type EndpointQueue = { account_id: string; endpoint_id: string };

/** How many lanes, and behind which. */
export type EndpointQueueRange = { after: EndpointQueue; max_lanes: number };

/** All of them, in one statement. */
export const ALL_ENDPOINT_QUEUES: EndpointQueueRange = {
  after: { account_id: NIL_ID, endpoint_id: NIL_ID },
  max_lanes: 1_000_000,
};

/**
 * With what a statement that reads lanes begins. One server skips through the index of the queue past each backlog;
 * several cannot, and look at each endpoint.
 */
// across accounts: the queue belongs to the installation
export function withEndpointQueues(db: Queryable, { after, max_lanes }: EndpointQueueRange): Fragment {
  if (areRowsSharded(db)) return db`with`;
  return db`
    with recursive lane as (
      (
        select item.account_id, item.endpoint_id, 1 as number
        from webhook_queue as item
        where (item.account_id, item.endpoint_id) > (${after.account_id}::uuid, ${after.endpoint_id}::uuid)
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
      where lane.number < ${max_lanes}
    ),`;
}

/** The lanes, with their numbers where they are skipped through. */
// across accounts: the queue belongs to the installation
export function endpointQueues(db: Queryable): Fragment {
  if (!areRowsSharded(db)) return db`lane`;
  return db`
    (
      select endpoint.account_id, endpoint.id as endpoint_id, 0 as number
      from webhook_endpoints as endpoint
    ) as lane`;
}

/** The oldest row of each open endpoint with rows. */
// across accounts: the queue belongs to the installation
export function endpointQueueHeads(db: Queryable): Fragment {
  return db`
    ${endpointQueues(db)}
    join webhook_endpoints as endpoint
      on endpoint.account_id = lane.account_id
      and endpoint.id = lane.endpoint_id
      ${andOpenEndpoint(db)}
    cross join lateral (
      select item.due_at
      from webhook_queue as item
      where item.account_id = lane.account_id
        and item.endpoint_id = lane.endpoint_id
      order by item.due_at
      limit 1
    ) as head`;
}

// across accounts: columns of another part of the statement
export function andOpenEndpoint(db: Queryable): Fragment {
  return db`
    and endpoint.paused_at is null
    and endpoint.suspended_at is null
    and endpoint.deleted_at is null`;
}

/**
 * For a row of the queue that is known by its place: the account says on which server it is, where there are several.
 * One server would rather walk the index of the account than go to the place, for the same belief.
 */
export function andShardOf(db: Queryable, account_id: string): Fragment {
  return areRowsSharded(db) ? db`and item.account_id = ${account_id}` : db``;
}
