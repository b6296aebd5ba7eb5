import { pageOf, type RowPage } from '../lib/sql/paging.ts';
import type { Fragment, Queryable, Transaction } from '../lib/sql/sql.ts';
import { rangeOf } from '../lib/time/timestamps.ts';
import { insertChangeDeltas, insertNewDeltas, type CountedChange, type CountedRow } from './sql/deltas.ts';
import {
  countRowByRow,
  countRowsSince,
  listCells,
  listRowByRow,
  newestInRange,
  readPageRows,
  readRanksInCells,
  readTotalInCells,
  type SelectedColumns,
} from './sql/page.ts';
import { everyRow, matchingRows, type AskedFilter, type RowColumns, type ListColumns } from './sql/rows.ts';
import type { CountedSource, ListView } from './view.ts';

export type PageFilter = {
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  offset: number;
};

/** A counted list: its table, and the columns that are counted. A filter has the name of its column. */
export type ListDeclaration<Filter extends PageFilter> = {
  table: string;
  /** The alias of a row in statements that write and list. */
  row: string;
  /** The column that lists are ordered by, newest first. */
  at: string;
  /** The column of the owner; each owner has a list of its own. */
  owner?: keyof Filter & string;
  /** Other columns to filter by, with their values; an index holds the account, these columns, `at` and the id. */
  traits: { [Column in keyof Filter & string]?: readonly NonNullable<Filter[Column]>[] };
  /** The column that is set when a row is not listed any more. */
  deleted_at?: string;
  /** Conditions that few rows meet; these are counted row by row. */
  uncounted?: (db: Queryable, filter: Filter, account_id: string) => Fragment[];
};

/** A list whose total and pages cost the same whatever its length. */
export type CountedList<Filter extends PageFilter> = CountedSource & {
  /** A page and the total, of one snapshot. */
  readPage: <Row extends object>(
    db: Queryable,
    account_id: string,
    filter: Filter,
    selection: SelectedColumns,
  ) => Promise<RowPage<Row>>;
  /** The rows of lists that differ in a counted column, newest first, with their `at`; more clauses may follow. */
  newestRows: (
    db: Queryable,
    account_id: string,
    filters: readonly [Filter, ...Filter[]],
    columns: RowColumns,
  ) => Fragment;
  /** The number of rows, of one owner or of all, with one of the values of a trait; no row is read. */
  readTotal: <Column extends keyof Filter & string>(
    db: Queryable,
    account_id: string,
    column: Column,
    values: readonly NonNullable<Filter[Column]>[],
    owner?: string,
  ) => Promise<number>;
  /** The number of rows from each moment until the next one; the moments are in time order. */
  countPeriods: (db: Queryable, account_id: string, moments: readonly Date[]) => Promise<number[]>;
  /** To be sent along with the statement that inserts the rows. */
  noteInserted: (tx: Transaction, account_id: string, rows: readonly CountedRow[]) => Promise<void>;
  /** To be sent along with the statement that changes rows which the transaction holds. */
  noteUpdated: (tx: Transaction, account_id: string, changes: readonly CountedChange[]) => Promise<void>;
};

export function countedList<Filter extends PageFilter>(
  declared: ListDeclaration<Filter>,
): CountedList<Filter> {
  const traits: Traits = Object.entries(declared.traits);
  const list: ListColumns = { ...declared, traits: traits.map(([column]) => column) };
  return {
    name: list.table,
    rowsOf: (db, account_id) => everyRow(db, account_id, list),
    noteInserted: (tx, account_id, rows) => insertNewDeltas(tx, account_id, list, rows),
    noteUpdated: (tx, account_id, changes) => insertChangeDeltas(tx, account_id, list, changes),
    newestRows(db, account_id, filters, columns) {
      const branches = filters.flatMap((filter) => branchesOf(traits, askedOf(list, filter)));
      const rows = branches.map((asked) =>
        matchingRows(db, account_id, list, { asked, conditions: [], columns }),
      );
      return newestInRange(db, rangeOf(filters[0]), rows);
    },
    async readTotal(db, account_id, column, values, owner) {
      const owned = list.owner === undefined || owner === undefined ? {} : { [list.owner]: owner };
      const branches = values.flatMap((value) => branchesOf(traits, { [column]: String(value), ...owned }));
      const total = await readTotalInCells(db, account_id, {
        counted: list.table,
        owner,
        traits: branches.map((branch) => traitOf(list, branch)),
      });
      if (total !== null) return total;
      const rows = branches.map((asked) =>
        matchingRows(db, account_id, list, { asked, conditions: [], columns: 'id' }),
      );
      return countRowByRow(db, rows);
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
          branches.map((one) => matchingRows(db, account_id, list, { asked: one, conditions, columns })),
      };
      const read = (listed: Fragment) => readPageRows<Row>(db, listed, list, selection);
      const rows = is_short ? [] : await read(listCells(db, account_id, view, source));
      const is_counted = rows.length > 0 && rows[0]?.total !== null;
      return pageOf<Row>(
        is_counted ? rows : await read(listRowByRow(db, account_id, view, { source, is_short })),
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
  const branches = [matchingRows(db, account_id, list, { asked: {}, conditions: [], columns: 'id' })];
  const inCells = await readRanksInCells(db, account_id, { view, moments, branches });
  const is_counted = inCells.every(({ count }) => count !== null);
  const ranks = is_counted ? inCells : await countRowsSince(db, branches, moments);
  const counts = new Map(ranks.map(({ name, count }) => [name, count ?? 0]));
  const since = moments.map(({ name }) => counts.get(name) ?? 0);
  return since.slice(0, -1).map((count, index) => count - (since[index + 1] ?? 0));
}

type Traits = [column: string, values: readonly string[]][];

/** The columns that a filter names, with the values that rows must have. */
function askedOf({ owner, traits }: ListColumns, filter: PageFilter): AskedFilter {
  const columns = new Set([...traits, owner]);
  const given: [string, unknown][] = Object.entries(filter);
  return Object.fromEntries(
    given.flatMap(([column, value]) =>
      columns.has(column) && typeof value === 'string' ? [[column, value]] : [],
    ),
  );
}

/** The index ranges that hold the filtered rows; the whole list without a filter. */
function branchesOf(traits: Traits, asked: AskedFilter): AskedFilter[] {
  if (Object.keys(asked).length === 0) return [{}];
  return traits.reduce<AskedFilter[]>(
    (branches, [column, values]) =>
      branches.flatMap((branch) => {
        const value = asked[column];
        return (value === undefined ? values : [value]).map((one) => ({ ...branch, [column]: one }));
      }),
    [asked],
  );
}

function viewOf(list: ListColumns, traits: Traits, filter: PageFilter, asked: AskedFilter): ListView {
  const is_narrow = list.traits.some((column) => column in asked);
  return {
    counted: list.table,
    owner: list.owner === undefined ? undefined : asked[list.owner],
    traits: is_narrow ? branchesOf(traits, asked).map((branch) => traitOf(list, branch)) : undefined,
    ...rangeOf(filter),
    limit: filter.limit,
    offset: filter.offset,
  };
}

/** The trait of a row, joined in the same way as in deltas and `everyRow`. */
function traitOf({ traits }: ListColumns, branch: AskedFilter): string {
  return traits.map((column) => branch[column]).join(' ');
}
