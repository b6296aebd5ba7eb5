import { firstBucketFrom, leavesAt, spansFrom } from '../../../../lib/buckets.ts';
import type { Fragment, Queryable } from '../../../../lib/sql.ts';
import { toDatabase } from '../../../../lib/timestamps.ts';
import { EVERYBODY, type View } from '../../view.ts';

export type Branches = readonly Fragment[];

export type Rank = { view: View; moment: Date; branches: Branches };

/**
 * How many rows are not older than a moment: the cells behind it, what is not folded yet, and row by row what
 * lies between the moment and the end of its leaf. `delta` is a part of the statement around it.
 */
export function countNewer(db: Queryable, account_id: string, { view, moment, branches }: Rank): Fragment {
  return db`
    select (
      (
        select coalesce(sum(part.count), 0)
        from ${spans(db, moment)}
        cross join lateral (
          select sum(cell.count) as count
          from count_cells as cell
          where cell.account_id = ${account_id}
            and cell.counted = ${view.counted}
            and cell.owner = ${view.owner ?? EVERYBODY}
            and cell.level = span.level
            and cell.starts_at >= span.starts_at
            and cell.starts_at < span.ends_at
            ${view.traits === undefined ? db`` : db`and cell.trait = any (${[...view.traits]}::text[])`}
        ) as part
      ) + (
        select coalesce(sum(delta.change), 0)
        from delta
        where delta.at >= edge.at
      ) + (
        select count(*)
        from (${together(db, branches)}) as row
        where row.at >= ${toDatabase(moment)}
          and row.at < edge.at
      )
    ) as count
    from (${edge(db, account_id, view, moment)}) as edge`;
}

function spans(db: Queryable, moment: Date): Fragment {
  const list = spansFrom(moment);
  return db`
    unnest(
      ${list.map(({ level }) => level)}::text[],
      ${list.map(({ from }) => toDatabase(from))}::timestamptz[],
      ${list.map(({ before }) => (before ? toDatabase(before) : 'infinity'))}::timestamptz[]
    ) as span (level, starts_at, ends_at)`;
}

/** Where the leaf of the moment ends. */
function edge(db: Queryable, account_id: string, { counted, owner }: View, moment: Date): Fragment {
  const leaves = leavesAt(moment);
  return db`
    select coalesce(min(leaf.ends_at), ${toDatabase(firstBucketFrom('month', moment))}::timestamptz) as at
    from unnest(
      ${leaves.map(({ level }) => level)}::text[],
      ${leaves.map(({ starts_at }) => toDatabase(starts_at))}::timestamptz[],
      ${leaves.map(({ ends_at }) => toDatabase(ends_at))}::timestamptz[]
    ) as leaf (level, starts_at, ends_at)
    join count_splits as split
      on split.account_id = ${account_id}
      and split.counted = ${counted}
      and split.owner = ${owner ?? EVERYBODY}
      and split.level = leaf.level
      and split.starts_at = leaf.starts_at`;
}

// across accounts: each branch knows its own
export function together(db: Queryable, branches: Branches): Fragment {
  return branches.reduce((all, one) => db`${all} union all ${one}`);
}
