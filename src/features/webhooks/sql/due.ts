import type { Fragment, Queryable } from '../../../lib/sql.ts';
import { ALL_LANES, headedLanes, withLanes, type Lane, type LaneWish } from './lanes.ts';
import { lostRows } from './leases.ts';

/** Whether a sender may find something to claim, or to take from one that died. */
// across accounts: the queue belongs to the installation
export function areDeliveriesDue(db: Queryable, now: Date): Fragment {
  return db`
    (
      exists (
        ${withLanes(db, ALL_LANES)}
        select 1
        from ${headedLanes(db)}
        where head.due_at <= ${now}
      )
      or exists (
        ${withLanes(db, ALL_LANES)}
        select 1
        from lane
        cross join lateral (${lostRows(db, now)} limit 1) as lost
      )
    )`;
}

export type Due = {
  /** Open endpoints with due rows. */
  lanes: Lane[];
  next_due_at: string | null;
  /** Where to continue, when one look cannot see all. */
  last_lane: Lane | null;
};

type LookRow = Lane & { due_at: string | null };

/** Where rows are due; they are claimed account by account. */
// across accounts: the queue belongs to the installation
export async function findDue(db: Queryable, wish: LaneWish & { now: Date }): Promise<Due> {
  const rows = await db<LookRow[]>`
    ${withLanes(db, wish)},
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
    union all
    select lane.account_id, lane.endpoint_id, null
    from lane
    where lane.number = ${wish.max_lanes}`;
  const laneOf = ({ account_id, endpoint_id }: LookRow): Lane => ({ account_id, endpoint_id });
  const isDue = ({ due_at }: LookRow) => due_at !== null && Date.parse(due_at) <= wish.now.getTime();
  const last = rows.find(({ due_at }) => due_at === null);
  return {
    lanes: rows.filter(isDue).map(laneOf),
    next_due_at: rows.find((row) => row.due_at !== null && !isDue(row))?.due_at ?? null,
    last_lane: last ? laneOf(last) : null,
  };
}
