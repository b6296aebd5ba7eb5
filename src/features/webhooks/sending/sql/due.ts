import { areRowsSpread } from '../../../../lib/sql/spread.ts';
import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';
import { ALL_LANES, headedLanes, lanes, withLanes, type Lane, type LaneWish } from './endpointQueues.ts';
import { lostRows } from './leases.ts';

/** True if a sender may find deliveries to claim, or to take over from a dead sender. */
// across accounts: the queue belongs to the installation
export function areDeliveriesDue(db: Queryable, now: Date): Fragment {
  return db`
    exists (
      ${withLanes(db, ALL_LANES)}
      due as (
        select head.due_at
        from ${headedLanes(db)}
        where head.due_at <= ${now}
      ),
      lost as (
        select lost.sender_id
        from ${lanes(db)}
        cross join lateral (${lostRows(db, now)}) as lost
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
  lanes: Lane[];
  next_due_at: string | null;
  /** The queue at which the next read continues, if one read cannot cover all. */
  last_lane: Lane | null;
};

type LookRow = Lane & { due_at: string | null };

/** Finds queues with due rows; rows are claimed account by account. */
// across accounts: the queue belongs to the installation
export async function findDue(db: Queryable, wish: LaneWish & { now: Date }): Promise<Due> {
  const rows = await db<LookRow[]>`
    ${withLanes(db, wish)}
    headed as materialized (
      select lane.account_id, lane.endpoint_id, head.due_at
      from ${headedLanes(db)}
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
  const laneOf = ({ account_id, endpoint_id }: LookRow): Lane => ({ account_id, endpoint_id });
  const isDue = ({ due_at }: LookRow) => due_at !== null && Date.parse(due_at) <= wish.now.getTime();
  const last = rows.find(({ due_at }) => due_at === null);
  return {
    lanes: rows.filter(isDue).map(laneOf),
    next_due_at: rows.find((row) => row.due_at !== null && !isDue(row))?.due_at ?? null,
    last_lane: last ? laneOf(last) : null,
  };
}

/** The last queue of the read; on several servers one statement reads all queues. */
// across accounts: the queue belongs to the installation
function lastLane(db: Queryable, { max_lanes }: LaneWish): Fragment {
  if (areRowsSpread(db)) return db``;
  return db`
    union all
    select lane.account_id, lane.endpoint_id, null
    from lane
    where lane.number = ${max_lanes}`;
}
