import { areRowsSharded } from '../../../../lib/sql/sharding.ts';
import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';
import {
  ALL_ENDPOINT_QUEUES,
  endpointQueueHeads,
  endpointQueues,
  withEndpointQueues,
  type EndpointQueue,
  type EndpointQueueRange,
} from './endpointQueues.ts';
import { deadSenderIds } from './leases.ts';

/** An SQL condition: a delivery is due, or a dead sender still has leased deliveries. */
// across accounts: the queue contains rows of all accounts
export function dueDeliveryExists(db: Queryable, now: Date): Fragment {
  return db`
    exists (
      ${withEndpointQueues(db, ALL_ENDPOINT_QUEUES)}
      due as (
        select head.due_at
        from ${endpointQueueHeads(db)}
        where head.due_at <= ${now}
      ),
      lost as (
        select lost.sender_id
        from ${endpointQueues(db)}
        cross join lateral (${deadSenderIds(db, now)}) as lost
      )
      select 1
      from due
      union all
      select 1
      from lost
    )`;
}

export type DueQueues = {
  /** Open endpoints with due rows. */
  queues: EndpointQueue[];
  next_due_at: string | null;
  /** The queue after which the next read continues; null if this read covered all queues. */
  last_queue: EndpointQueue | null;
};

type DueScanRow = EndpointQueue & { due_at: string | null };

/** Finds queues with due rows; rows are claimed account by account. */
// across accounts: the queue contains rows of all accounts
export async function findDueQueues(
  db: Queryable,
  request: EndpointQueueRange & { now: Date },
): Promise<DueQueues> {
  const rows = await db<DueScanRow[]>`
    ${withEndpointQueues(db, request)}
    headed as materialized (
      select endpoint_queue.account_id, endpoint_queue.endpoint_id, head.due_at
      from ${endpointQueueHeads(db)}
    )
    select headed.account_id, headed.endpoint_id, headed.due_at
    from headed
    where headed.due_at <= ${request.now}
    union all
    (
      select headed.account_id, headed.endpoint_id, headed.due_at
      from headed
      where headed.due_at > ${request.now}
      order by headed.due_at
      limit 1
    )
    ${lastQueue(db, request)}`;
  const queueOf = ({ account_id, endpoint_id }: DueScanRow): EndpointQueue => ({ account_id, endpoint_id });
  const isDue = ({ due_at }: DueScanRow) => due_at !== null && Date.parse(due_at) <= request.now.getTime();
  const last = rows.find(({ due_at }) => due_at === null);
  return {
    queues: rows.filter(isDue).map(queueOf),
    next_due_at: rows.find((row) => row.due_at !== null && !isDue(row))?.due_at ?? null,
    last_queue: last ? queueOf(last) : null,
  };
}

/**
 * Adds the queue after which the next read continues. A sharded database needs none, because one statement reads all
 * queues.
 */
// across accounts: the queue contains rows of all accounts
function lastQueue(db: Queryable, { max_queues }: EndpointQueueRange): Fragment {
  if (areRowsSharded(db)) return db``;
  return db`
    union all
    select endpoint_queue.account_id, endpoint_queue.endpoint_id, null
    from endpoint_queue
    where endpoint_queue.number = ${max_queues}`;
}
