import { momentOf } from '../ids.ts';
import { cutPage } from './paging.ts';
import type { Fragment, Queryable } from './sql.ts';

/**
 * Lists of logs have filters that no index serves: a page with few matches would read the log to its end, and a far
 * offset reads every row that it skips. A list therefore reads at most MOST_SEARCHED rows of its range, newest first,
 * and filters these. If the range has more rows, the page has `searched_to`: the time of the newest row that was not
 * read. The same request with that time as `to` continues. The cost is that an offset reaches no further than the bound.
 */
export const MOST_SEARCHED = 10_000;

export type SearchableLog = {
  table: string;
  /** The alias of a row in the conditions. */
  row: string;
  /** The columns of the order, descending. The first is a UUIDv7, which has the time of the row. */
  order: readonly [string, ...string[]];
};

type Conditions = readonly (Fragment | undefined)[];

export type LogFilter = {
  /** The account and the time, as conditions on the key of the log. */
  range: Fragment;
  /** Conditions that an index each serves in the order of the log, the most selective one first. */
  indexed: Conditions;
  others: Conditions;
};

/** A page of a log. `searched_to` is null if another page follows, or if the search read the range to its end. */
export type SearchedPage<Row> = { shown: Row[]; has_more: boolean; searched_to: string | null };

/** `select` completes the statement around the rows of the page, which have the alias of the log. */
export async function searchLog<Row extends object>(
  db: Queryable,
  log: SearchableLog,
  filter: LogFilter,
  { limit, offset, select }: { limit: number; offset: number; select: (rows: Fragment) => Fragment },
): Promise<SearchedPage<Row>> {
  const { range, rest } = divide(db, filter);
  // A page without further conditions skips and reads no other rows than those of the range.
  const rows = rest && db`(${newestRows(db, log, filter)})`;
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

/** All rows that match, for an export. */
// across accounts: the range names the account
export function allMatching(db: Queryable, { table, row }: SearchableLog, filter: LogFilter): Fragment {
  const { range, rest } = divide(db, filter);
  return db`
    select *
    from ${db.unsafe(table)} as ${db.unsafe(row)}
    where ${range}
      ${rest ? db`and ${rest}` : db``}`;
}

/** The rows that a search reads, before it filters them. */
// across accounts: the range names the account
export function newestRows(db: Queryable, log: SearchableLog, filter: LogFilter): Fragment {
  return db`
    select *
    from ${db.unsafe(log.table)} as ${db.unsafe(log.row)}
    where ${divide(db, filter).range}
    order by ${orderOf(db, log)}
    limit ${db.unsafe(String(MOST_SEARCHED))}`;
}

/** The time of the newest row beyond the bound; null if the range has no such row. */
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

/** One condition that an index serves narrows the range. */
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
