import { firstBucketFrom, leavesAt, spansFrom, type Level } from '../../lib/sql/buckets.ts';
import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';
import { toDatabase } from '../../lib/time/timestamps.ts';
import { ALL_OWNERS, ALL_TRAITS, type ListView } from '../view.ts';
import { accountCondition } from './account.ts';

export type Branches = readonly Fragment[];
/** The rows that are counted, without a range or a page. */
export type CountedView = Pick<ListView, 'counted' | 'owner' | 'traits'>;

export type CountMoment = { name: string; at: Date };

/** The moments of a view's range, in time order. */
// across accounts: no statement
export function endsOf({ from, before }: ListView): CountMoment[] {
  const ends = Object.entries({ from, before }).flatMap(([name, at]) =>
    at === undefined ? [] : [{ name, at }],
  );
  return ends.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/**
 * The part `since` (name, count): how many rows are not older than each of the moments, which are in time order. It
 * adds up the cells after the moment, the unfolded deltas, and the rows from the moment to the end of its leaf. A row
 * is read once, however many of the moments are in one leaf. `delta` is a part of the statement around it.
 */
export function ranks(
  db: Queryable,
  account_id: string,
  { view, moments, branches }: { view: CountedView; moments: readonly CountMoment[]; branches: Branches },
): Fragment {
  const ends = moments.map(({ name, at }, index) => ({
    name,
    at: toDatabase(at),
    next_month: toDatabase(firstBucketFrom('month', at)),
    next_at: moments[index + 1]?.at,
  }));
  return db`
    since as materialized (
      select
        moment.name,
        (
          select coalesce(sum(part.count), 0)
          from ${stretches(db, moments, spansOf)} as span (name, level, starts_at, ends_at)
          cross join lateral (
            select sum(cell.count) as count
            from ${cells(db, account_id, view, db`span.level`)}
              and cell.starts_at >= span.starts_at
              and cell.starts_at < span.ends_at
          ) as part
          where span.name = moment.name
        ) + (
          select coalesce(sum(delta.change), 0)
          from delta
          where delta.at >= edge.at
        ) + sum(near.count) over (partition by edge.at order by moment.at desc, moment.name) as count
      from unnest(
        ${columnOf(db, 'text[]', ends, ({ name }) => name)},
        ${columnOf(db, 'timestamptz[]', ends, ({ at }) => at)},
        ${columnOf(db, 'timestamptz[]', ends, ({ next_month }) => next_month)},
        ${columnOf(db, 'timestamptz[]', ends, ({ next_at }) => (next_at ? toDatabase(next_at) : 'infinity'))}
      ) as moment (name, at, next_month, next_at)
      cross join lateral (
        select coalesce(min(leaf.ends_at), moment.next_month) as at
        from ${stretches(db, moments, leavesAt)} as leaf (name, level, starts_at, ends_at)
        join count_splits as split
          on split.account_id = ${accountCondition(db, account_id)}
          and ${ofSplit(db, view, 'leaf')}
        where leaf.name = moment.name
      ) as edge
      cross join lateral (
        select count(*) as count
        from (${unionOf(db, branches)}) as row
        where row.at >= moment.at
          and row.at < least(edge.at, moment.next_at)
      ) as near
    ),`;
}

type Stretch = { level: Level; starts_at: Date; ends_at: Date | undefined };

function spansOf(moment: Date): Stretch[] {
  return spansFrom(moment).map(({ level, from, before }) => ({ level, starts_at: from, ends_at: before }));
}

function stretches(db: Queryable, moments: readonly CountMoment[], of: (at: Date) => Stretch[]): Fragment {
  const list = moments.flatMap(({ name, at }) => of(at).map((one) => ({ name, ...one })));
  const ends = list.map(({ ends_at }) => (ends_at ? toDatabase(ends_at) : 'infinity'));
  return db`
    unnest(
      ${columnOf(db, 'text[]', list, ({ name }) => name)},
      ${columnOf(db, 'text[]', list, ({ level }) => level)},
      ${columnOf(db, 'timestamptz[]', list, ({ starts_at }) => toDatabase(starts_at))},
      ${hideFromPlanner(db, 'timestamptz[]', ends)}
    )`;
}

/** A column of rows that are given to `unnest`. */
function columnOf<Row>(
  db: Queryable,
  type: 'text[]' | 'timestamptz[]',
  rows: readonly Row[],
  valueOf: (row: Row) => string,
): Fragment {
  return hideFromPlanner(db, type, rows.map(valueOf));
}

/** The cells of a view at one level; more conditions may follow. */
export function cells(
  db: Queryable,
  account_id: string,
  { counted, owner, traits }: CountedView,
  level: Fragment,
): Fragment {
  return db`
    count_cells as cell
    where cell.account_id = ${accountCondition(db, account_id)}
      and cell.counted = ${quotedWord(db, counted)}
      and cell.owner = ${hideFromPlanner(db, 'uuid', owner ?? ALL_OWNERS)}
      and cell.level = ${level}
      ${traits ? andOneOf(db, 'cell.trait', traits) : db`and cell.trait = ${quotedWord(db, ALL_TRAITS)}`}`;
}

// across accounts: a condition of a statement that names the account itself
export function ofSplit(db: Queryable, { counted, owner }: CountedView, bucket: 'leaf' | 'place'): Fragment {
  return db`
    split.counted = ${quotedWord(db, counted)}
    and split.owner = ${hideFromPlanner(db, 'uuid', owner ?? ALL_OWNERS)}
    and split.level = ${db.unsafe(bucket)}.level
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
  return traits
    ? db`and ${db.unsafe(column)} = any (${hideFromPlanner(db, 'text[]', traits)}::text[])`
    : db``;
}
