import type { RowWithTotal } from '../../lib/sql/paging.ts';
import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';
import { toDatabaseTimestamp } from '../../lib/time/timestamps.ts';
import type { ListView } from '../view.ts';
import {
  andOneOf,
  fromCellsClause,
  rangeMoments,
  unescapedLiteral,
  rowsSinceCte,
  unionAllOf,
  type UnionBranches,
  type ViewFilters,
  type CountMoment,
} from './rank.ts';
import type { RowColumns, ListColumns } from './rows.ts';
import { pageStartCte } from './pageStart.ts';
import { accountIdValue } from './account.ts';

/** Up to this offset the statement reads whole rows and skips them. */
const NEAR = 100;
/** Up to this offset the statement skips index entries. Beyond it, cells determine where the page begins. */
const NEAR_PAGE_ROWS = 1_000;
const MOST_AT_ONCE = 100;

/** Selects the rows of each index range of a list: only ids for counting and skipping, or whole rows. */
export type RowSource = { table: string; rowsAs: (columns: RowColumns) => UnionBranches };

/** The columns of a list's rows, which must include the id and the order column, and the joins they need. */
export type SelectedColumns = { columns: Fragment; joins: Fragment };

/** Runs the CTEs `total` and `page`. Each result row contains the total; an empty page returns one row of nulls. */
// across accounts: the embedded parts filter by account
export async function readPageRows<Row>(
  db: Queryable,
  listed: Fragment,
  { row, at }: Pick<ListColumns, 'row' | 'at'>,
  { columns, joins }: SelectedColumns,
): Promise<RowWithTotal<Row>[]> {
  return db<RowWithTotal<Row>[]>`
    with recursive ${listed}
    select total.total, shown.*
    from total
    left join lateral (
      select ${columns}
      from page as ${db.unsafe(row)}
      ${joins}
    ) as shown on true
    order by shown.${db.unsafe(at)} desc, shown.id desc`;
}

/**
 * The CTEs `total` and `page` of one statement, so that both come from one snapshot. The total is null for a list
 * without counts; the caller must then use `rowByRowCtes`.
 */
export function pageCtes(db: Queryable, account_id: string, view: ListView, source: RowSource): Fragment {
  const moments = rangeMoments(view);
  return db`
    ${ledgerAndDeltas(db, account_id, view)},
    ${moments.length === 0 ? db`` : rowsSinceCte(db, account_id, { view, moments, branches: source.rowsAs('id') })}
    total as (
      select case
        when exists (select 1 from ledger where ledger.row_count is null) then null
        else ${totalInCells(db, account_id, view)}
      end::int as total
    ),
    ${pageOf(db, account_id, view, source)}`;
}

/** The number of rows of a view without a time range, from stored counts; null for a list without counts. */
export async function readTotalByCells(
  db: Queryable,
  account_id: string,
  view: ViewFilters,
): Promise<number | null> {
  const [counted] = await db<[{ total: number | null }]>`
    with ${ledgerAndDeltas(db, account_id, view)}
    select case
      when exists (select 1 from ledger where ledger.row_count is null) then null
      else ${everything(db, account_id, view)}
    end::int as total`;
  return counted.total;
}

// across accounts: the embedded parts filter by account
export async function countRowsOneByOne(db: Queryable, rows: UnionBranches): Promise<number> {
  const [counted] = await db<[{ total: number }]>`
    select count(*)::int as total
    from (${unionAllOf(db, rows)}) as row`;
  return counted.total;
}

/**
 * For each moment, the number of rows at or after it; null for a list without counts. The moments must be in ascending
 * order.
 */
export async function countRowsSinceByCells(
  db: Queryable,
  account_id: string,
  range: { view: ViewFilters; moments: readonly CountMoment[]; branches: UnionBranches },
): Promise<{ name: string; count: number | null }[]> {
  return db<{ name: string; count: number | null }[]>`
    with ${ledgerAndDeltas(db, account_id, range.view)},
    ${rowsSinceCte(db, account_id, range)}
    is_counted as (
      select not exists (select 1 from ledger where ledger.row_count is null) as is_counted
    )
    select since.name, case when is_counted.is_counted then since.count end::int as count
    from since
    cross join is_counted`;
}

// across accounts: the embedded parts filter by account
export async function countRowsSince(
  db: Queryable,
  rows: UnionBranches,
  moments: readonly CountMoment[],
): Promise<{ name: string; count: number }[]> {
  return db<{ name: string; count: number }[]>`
    select moment.name, count(row.id)::int as count
    from unnest(
      ${moments.map(({ name }) => name)}::text[],
      ${moments.map(({ at }) => toDatabaseTimestamp(at))}::timestamptz[]
    ) as moment (name, at)
    left join (${unionAllOf(db, rows)}) as row on row.at >= moment.at
    group by moment.name`;
}

function ledgerAndDeltas(db: Queryable, account_id: string, view: ViewFilters): Fragment {
  return db`
    ledger as materialized (
      select ledger.row_count
      from count_ledgers as ledger
      where ledger.account_id = ${accountIdValue(db, account_id)}
        and ledger.counted = ${unescapedLiteral(db, view.counted)}
    ),
    delta as materialized (
      select delta.at, delta.change
      from count_deltas as delta
      where delta.account_id = ${accountIdValue(db, account_id)}
        and delta.counted = ${unescapedLiteral(db, view.counted)}
        ${view.owner === undefined ? db`` : db`and delta.owner = ${hideFromPlanner(db, 'uuid', view.owner)}`}
        ${andOneOf(db, 'delta.trait', view.traits)}
    )`;
}

/**
 * The CTEs `total` and `page` for conditions without stored counts, and for lists that are not counted yet. With
 * `is_short`, few rows match and they are materialized; otherwise the planner would scan the whole list for one page.
 */
