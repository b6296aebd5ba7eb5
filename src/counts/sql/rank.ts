import { firstBucketFrom, leavesAt, spansFrom, type Level } from '../../lib/buckets.ts';
import { unplanned, type Fragment, type Queryable } from '../../lib/sql.ts';
import { toDatabase } from '../../lib/timestamps.ts';
import { ALL_OWNERS, type View } from '../view.ts';

export type Branches = readonly Fragment[];

export type Rank = { view: View; moment: Date; branches: Branches };

/**
 * Counts rows not older than a moment: the cells after it, the unfolded deltas, and row by row from the
 * moment to the end of its leaf. `delta` is a part of the statement around it.
 */
export function countNewer(db: Queryable, account_id: string, { view, moment, branches }: Rank): Fragment {
  return db`
    select (
      (
        select coalesce(sum(part.count), 0)
        from ${spans(db, moment)}
        cross join lateral (
          select sum(cell.count) as count
          from ${cells(db, account_id, view, db`span.level`)}
            and cell.starts_at >= span.starts_at
            and cell.starts_at < span.ends_at
        ) as part
      ) + (
        select coalesce(sum(delta.change), 0)
        from delta
        where delta.at >= edge.at
      ) + (
        select count(*)
        from (${unionOf(db, branches)}) as row
        where row.at >= ${unplanned(db, 'timestamptz', toDatabase(moment))}
          and row.at < edge.at
      )
    ) as count
    from (${edge(db, account_id, view, moment)}) as edge`;
}

function spans(db: Queryable, moment: Date): Fragment {
  const list = spansFrom(moment).map(({ level, from, before }) => ({
    level,
    starts_at: from,
    ends_at: before,
  }));
  return db`${stretches(db, list)} as span (level, starts_at, ends_at)`;
}

type Stretch = { level: Level; starts_at: Date; ends_at: Date | undefined };

function stretches(db: Queryable, list: readonly Stretch[]): Fragment {
  const levels = list.map(({ level }) => level);
  const starts = list.map(({ starts_at }) => toDatabase(starts_at));
  const ends = list.map(({ ends_at }) => (ends_at ? toDatabase(ends_at) : 'infinity'));
  return db`
    unnest(
      ${unplanned(db, 'text[]', levels)},
      ${unplanned(db, 'timestamptz[]', starts)},
      ${unplanned(db, 'timestamptz[]', ends)}
    )`;
}

/** The end of the leaf that holds the moment. */
function edge(db: Queryable, account_id: string, view: View, moment: Date): Fragment {
  const end = toDatabase(firstBucketFrom('month', moment));
  return db`
    select coalesce(min(leaf.ends_at), ${unplanned(db, 'timestamptz', end)}) as at
    from ${stretches(db, leavesAt(moment))} as leaf (level, starts_at, ends_at)
    ${joinSplit(db, account_id, view, 'leaf', db`leaf.level`)}`;
}

/** The cells of a view at one level; more conditions may follow. */
export function cells(
  db: Queryable,
  account_id: string,
  { counted, owner, traits }: Pick<View, 'counted' | 'owner' | 'traits'>,
  level: Fragment,
): Fragment {
  return db`
    count_cells as cell
    where cell.account_id = ${unplanned(db, 'uuid', account_id)}
      and cell.counted = ${quotedWord(db, counted)}
      and cell.owner = ${unplanned(db, 'uuid', owner ?? ALL_OWNERS)}
      and cell.level = ${level}
      ${andOneOf(db, 'cell.trait', traits)}`;
}

/** Keeps a bucket only if it is split. */
export function joinSplit(
  db: Queryable,
  account_id: string,
  { counted, owner }: View,
  bucket: 'leaf' | Level,
  level: Fragment,
): Fragment {
  return db`
    join count_splits as split
      on split.account_id = ${unplanned(db, 'uuid', account_id)}
      and split.counted = ${quotedWord(db, counted)}
      and split.owner = ${unplanned(db, 'uuid', owner ?? ALL_OWNERS)}
      and split.level = ${level}
      and split.starts_at = ${db.unsafe(bucket)}.starts_at`;
}

// across accounts: each branch names its own account
export function unionOf(db: Queryable, branches: Branches): Fragment {
  return branches.reduce((all, one) => db`${all} union all ${one}`);
}

/** A word of ours as a literal in the text, so that every plan knows it. */
// across accounts: a word of a statement that names the account itself
export function quotedWord(db: Queryable, word: string): Fragment {
  return db.unsafe(`'${word}'`);
}

/** A further condition; empty without a filter. */
// across accounts: words of a statement that names the account itself
export function andOneOf(
  db: Queryable,
  column: 'cell.trait' | 'delta.trait',
  traits: readonly string[] | undefined,
): Fragment {
  return traits ? db`and ${db.unsafe(column)} = any (${unplanned(db, 'text[]', traits)}::text[])` : db``;
}
