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
import { expiredSenderRows } from './leases.ts';

/** True if a sender may find deliveries to claim, or to take over from a dead sender. */
// across accounts: the queue belongs to the installation
export function areDeliveriesDue(db: Queryable, now: Date): Fragment {
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
        cross join lateral (${expiredSenderRows(db, now)}) as lost
      )
      select 1
      from due
      union all
      select 1
      from lost
    )`;
}

export type Due = {
  /** Open endpoints with due rows. */
  lanes: EndpointQueue[];
  next_due_at: string | null;
  /** The queue at which the next read continues, if one read cannot cover all. */
  last_lane: EndpointQueue | null;
};

type DueScanRow = EndpointQueue & { due_at: string | null };

/** Finds queues with due rows; rows are claimed account by account. */
// across accounts: the queue belongs to the installation
export async function findDue(db: Queryable, wish: EndpointQueueRange & { now: Date }): Promise<Due> {
  const rows = await db<DueScanRow[]>`
    ${withEndpointQueues(db, wish)}
    headed as materialized (
      select lane.account_id, lane.endpoint_id, head.due_at
      from ${endpointQueueHeads(db)}
    )
    select headed.account_id, headed.endpoint_id, headed.due_at
    from headed
    where headed.due_at <= ${wish.now}
    union all
    (
      select headed.account_id, headed.endpoint_id, headed.due_at
      from headed
      where headed.due_at > ${wish.now}
      order by headed.due_at
      limit 1
    )
    ${lastLane(db, wish)}`;
  const laneOf = ({ account_id, endpoint_id }: DueScanRow): EndpointQueue => ({ account_id, endpoint_id });
  const isDue = ({ due_at }: DueScanRow) => due_at !== null && Date.parse(due_at) <= wish.now.getTime();
  const last = rows.find(({ due_at }) => due_at === null);
  return {
    lanes: rows.filter(isDue).map(laneOf),
    next_due_at: rows.find((row) => row.due_at !== null && !isDue(row))?.due_at ?? null,
    last_lane: last ? laneOf(last) : null,
  };
}

/** The last queue of the read; on several servers one statement reads all queues. */
// across accounts: the queue belongs to the installation
function lastLane(db: Queryable, { max_lanes }: EndpointQueueRange): Fragment {
  if (areRowsSharded(db)) return db``;
  return db`
    union all
    select lane.account_id, lane.endpoint_id, null
    from lane
    where lane.number = ${max_lanes}`;
}
