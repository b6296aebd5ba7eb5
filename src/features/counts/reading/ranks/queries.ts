import { firstBucketFrom, leavesAt, spansFrom } from '../../../../lib/buckets.ts';
import { unseen, type Fragment, type Queryable } from '../../../../lib/sql.ts';
import { toDatabase } from '../../../../lib/timestamps.ts';
import { EVERYBODY, isOneOf, spelled, type View } from '../../view.ts';

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
          where cell.account_id = ${unseen(db, account_id, 'uuid')}
            and cell.counted = ${spelled(db, view.counted)}
            and cell.owner = ${unseen(db, view.owner ?? EVERYBODY, 'uuid')}
            and cell.level = span.level
            and cell.starts_at >= span.starts_at
            and cell.starts_at < span.ends_at
            ${view.traits === undefined ? db`` : db`and ${isOneOf(db, 'cell.trait', view.traits)}`}
        ) as part
      ) + (
        select coalesce(sum(delta.change), 0)
        from delta
        where delta.at >= edge.at
      ) + (
        select count(*)
        from (${together(db, branches)}) as row
        where row.at >= ${unseen(db, toDatabase(moment), 'timestamptz')}
          and row.at < edge.at
      )
    ) as count
    from (${edge(db, account_id, view, moment)}) as edge`;
}

function spans(db: Queryable, moment: Date): Fragment {
  const list = spansFrom(moment);
  return db`
    unnest(
      ${unseen(
        db,
        list.map(({ level }) => level),
        'text[]',
      )},
      ${unseen(
        db,
        list.map(({ from }) => toDatabase(from)),
        'timestamptz[]',
      )},
      ${unseen(
        db,
        list.map(({ before }) => (before ? toDatabase(before) : 'infinity')),
        'timestamptz[]',
      )}
    ) as span (level, starts_at, ends_at)`;
}

/** Where the leaf of the moment ends. */
function edge(db: Queryable, account_id: string, { counted, owner }: View, moment: Date): Fragment {
  const leaves = leavesAt(moment);
  return db`
    select coalesce(min(leaf.ends_at), ${unseen(db, toDatabase(firstBucketFrom('month', moment)), 'timestamptz')}) as at
    from unnest(
      ${unseen(
        db,
        leaves.map(({ level }) => level),
        'text[]',
      )},
      ${unseen(
        db,
        leaves.map(({ starts_at }) => toDatabase(starts_at)),
        'timestamptz[]',
      )},
      ${unseen(
        db,
        leaves.map(({ ends_at }) => toDatabase(ends_at)),
        'timestamptz[]',
      )}
    ) as leaf (level, starts_at, ends_at)
    join count_splits as split
      on split.account_id = ${unseen(db, account_id, 'uuid')}
      and split.counted = ${spelled(db, counted)}
      and split.owner = ${unseen(db, owner ?? EVERYBODY, 'uuid')}
      and split.level = leaf.level
      and split.starts_at = leaf.starts_at`;
}

// across accounts: each branch knows its own
export function together(db: Queryable, branches: Branches): Fragment {
  return branches.reduce((all, one) => db`${all} union all ${one}`);
}
