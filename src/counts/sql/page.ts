import { LEVELS, levelBelow, type Level } from '../../lib/buckets.ts';
import { unplanned, type Fragment, type Queryable } from '../../lib/sql.ts';
import { toDatabase } from '../../lib/timestamps.ts';
import type { View } from '../view.ts';
import { cells, countNewer, andOneOf, joinSplit, quotedWord, unionOf, type Branches } from './rank.ts';

/** Up to this offset rows are skipped one by one; beyond it the cells give the start. */
const NEAR = 200;
const MOST_AT_ONCE = 100;

/**
 * The parts `total` (total) and `page` (account_id, id, at) of a statement that lists, in one snapshot, so
 * they never disagree. Each branch gives (id, at) of the rows of one index range at any time, in list order.
 * Branches take their values `unplanned`; a join with the page takes the account from there.
 */
export function listed(db: Queryable, account_id: string, view: View, branches: Branches): Fragment {
  const is_near = view.offset <= NEAR;
  return db`
    ledger as materialized (
      select coalesce(
        (
          select ledger.in_cells
          from count_ledgers as ledger
          where ledger.account_id = ${unplanned(db, 'uuid', account_id)}
            and ledger.counted = ${quotedWord(db, view.counted)}
            ${view.is_uncounted ? db`and false` : db``}
        ),
        false
      ) as in_cells
    ),
    delta as materialized (
      select delta.at, delta.change
      from count_deltas as delta
      where delta.account_id = ${unplanned(db, 'uuid', account_id)}
        and delta.counted = ${quotedWord(db, view.counted)}
        ${view.owner === undefined ? db`` : db`and delta.owner = ${unplanned(db, 'uuid', view.owner)}`}
        ${andOneOf(db, 'delta.trait', view.traits)}
    ),
    ${ranks(db, account_id, view, branches)}
    total as (
      select case when ledger.in_cells then ${totalInCells(db, account_id, view)} else ${countRows(db, view, branches)} end::int as total
      from ledger
    ),
    ${is_near ? nearPage(db, account_id, view, branches) : db`${walk(db, account_id, view)}, ${farPage(db, account_id, view, branches)}`}`;
}

/** How many rows are not older than each end of the range. */
function ranks(db: Queryable, account_id: string, view: View, branches: Branches): Fragment {
  const { from, before } = view;
  return db`
    ${from === undefined ? db`` : db`since_from as (${countNewer(db, account_id, { view, moment: from, branches })}),`}
    ${before === undefined ? db`` : db`since_before as (${countNewer(db, account_id, { view, moment: before, branches })}),`}`;
}

function totalInCells(db: Queryable, account_id: string, { from, before, ...view }: View): Fragment {
  const everything = db`
    (
      select coalesce(sum(cell.count), 0)
      from ${cells(db, account_id, view, quotedWord(db, 'month'))}
    ) + (
      select coalesce(sum(delta.change), 0)
      from delta
    )`;
  const since = from === undefined ? everything : db`(select since_from.count from since_from)`;
  if (before === undefined) return db`(${since})`;
  return db`greatest(0, ${since} - (select since_before.count from since_before))`;
}

/** Ordered, so that the planner reads an index and not the whole table of all accounts. */
function countRows(db: Queryable, view: View, branches: Branches): Fragment {
  return db`
    (
      select count(*)
      from (${inOrder(db, branches)}) as row
      where true ${since(db, view)} ${until(db, view)}
    )`;
}

/** A literal bound tells the planner how small a page is, so that one plan serves every page. */
function nearPage(db: Queryable, account_id: string, view: View, branches: Branches): Fragment {
  return db`
    page as materialized (
      select ${account_id}::uuid as account_id, near.id, near.at
      from (
        select row.id, row.at
        from (${inOrder(db, branches)}) as row
        where true ${since(db, view)} ${until(db, view)}
        order by row.at desc, row.id desc
        limit ${db.unsafe(String(NEAR + MOST_AT_ONCE))}
      ) as near
      order by near.at desc, near.id desc
      limit ${unplanned(db, 'bigint', view.limit)}
      offset ${unplanned(db, 'bigint', view.offset)}
    )`;
}

