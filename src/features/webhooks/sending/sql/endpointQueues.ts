import { NIL_ID } from '../../../../lib/ids.ts';
import { areRowsSharded } from '../../../../lib/sql/sharding.ts';
import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';

/** Identifies the queue of one endpoint. */
export type EndpointQueue = { account_id: string; endpoint_id: string };

/** A range of queues, ordered by account id and endpoint id. */
export type EndpointQueueRange = { after: EndpointQueue; max_queues: number };

export const ALL_ENDPOINT_QUEUES: EndpointQueueRange = {
  after: { account_id: NIL_ID, endpoint_id: NIL_ID },
  max_queues: 1_000_000,
};

/**
 * The common table expressions that a statement over endpoint queues begins with. On a single server, a recursive query
 * reads one index entry per queue, whatever the backlog (a loose index scan). A sharded database reads the list of
 * endpoints instead.
 */
// across accounts: the queue contains rows of all accounts
export function withEndpointQueues(db: Queryable, { after, max_queues }: EndpointQueueRange): Fragment {
  if (areRowsSharded(db)) return db`with`;
  return db`
    with recursive endpoint_queue as (
      (
        select item.account_id, item.endpoint_id, 1 as number
        from webhook_queue as item
        where (item.account_id, item.endpoint_id) > (${after.account_id}::uuid, ${after.endpoint_id}::uuid)
        order by item.account_id, item.endpoint_id
        limit 1
      )
      union all
      select next.account_id, next.endpoint_id, endpoint_queue.number + 1
      from endpoint_queue
      cross join lateral (
        select item.account_id, item.endpoint_id
        from webhook_queue as item
        where (item.account_id, item.endpoint_id) > (endpoint_queue.account_id, endpoint_queue.endpoint_id)
        order by item.account_id, item.endpoint_id
        limit 1
      ) as next
      where endpoint_queue.number < ${max_queues}
    ),`;
}

/** The endpoint queues as a FROM item; numbered on a single server. */
// across accounts: the queue contains rows of all accounts
export function endpointQueues(db: Queryable): Fragment {
  if (!areRowsSharded(db)) return db`endpoint_queue`;
  return db`
    (
      select endpoint.account_id, endpoint.id as endpoint_id, 0 as number
      from webhook_endpoints as endpoint
    ) as endpoint_queue`;
}

/** A FROM item: the row with the earliest due time for each endpoint that is neither paused, suspended nor deleted. */
// across accounts: the queue contains rows of all accounts
export function endpointQueueHeads(db: Queryable): Fragment {
  return db`
    ${endpointQueues(db)}
    join webhook_endpoints as endpoint
      on endpoint.account_id = endpoint_queue.account_id
      and endpoint.id = endpoint_queue.endpoint_id
      ${andEndpointReceives(db)}
    cross join lateral (
      select item.due_at
      from webhook_queue as item
      where item.account_id = endpoint_queue.account_id
        and item.endpoint_id = endpoint_queue.endpoint_id
      order by item.due_at
      limit 1
    ) as head`;
}

/** A condition that begins with `and`: the endpoint is not paused, suspended or deleted. */
// across accounts: part of a statement that restricts the account itself
export function andEndpointReceives(db: Queryable): Fragment {
  return db`
    and endpoint.paused_at is null
    and endpoint.suspended_at is null
    and endpoint.deleted_at is null`;
}

/**
 * Completes a condition on a ctid. A sharded database needs the account to find the shard. On a single server, the
 * planner would use the index of the account instead of the ctid, so the condition is left out.
 */
export function andShardOf(db: Queryable, account_id: string): Fragment {
  return areRowsSharded(db) ? db`and item.account_id = ${account_id}` : db``;
}
