import type { Paged } from '../../lib/sql/paging.ts';
import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';
import { toDatabase } from '../../lib/time/timestamps.ts';
import type { ListView } from '../view.ts';
import {
  andOneOf,
  cells,
  endsOf,
  quotedWord,
  ranks,
  unionOf,
  type Branches,
  type CountedView,
  type CountMoment,
} from './rank.ts';
import type { RowColumns, ListColumns } from './rows.ts';
import { walkCells } from './walk.ts';
import { accountCondition } from './account.ts';

/** Up to this offset whole rows are read and skipped. */
const NEAR = 100;
/** Up to this offset entries of an index are skipped; beyond it the cells give the start. */
const NEAR_PAGE_ROWS = 1_000;
const MOST_AT_ONCE = 100;

/** The rows of each index range that is listed: their ids for counting and skipping, or whole. */
export type RowSource = { table: string; rowsAs: (columns: RowColumns) => Branches };

/** The columns of a list, with the id and the column that orders it. */
export type SelectedColumns = { columns: Fragment; joins: Fragment };

/** The statement around the parts: the rows of the page beside the total, or the total beside a row of nulls. */
// across accounts: the parts name the account
export async function readPageRows<Row>(
  db: Queryable,
  listed: Fragment,
  { row, at }: Pick<ListColumns, 'row' | 'at'>,
  { columns, joins }: SelectedColumns,
): Promise<Paged<Row>[]> {
  return db<Paged<Row>[]>`
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
 * The parts `total` (total) and `page` (whole rows and their `at`) of a statement that lists, in one snapshot, so
 * they never disagree. The total is null for a list that has no cells yet; its page is then to be read row by row.
 */
export function listCells(db: Queryable, account_id: string, view: ListView, source: RowSource): Fragment {
  const moments = endsOf(view);
  return db`
    ${ledgerAndDeltas(db, account_id, view)},
    ${moments.length === 0 ? db`` : ranks(db, account_id, { view, moments, branches: source.rowsAs('id') })}
    total as (
      select case
        when exists (select 1 from ledger where ledger.row_count is null) then null
        else ${totalInCells(db, account_id, view)}
      end::int as total
    ),
    ${pageOf(db, account_id, view, source)}`;
}

/** The number of rows of a view without a time range; null for a list that has no cells yet. */
export async function readTotalInCells(
  db: Queryable,
  account_id: string,
  view: CountedView,
): Promise<number | null> {
  const [counted] = await db<[{ total: number | null }]>`
    with ${ledgerAndDeltas(db, account_id, view)}
    select case
      when exists (select 1 from ledger where ledger.row_count is null) then null
      else ${everything(db, account_id, view)}
    end::int as total`;
  return counted.total;
}

// across accounts: the parts name the account
export async function countRowByRow(db: Queryable, rows: Branches): Promise<number> {
  const [counted] = await db<[{ total: number }]>`
    select count(*)::int as total
    from (${unionOf(db, rows)}) as row`;
  return counted.total;
}

/**
 * How many rows are not older than each of the moments, which are in time order; null for a list that has no cells
 * yet.
 */
export async function readRanksInCells(
  db: Queryable,
  account_id: string,
  range: { view: CountedView; moments: readonly CountMoment[]; branches: Branches },
): Promise<{ name: string; count: number | null }[]> {
  return db<{ name: string; count: number | null }[]>`
    with ${ledgerAndDeltas(db, account_id, range.view)},
    ${ranks(db, account_id, range)}
    is_counted as (
      select not exists (select 1 from ledger where ledger.row_count is null) as is_counted
    )
    select since.name, case when is_counted.is_counted then since.count end::int as count
    from since
    cross join is_counted`;
}

// across accounts: the parts name the account
export async function countRowsSince(
  db: Queryable,
  rows: Branches,
  moments: readonly CountMoment[],
): Promise<{ name: string; count: number }[]> {
  return db<{ name: string; count: number }[]>`
    select moment.name, count(row.id)::int as count
    from unnest(
      ${moments.map(({ name }) => name)}::text[],
      ${moments.map(({ at }) => toDatabase(at))}::timestamptz[]
    ) as moment (name, at)
    left join (${unionOf(db, rows)}) as row on row.at >= moment.at
    group by moment.name`;
}

function ledgerAndDeltas(db: Queryable, account_id: string, view: CountedView): Fragment {
  return db`
    ledger as materialized (
      select ledger.row_count
      from count_ledgers as ledger
      where ledger.account_id = ${accountCondition(db, account_id)}
        and ledger.counted = ${quotedWord(db, view.counted)}
    ),
    delta as materialized (
      select delta.at, delta.change
      from count_deltas as delta
      where delta.account_id = ${accountCondition(db, account_id)}
        and delta.counted = ${quotedWord(db, view.counted)}
        ${view.owner === undefined ? db`` : db`and delta.owner = ${hideFromPlanner(db, 'uuid', view.owner)}`}
        ${andOneOf(db, 'delta.trait', view.traits)}
    )`;
}

/**
 * The parts of a page for conditions that cells do not contain, and for lists without cells. The matching rows are few:
 * they are materialised, because the planner would otherwise search the whole list for a page of them.
 */
export function listRowByRow(
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

function everything(db: Queryable, account_id: string, view: CountedView): Fragment {
  const is_whole = view.owner === undefined && view.traits === undefined;
  const folded = is_whole
    ? db`select sum(ledger.row_count) from ledger`
    : db`select sum(cell.count) from ${cells(db, account_id, view, quotedWord(db, 'month'))}`;
  return db`coalesce((${folded}), 0) + coalesce((select sum(delta.change) from delta), 0)`;
}

function pageOf(db: Queryable, account_id: string, view: ListView, source: RowSource): Fragment {
  if (view.offset <= NEAR) return nearPage(db, view, source);
  if (view.offset <= NEAR_PAGE_ROWS) return midPage(db, account_id, view, source);
  return farPage(db, account_id, view, source);
}

/** The literal bound tells the planner how small a page is, so that one plan serves every page. */
function nearPage(db: Queryable, view: ListView, { rowsAs }: RowSource): Fragment {
  return db`
    page as materialized (
      select near.*
      from (
        ${newestInRange(db, view, rowsAs('*'))}
        limit ${db.unsafe(String(NEAR + MOST_AT_ONCE))}
      ) as near
      order by near.at desc, near.id desc
      limit ${hideFromPlanner(db, 'bigint', view.limit)}
      offset ${offsetOf(db, view)}
    )`;
}

/** Skips entries of an index from the first row on. */
function midPage(db: Queryable, account_id: string, view: ListView, { table, rowsAs }: RowSource): Fragment {
  const ids = db`(${inOrder(db, rowsAs('id'))})`;
  const conditions = db`${since(db, view)} ${until(db, view)}`;
  return pageOfIds(db, account_id, view, { table, ids, conditions, skip: offsetOf(db, view) });
}

/** Begins at the end of a bucket, so at most one leaf is skipped. */
function farPage(db: Queryable, account_id: string, view: ListView, { table, rowsAs }: RowSource): Fragment {
  const ids = db`(${inOrder(db, rowsAs('id'))})`;
  const conditions = db`and row.at < (select place.ends_at from place) ${since(db, view)}`;
  const skip = db`(select place.skip from place)`;
  return db`
    ${walkCells(db, account_id, view)},
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
        where row.account_id = ${accountCondition(db, account_id)}
          and row.id = far.id
        limit 1
      ) as whole
      limit ${db.unsafe(String(MOST_AT_ONCE))}
    )`;
}

function offsetOf(db: Queryable, { offset }: ListView): Fragment {
  return hideFromPlanner(db, 'bigint', offset);
}

/** The rows of a range, newest first; more clauses may follow. */
// across accounts: each branch names its own account
export function newestInRange(
  db: Queryable,
  range: Pick<ListView, 'from' | 'before'>,
  branches: Branches,
): Fragment {
  return db`
    select row.*
    from (${inOrder(db, branches)}) as row
    where true ${since(db, range)} ${until(db, range)}
    order by row.at desc, row.id desc`;
}

/** Merges ordered branches; an unordered one would be read whole and sorted. */
function inOrder(db: Queryable, branches: Branches): Fragment {
  return unionOf(
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
    : db`and row.at >= ${hideFromPlanner(db, 'timestamptz', toDatabase(from))}`;
}

function until(db: Queryable, { before }: Pick<ListView, 'before'>): Fragment {
  return before === undefined
    ? db``
    : db`and row.at < ${hideFromPlanner(db, 'timestamptz', toDatabase(before))}`;
}
