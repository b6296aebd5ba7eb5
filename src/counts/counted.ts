import { pageOf, type RowPage } from '../lib/sql/paging.ts';
import type { Fragment, Queryable, Transaction } from '../lib/sql/sql.ts';
import { halfOpenRangeOf } from '../lib/time/timestamps.ts';
import {
  insertDeltasForUpdates,
  insertDeltasForInserts,
  type RowChange,
  type CountedRow,
} from './sql/deltas.ts';
import {
  countRowsOneByOne,
  countRowsSince,
  pageCtes,
  rowByRowCtes,
  selectNewestInRange,
  readPageRows,
  countRowsSinceByCells,
  readTotalByCells,
  type SelectedColumns,
} from './sql/page.ts';
import {
  selectEveryRow,
  selectMatchingRows,
  type ColumnValueFilter,
  type RowColumns,
  type ListColumns,
} from './sql/rows.ts';
import type { CountedSource, ListView } from './view.ts';

export type PageFilter = {
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  offset: number;
};

/** The declaration of a counted list: its table and the columns to count by. A filter is named after its column. */
export type CountedListOptions<Filter extends PageFilter> = {
  table: string;
  /** The table alias that the statements of the feature use. */
  row: string;
  /** The timestamp column that orders the list, newest first. */
  at: string;
  /** The column with the owner of a row, such as a user. Counts are also stored per owner. */
  owner?: keyof Filter & string;
  /**
   * Further columns to filter by, with all their values. The table needs an index on the account, these columns, `at`
   * and the id.
   */
  traits: { [Column in keyof Filter & string]?: readonly NonNullable<Filter[Column]>[] };
  /** The column that marks a row as deleted. Deleted rows are neither listed nor counted. */
  deleted_at?: string;
  /** Conditions without stored counts. They must match few rows, because the statement counts the matching rows. */
  uncounted?: (db: Queryable, filter: Filter, account_id: string) => Fragment[];
};

/** A list with stored counts. The time to read the total or any page does not depend on the number of rows. */
export type CountedList<Filter extends PageFilter> = CountedSource & {
  /** Reads a page and the total in one snapshot. */
  readPage: <Row extends object>(
    db: Queryable,
    account_id: string,
    filter: Filter,
    selection: SelectedColumns,
  ) => Promise<RowPage<Row>>;
  /**
   * A select of the rows that match any of the filters, newest first, with the order column as `at`. The caller may
   * append clauses such as `limit`.
   */
  newestRows: (
    db: Queryable,
    account_id: string,
    filters: readonly [Filter, ...Filter[]],
    columns: RowColumns,
  ) => Fragment;
  /** The number of rows with one of the values, of one owner or of all owners. It reads stored counts, not rows. */
  readTotal: <Column extends keyof Filter & string>(
    db: Queryable,
    account_id: string,
    column: Column,
    values: readonly NonNullable<Filter[Column]>[],
    owner?: string,
  ) => Promise<number>;
  /** The number of rows between each moment and the next one. The moments must be in ascending order. */
  countPeriods: (db: Queryable, account_id: string, moments: readonly Date[]) => Promise<number[]>;
  /** Counts inserted rows. Call it in the transaction of the insert. */
  noteInserted: (tx: Transaction, account_id: string, rows: readonly CountedRow[]) => Promise<void>;
  /** Counts changed rows. Call it in the transaction of the update, which must have locked the rows first. */
  noteUpdated: (tx: Transaction, account_id: string, changes: readonly RowChange[]) => Promise<void>;
};

