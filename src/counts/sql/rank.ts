import {
  firstBucketFrom,
  listSplitBuckets,
  listBucketSpans,
  type BucketLevel,
} from '../../lib/sql/buckets.ts';
import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';
import { toDatabaseTimestamp } from '../../lib/time/timestamps.ts';
import { ALL_OWNERS, ALL_TRAITS, type ListView } from '../view.ts';
import { accountIdValue } from './account.ts';

export type UnionBranches = readonly Fragment[];
/** The filters of a view, without its time range and page. */
export type ViewFilters = Pick<ListView, 'counted' | 'owner' | 'traits'>;

export type CountMoment = { name: string; at: Date };

/** The start and end of a view's time range that are set, in ascending order. */
// across accounts: contains no SQL
export function rangeMoments({ from, before }: ListView): CountMoment[] {
  const ends = Object.entries({ from, before }).flatMap(([name, at]) =>
    at === undefined ? [] : [{ name, at }],
  );
  return ends.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/**
 * The CTE `since` (name, count): for each moment, the number of rows at or after it. The count is the sum of three
 * parts: the cells after the moment, the pending deltas, and the rows between the moment and the end of its smallest
 * cell. Rows are read once even if several moments are in one cell. The moments must be in ascending order, and the
 * statement must define the CTE `delta`.
 */
export function rowsSinceCte(
  db: Queryable,
  account_id: string,
  {
    view,
    moments,
    branches,
  }: { view: ViewFilters; moments: readonly CountMoment[]; branches: UnionBranches },
): Fragment {
  const ends = moments.map(({ name, at }, index) => ({
    name,
    at: toDatabaseTimestamp(at),
    next_month: toDatabaseTimestamp(firstBucketFrom('month', at)),
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
            from ${fromCellsClause(db, account_id, view, db`span.level`)}
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
        ${columnOf(db, 'timestamptz[]', ends, ({ next_at }) => (next_at ? toDatabaseTimestamp(next_at) : 'infinity'))}
      ) as moment (name, at, next_month, next_at)
      cross join lateral (
        select coalesce(min(leaf.ends_at), moment.next_month) as at
        from ${stretches(db, moments, listSplitBuckets)} as leaf (name, level, starts_at, ends_at)
        join count_splits as split
          on split.account_id = ${accountIdValue(db, account_id)}
          and ${isSplitCondition(db, view, 'leaf')}
        where leaf.name = moment.name
      ) as edge
      cross join lateral (
        select count(*) as count
        from (${unionAllOf(db, branches)}) as row
        where row.at >= moment.at
          and row.at < least(edge.at, moment.next_at)
      ) as near
    ),`;
}

type Stretch = { level: BucketLevel; starts_at: Date; ends_at: Date | undefined };

function spansOf(moment: Date): Stretch[] {
  return listBucketSpans(moment).map(({ level, from, before }) => ({
    level,
    starts_at: from,
    ends_at: before,
  }));
}

function stretches(db: Queryable, moments: readonly CountMoment[], of: (at: Date) => Stretch[]): Fragment {
  const list = moments.flatMap(({ name, at }) => of(at).map((one) => ({ name, ...one })));
  const ends = list.map(({ ends_at }) => (ends_at ? toDatabaseTimestamp(ends_at) : 'infinity'));
  return db`
    unnest(
      ${columnOf(db, 'text[]', list, ({ name }) => name)},
      ${columnOf(db, 'text[]', list, ({ level }) => level)},
      ${columnOf(db, 'timestamptz[]', list, ({ starts_at }) => toDatabaseTimestamp(starts_at))},
      ${hideFromPlanner(db, 'timestamptz[]', ends)}
    )`;
}

/** One column of the rows as an array parameter for `unnest`. */
function columnOf<Row>(
  db: Queryable,
  type: 'text[]' | 'timestamptz[]',
  rows: readonly Row[],
  valueOf: (row: Row) => string,
): Fragment {
  return hideFromPlanner(db, type, rows.map(valueOf));
}

/** The cells of a view at one level, such as day, for a `from` clause. The caller may append conditions. */
export function fromCellsClause(
  db: Queryable,
  account_id: string,
  { counted, owner, traits }: ViewFilters,
  level: Fragment,
): Fragment {
  return db`
    count_cells as cell
    where cell.account_id = ${accountIdValue(db, account_id)}
      and cell.counted = ${unescapedLiteral(db, counted)}
      and cell.owner = ${hideFromPlanner(db, 'uuid', owner ?? ALL_OWNERS)}
      and cell.level = ${level}
      ${traits ? andOneOf(db, 'cell.trait', traits) : db`and cell.trait = ${unescapedLiteral(db, ALL_TRAITS)}`}`;
}

// across accounts: a condition in a statement that filters by account
export function isSplitCondition(
  db: Queryable,
  { counted, owner }: ViewFilters,
  bucket: 'leaf' | 'place',
): Fragment {
  return db`
    split.counted = ${unescapedLiteral(db, counted)}
    and split.owner = ${hideFromPlanner(db, 'uuid', owner ?? ALL_OWNERS)}
    and split.level = ${db.unsafe(bucket)}.level
    and split.starts_at = ${db.unsafe(bucket)}.starts_at`;
}

// across accounts: each index range filters by account
export function unionAllOf(db: Queryable, branches: UnionBranches): Fragment {
  return branches.reduce((all, one) => db`${all} union all ${one}`);
}

/**
 * Returns a constant as a literal in the SQL, so that the generic plan uses its statistics. Nothing is escaped: never
 * pass user input.
 */
// across accounts: a literal in a statement that filters by account
export function unescapedLiteral(db: Queryable, word: string): Fragment {
  return db.unsafe(`'${word}'`);
}

/** A condition on the trait column, or an empty fragment if the view has no filter. */
// across accounts: a condition in a statement that filters by account
export function andOneOf(
  db: Queryable,
  column: 'cell.trait' | 'delta.trait',
  traits: readonly string[] | undefined,
): Fragment {
  return traits
    ? db`and ${db.unsafe(column)} = any (${hideFromPlanner(db, 'text[]', traits)}::text[])`
    : db``;
}