/** Begins at the end of a bucket, so at most one leaf is skipped. */
function farPage(db: Queryable, account_id: string, view: View, branches: Branches): Fragment {
  const end = view.before === undefined ? 'infinity' : toDatabase(view.before);
  return db`
    page as materialized (
      select ${account_id}::uuid as account_id, far.id, far.at
      from (
        select row.id, row.at
        from (${inOrder(db, branches)}) as row
        where row.at < coalesce(
            (select place.ends_at from place),
            (select case when ledger.in_cells then '-infinity' else ${unplanned(db, 'timestamptz', end)} end from ledger)
          )
          ${since(db, view)}
        order by row.at desc, row.id desc
        limit ${unplanned(db, 'bigint', view.limit)}
        offset coalesce((select place.skip from place), ${unplanned(db, 'bigint', view.offset)})
      ) as far
      limit ${db.unsafe(String(MOST_AT_ONCE))}
    )`;
}

/** Merges ordered branches; an unordered one would be read whole and sorted. */
function inOrder(db: Queryable, branches: Branches): Fragment {
  return unionOf(
    db,
    branches.map(
      (branch) => db`(
        select branch.id, branch.at
        from (${branch}) as branch
        order by branch.at desc, branch.id desc
      )`,
    ),
  );
}

function since(db: Queryable, { from }: View): Fragment {
  return from === undefined ? db`` : db`and row.at >= ${unplanned(db, 'timestamptz', toDatabase(from))}`;
}

function until(db: Queryable, { before }: View): Fragment {
  return before === undefined ? db`` : db`and row.at < ${unplanned(db, 'timestamptz', toDatabase(before))}`;
}

/**
 * Descends from month to day and narrower, as far as cells are split, to the bucket of the page's first row.
 */
function walk(db: Queryable, account_id: string, view: View): Fragment {
  const newer = view.before === undefined ? db`0` : db`(select since_before.count from since_before)`;
  return db`
    goal as materialized (
      select (${newer} + ${unplanned(db, 'bigint', view.offset)})::bigint as position
      from ledger
      where ledger.in_cells
    ),
    ${LEVELS.map((level) => db`${step(db, account_id, view, level)},`)}
    place as (
      select
        coalesce(second.ends_at, minute.ends_at, hour.ends_at, day.ends_at, month.ends_at) as ends_at,
        (goal.position - coalesce(second.newer, minute.newer, hour.newer, day.newer, month.newer))::bigint as skip
      from goal
      cross join month
      left join day on true
      left join hour on true
      left join minute on true
      left join second on true
      limit 1
    )`;
}

function step(db: Queryable, account_id: string, view: View, level: Level): Fragment {
  const above = levelAbove(level);
  const newer = above ? db`${db.unsafe(above)}.newer + running.newer` : db`running.newer`;
  return db`
    ${db.unsafe(level)} as materialized (
      select
        running.starts_at,
        running.starts_at + ${db.unsafe(`interval '1 ${level}'`)} as ends_at,
        ${newer} as newer
      from goal
      ${above ? split(db, account_id, view, above) : db``}
      cross join lateral (
        ${running(db, account_id, view, level)}
      ) as running
      where goal.position >= ${newer}
        and goal.position < ${newer} + running.count
      limit 1
    )`;
}

function levelAbove(level: Level): Level | undefined {
  return LEVELS.find((one) => levelBelow(one) === level);
}

/** The wider bucket, if it is split. */
function split(db: Queryable, account_id: string, view: View, above: Level): Fragment {
  return db`
    cross join ${db.unsafe(above)}
    ${joinSplit(db, account_id, view, above, quotedWord(db, above))}`;
}

/** Each bucket with its number of rows and that of newer ones within the wider bucket. */
function running(db: Queryable, account_id: string, view: View, level: Level): Fragment {
  const above = levelAbove(level);
  const within = (at: string) =>
    above
      ? db`${db.unsafe(at)} >= ${db.unsafe(above)}.starts_at and ${db.unsafe(at)} < ${db.unsafe(above)}.ends_at`
      : db`true`;
  return db`
    select
      bucket.starts_at,
      bucket.count,
      sum(bucket.count) over (order by bucket.starts_at desc) - bucket.count as newer
    from (
      select piece.starts_at, sum(piece.count) as count
      from (
        select cell.starts_at, cell.count
        from ${cells(db, account_id, view, quotedWord(db, level))}
          and ${within('cell.starts_at')}
        union all
        select date_trunc(${quotedWord(db, level)}, delta.at, 'UTC'), delta.change
        from delta
        where ${within('delta.at')}
      ) as piece
      group by piece.starts_at
    ) as bucket`;
}