export function defineCountedList<Filter extends PageFilter>(
  declared: CountedListOptions<Filter>,
): CountedList<Filter> {
  const traits: Traits = Object.entries(declared.traits);
  const list: ListColumns = { ...declared, traits: traits.map(([column]) => column) };
  return {
    name: list.table,
    rowsOf: (db, account_id) => selectEveryRow(db, account_id, list),
    noteInserted: (tx, account_id, rows) => insertDeltasForInserts(tx, account_id, list, rows),
    noteUpdated: (tx, account_id, changes) => insertDeltasForUpdates(tx, account_id, list, changes),
    newestRows(db, account_id, filters, columns) {
      const branches = filters.flatMap((filter) => branchesOf(traits, askedOf(list, filter)));
      const rows = branches.map((asked) =>
        selectMatchingRows(db, account_id, list, { asked, conditions: [], columns }),
      );
      return selectNewestInRange(db, halfOpenRangeOf(filters[0]), rows);
    },
    async readTotal(db, account_id, column, values, owner) {
      const owned = list.owner === undefined || owner === undefined ? {} : { [list.owner]: owner };
      const branches = values.flatMap((value) => branchesOf(traits, { [column]: String(value), ...owned }));
      const total = await readTotalByCells(db, account_id, {
        counted: list.table,
        owner,
        traits: branches.map((branch) => traitOf(list, branch)),
      });
      if (total !== null) return total;
      const rows = branches.map((asked) =>
        selectMatchingRows(db, account_id, list, { asked, conditions: [], columns: 'id' }),
      );
      return countRowsOneByOne(db, rows);
    },
    countPeriods: (db, account_id, moments) => countPeriods(db, account_id, list, moments),
    async readPage<Row extends object>(
      db: Queryable,
      account_id: string,
      filter: Filter,
      selection: SelectedColumns,
    ): Promise<RowPage<Row>> {
      const conditions = declared.uncounted?.(db, filter, account_id) ?? [];
      const asked = askedOf(list, filter);
      const view = viewOf(list, traits, filter, asked);
      const is_short = conditions.length > 0;
      const branches = is_short ? [asked] : branchesOf(traits, asked);
      const source = {
        table: list.table,
        rowsAs: (columns: RowColumns) =>
          branches.map((one) =>
            selectMatchingRows(db, account_id, list, { asked: one, conditions, columns }),
          ),
      };
      const read = (listed: Fragment) => readPageRows<Row>(db, listed, list, selection);
      const rows = is_short ? [] : await read(pageCtes(db, account_id, view, source));
      const is_counted = rows.length > 0 && rows[0]?.total !== null;
      return pageOf<Row>(
        is_counted ? rows : await read(rowByRowCtes(db, account_id, view, { source, is_short })),
      );
    },
  };
}

async function countPeriods(
  db: Queryable,
  account_id: string,
  list: ListColumns,
  dates: readonly Date[],
): Promise<number[]> {
  const moments = dates.map((at, index) => ({ name: String(index), at }));
  const view = { counted: list.table, owner: undefined, traits: undefined };
  const branches = [selectMatchingRows(db, account_id, list, { asked: {}, conditions: [], columns: 'id' })];
  const inCells = await countRowsSinceByCells(db, account_id, { view, moments, branches });
  const is_counted = inCells.every(({ count }) => count !== null);
  const ranks = is_counted ? inCells : await countRowsSince(db, branches, moments);
  const counts = new Map(ranks.map(({ name, count }) => [name, count]));
  const since = moments.map(({ name }) => counts.get(name) ?? 0);
  return since.slice(0, -1).map((count, index) => count - (since[index + 1] ?? 0));
}

type Traits = [column: string, values: readonly string[]][];

/** The counted columns in a filter, with the values that rows must have. */
function askedOf({ owner, traits }: ListColumns, filter: PageFilter): ColumnValueFilter {
  const columns = new Set([...traits, owner]);
  const given: [string, unknown][] = Object.entries(filter);
  return Object.fromEntries(
    given.flatMap(([column, value]) =>
      columns.has(column) && typeof value === 'string' ? [[column, value]] : [],
    ),
  );
}

/**
 * Splits a filter into index ranges: one for each combination of values of the columns that the filter omits. Without a
 * filter, one range covers the whole list.
 */
function branchesOf(traits: Traits, asked: ColumnValueFilter): ColumnValueFilter[] {
  if (Object.keys(asked).length === 0) return [{}];
  return traits.reduce<ColumnValueFilter[]>(
    (branches, [column, values]) =>
      branches.flatMap((branch) => {
        const value = asked[column];
        return (value === undefined ? values : [value]).map((one) => ({ ...branch, [column]: one }));
      }),
    [asked],
  );
}

function viewOf(list: ListColumns, traits: Traits, filter: PageFilter, asked: ColumnValueFilter): ListView {
  const is_narrow = list.traits.some((column) => column in asked);
  return {
    counted: list.table,
    owner: list.owner === undefined ? undefined : asked[list.owner],
    traits: is_narrow ? branchesOf(traits, asked).map((branch) => traitOf(list, branch)) : undefined,
    ...halfOpenRangeOf(filter),
    limit: filter.limit,
    offset: filter.offset,
  };
}

/** Joins the values of the counted columns into one text. Deltas and `selectEveryRow` join them in the same way. */
function traitOf({ traits }: ListColumns, branch: ColumnValueFilter): string {
  return traits.map((column) => branch[column]).join(' ');
}
