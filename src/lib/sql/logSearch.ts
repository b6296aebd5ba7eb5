import { momentOf } from '../ids.ts';
import { cutPage } from './paging.ts';
import type { Fragment, Queryable } from './sql.ts';

/**
 * Searches the newest rows of a log. Many filters of a log have no index: a page with few matches would read the whole
 * log, and a far offset reads every row that it skips. A search therefore reads and filters only the newest
 * MOST_SEARCHED rows of its range. If the range has more rows, the page contains `searched_to`, the time of the newest
 * row that was not read; the same request with `to` set to that time continues. Trade-off: an offset cannot exceed
 * MOST_SEARCHED.
 */
export const MOST_SEARCHED = 10_000;

export type SearchableLog = {
  table: string;
  /** The table alias that the conditions use. */
  row: string;
  /**
   * The columns of the sort order, all descending. The first column is a UUIDv7, which contains the time of the row.
   */
  order: readonly [string, ...string[]];
};

type Conditions = readonly (Fragment | undefined)[];

export type LogFilter = {
  /** Conditions on the account and on the time of the rows. */
  range: Fragment;
  /**
   * Conditions that an index with the log's sort order serves, the most selective first. Only the first one narrows the
   * searched rows.
   */
  indexed: Conditions;
  others: Conditions;
};

/** A page of a log. `searched_to` is null if a next page exists or if the search covered the whole range. */
export type SearchedPage<Row> = { shown: Row[]; has_more: boolean; searched_to: string | null };

/**
 * Reads one page of a log. `select` wraps the rows of the page, which keep the alias `log.row`, in the final statement.
 */
export async function searchLog<Row extends object>(
  db: Queryable,
  log: SearchableLog,
  filter: LogFilter,
  { limit, offset, select }: { limit: number; offset: number; select: (rows: Fragment) => Fragment },
): Promise<SearchedPage<Row>> {
  const { range, rest } = divide(db, filter);
  // Without a filter, the page reads the range directly, because every row of the range matches.
  const rows = rest && db`(${selectNewestRows(db, log, filter)})`;
  const reachable = Math.max(0, Math.min(limit + 1, MOST_SEARCHED - offset));
  const page = db`
    select *
    from ${rows ?? db.unsafe(log.table)} as ${db.unsafe(log.row)}
    where ${rest ?? range}
    order by ${orderOf(db, log)}
    limit ${reachable}
    offset ${Math.min(offset, MOST_SEARCHED)}`;
  const found = await db<Row[]>`${select(page)}`;
  const { shown, has_more } = cutPage(found, limit);
  const is_end = rest === undefined && offset + found.length < MOST_SEARCHED;
  return { shown, has_more, searched_to: has_more || is_end ? null : await findUnread(db, log, range) };
}

/** Builds a query for all matching rows without the search limit, for exports. */
// across accounts: the range names the account
export function selectAllMatchingRows(
  db: Queryable,
  { table, row }: SearchableLog,
  filter: LogFilter,
): Fragment {
  const { range, rest } = divide(db, filter);
  return db`
    select *
    from ${db.unsafe(table)} as ${db.unsafe(row)}
    where ${range}
      ${rest ? db`and ${rest}` : db``}`;
}

/** Builds a query for the newest MOST_SEARCHED rows of the range, before the filter is applied. */
// across accounts: the range names the account
export function selectNewestRows(db: Queryable, log: SearchableLog, filter: LogFilter): Fragment {
  return db`
    select *
    from ${db.unsafe(log.table)} as ${db.unsafe(log.row)}
    where ${divide(db, filter).range}
    order by ${orderOf(db, log)}
    limit ${db.unsafe(String(MOST_SEARCHED))}`;
}

/** Returns the time of the newest row that the search did not read, or null if it read the whole range. */
// across accounts: the range names the account
async function findUnread(db: Queryable, log: SearchableLog, range: Fragment): Promise<string | null> {
  const [unread] = await db<{ id: string }[]>`
    select ${db.unsafe(`${log.row}.${log.order[0]}`)} as id
    from ${db.unsafe(log.table)} as ${db.unsafe(log.row)}
    where ${range}
    order by ${orderOf(db, log)}
    limit 1
    offset ${MOST_SEARCHED}`;
  return unread ? momentOf(unread.id).toISOString() : null;
}

/** Adds the most selective indexed condition to the range; all other conditions become the filter. */
// across accounts: the range names the account
function divide(
  db: Queryable,
  { range, indexed, others }: LogFilter,
): { range: Fragment; rest: Fragment | undefined } {
  const [narrowest, ...remaining] = indexed.filter((one) => one !== undefined);
  const rest = [...remaining, ...others].filter((one) => one !== undefined);
  return {
    range: narrowest ? db`${range} and ${narrowest}` : range,
    rest: rest.reduce<Fragment | undefined>((all, one) => (all ? db`${all} and ${one}` : one), undefined),
  };
}

// across accounts: no statement
function orderOf(db: Queryable, { row, order }: SearchableLog): Fragment {
  return db.unsafe(order.map((column) => `${row}.${column} desc`).join(', '));
}
