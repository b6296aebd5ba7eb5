import { BUCKET_LEVELS } from '../../lib/sql/buckets.ts';
import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';
import type { ListView } from '../view.ts';
import { accountIdValue } from './account.ts';
import { fromCellsClause, isSplitCondition, unescapedLiteral } from './rank.ts';

/**
 * The CTE `place` (ends_at, skip): finds the time bucket that contains the page's first row. It descends from months to
 * days and shorter periods, as far as cells are split. `skip` is the number of newer rows in this bucket.
 */
export function pageStartCte(db: Queryable, account_id: string, view: ListView): Fragment {
  const newer =
    view.before === undefined ? db`0` : db`(select since.count from since where since.name = 'before')`;
  return db`
    step (depth, level, starts_at, ends_at, skip) as (
      select 0, '', '-infinity'::timestamptz, 'infinity'::timestamptz,
        (${newer} + ${hideFromPlanner(db, 'bigint', view.offset)})::bigint
      union all
      select
        place.depth + 1,
        next.level,
        running.starts_at,
        running.starts_at + ('1 ' || next.level)::interval,
        (place.skip - running.newer)::bigint
      from step as place
      cross join lateral (
        select (${unescapedLiteral(db, `{${BUCKET_LEVELS.join()}}`)}::text[])[place.depth + 1] as level
        where place.depth = 0
          or (
            select true
            from count_splits as split
            where split.account_id = ${accountIdValue(db, account_id)}
              and ${isSplitCondition(db, view, 'place')}
          )
      ) as next
      cross join lateral (
        ${bucketsWithNewerCount(db, account_id, view)}
      ) as running
      where place.skip >= running.newer
        and place.skip < running.newer + running.count
    ),
    place as materialized (
      select step.ends_at, step.skip
      from step
      where step.depth > 0
      order by step.depth desc
      limit 1
    )`;
}

/** The buckets within a wider bucket, each with its number of rows and the number of newer rows in the wider bucket. */
function bucketsWithNewerCount(db: Queryable, account_id: string, view: ListView): Fragment {
  return db`
    select
      bucket.starts_at,
      bucket.count,
      sum(bucket.count) over (order by bucket.starts_at desc) - bucket.count as newer
    from (
      select piece.starts_at, sum(piece.count) as count
      from (
        select cell.starts_at, cell.count
        from ${fromCellsClause(db, account_id, view, db`next.level`)}
          and cell.starts_at >= place.starts_at
          and cell.starts_at < place.ends_at
        union all
        select date_trunc(next.level, delta.at, 'UTC'), delta.change
        from delta
        where delta.at >= place.starts_at
          and delta.at < place.ends_at
      ) as piece
      group by piece.starts_at
    ) as bucket`;
}