export function rowByRowCtes(
  db: Queryable,
  account_id: string,
  view: ListView,
  { source, is_short }: { source: RowSource; is_short: boolean },
): Fragment {
  return db`
    match as ${is_short ? db`materialized` : db`not materialized`} (
      select row.id, row.at
      from (${inOrder(db, source.rowsAs('id'))}) as row
      where true ${since(db, view)} ${until(db, view)}
    ),
    total as (
      select count(*)::int as total
      from match
    ),
    ${pageOfIds(db, account_id, view, { table: source.table, ids: db`match`, skip: offsetOf(db, view) })}`;
}

function totalInCells(db: Queryable, account_id: string, view: ListView): Fragment {
  const { from, before } = view;
  const since =
    from === undefined
      ? everything(db, account_id, view)
      : db`(select since.count from since where since.name = 'from')`;
  if (before === undefined) return db`(${since})`;
  return db`greatest(0, ${since} - (select since.count from since where since.name = 'before'))`;
}

function everything(db: Queryable, account_id: string, view: ViewFilters): Fragment {
  const is_whole = view.owner === undefined && view.traits === undefined;
  const folded = is_whole
    ? db`select sum(ledger.row_count) from ledger`
    : db`select sum(cell.count) from ${fromCellsClause(db, account_id, view, unescapedLiteral(db, 'month'))}`;
  return db`coalesce((${folded}), 0) + coalesce((select sum(delta.change) from delta), 0)`;
}

function pageOf(db: Queryable, account_id: string, view: ListView, source: RowSource): Fragment {
  if (view.offset <= NEAR) return nearPage(db, view, source);
  if (view.offset <= NEAR_PAGE_ROWS) return midPage(db, account_id, view, source);
  return farPage(db, account_id, view, source);
}

/** The inner limit is a literal, so that the generic plan knows that only few rows are read. */
function nearPage(db: Queryable, view: ListView, { rowsAs }: RowSource): Fragment {
  return db`
    page as materialized (
      select near.*
      from (
        ${selectNewestInRange(db, view, rowsAs('*'))}
        limit ${db.unsafe(String(NEAR + MOST_AT_ONCE))}
      ) as near
      order by near.at desc, near.id desc
      limit ${hideFromPlanner(db, 'bigint', view.limit)}
      offset ${offsetOf(db, view)}
    )`;
}

/** Skips index entries from the newest row to the offset, and reads whole rows only for the page. */
function midPage(db: Queryable, account_id: string, view: ListView, { table, rowsAs }: RowSource): Fragment {
  const ids = db`(${inOrder(db, rowsAs('id'))})`;
  const conditions = db`${since(db, view)} ${until(db, view)}`;
  return pageOfIds(db, account_id, view, { table, ids, conditions, skip: offsetOf(db, view) });
}

/** Starts reading at the time bucket that contains the first row, so at most the entries of one bucket are skipped. */
function farPage(db: Queryable, account_id: string, view: ListView, { table, rowsAs }: RowSource): Fragment {
  const ids = db`(${inOrder(db, rowsAs('id'))})`;
  const conditions = db`and row.at < (select place.ends_at from place) ${since(db, view)}`;
  const skip = db`(select place.skip from place)`;
  return db`
    ${pageStartCte(db, account_id, view)},
    ${pageOfIds(db, account_id, view, { table, ids, conditions, skip })}`;
}

type Ids = { table: string; ids: Fragment; conditions?: Fragment; skip: Fragment };

function pageOfIds(
  db: Queryable,
  account_id: string,
  view: ListView,
  { table, ids, conditions = db``, skip }: Ids,
): Fragment {
  return db`
    page as materialized (
      select whole.*, far.at
      from (
        select row.id, row.at
        from ${ids} as row
        where true ${conditions}
        order by row.at desc, row.id desc
        limit ${hideFromPlanner(db, 'bigint', view.limit)}
        offset ${skip}
      ) as far
      cross join lateral (
        select row.*
        from ${db.unsafe(table)} as row
        where row.account_id = ${accountIdValue(db, account_id)}
          and row.id = far.id
        limit 1
      ) as whole
      limit ${db.unsafe(String(MOST_AT_ONCE))}
    )`;
}

function offsetOf(db: Queryable, { offset }: ListView): Fragment {
  return hideFromPlanner(db, 'bigint', offset);
}

/** A select of the rows in a time range, newest first. The caller may append clauses such as `limit`. */
// across accounts: each index range filters by account
export function selectNewestInRange(
  db: Queryable,
  range: Pick<ListView, 'from' | 'before'>,
  branches: UnionBranches,
): Fragment {
  return db`
    select row.*
    from (${inOrder(db, branches)}) as row
    where true ${since(db, range)} ${until(db, range)}
    order by row.at desc, row.id desc`;
}

/** Unites index ranges. Each range has its own `order by`, so that PostgreSQL merges them without sorting all rows. */
function inOrder(db: Queryable, branches: UnionBranches): Fragment {
  return unionAllOf(
    db,
    branches.map(
      (branch) => db`(
        select branch.*
        from (${branch}) as branch
        order by branch.at desc, branch.id desc
      )`,
    ),
  );
}

function since(db: Queryable, { from }: Pick<ListView, 'from'>): Fragment {
  return from === undefined
    ? db``
    : db`and row.at >= ${hideFromPlanner(db, 'timestamptz', toDatabaseTimestamp(from))}`;
}

function until(db: Queryable, { before }: Pick<ListView, 'before'>): Fragment {
  return before === undefined
    ? db``
    : db`and row.at < ${hideFromPlanner(db, 'timestamptz', toDatabaseTimestamp(before))}`;
}
