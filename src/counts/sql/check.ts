import type { LockedTable } from '../../lib/concurrency/queue/queue.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { sumsByCellCte } from './cells.ts';
import { ALL_OWNERS, ALL_TRAITS, type CountedSource } from '../view.ts';

export type UncheckedList = { account_id: string; counted: CountedSource['name'] };

const CHECK_AGAIN_MS = DAY_MS;

/** The queue of counted lists whose last check was more than a day ago. */
export const UNCHECKED_LIST_TABLE: LockedTable<UncheckedList> = {
  table: 'count_ledgers',
  key: ['counted'],
  due(db, now) {
    const before = new Date(now.getTime() - CHECK_AGAIN_MS);
    return db`
      waiting.row_count is not null
      and (waiting.checked_at is null or waiting.checked_at < ${before})`;
  },
  nameOf: ({ account_id, counted }) => `claim of ${counted} of ${account_id}`,
};

export async function recordCheck(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
  checked_at: Date | null,
): Promise<void> {
  await tx`
    update count_ledgers
    set checked_at = ${checked_at}
    where account_id = ${account_id}
      and counted = ${counted}`;
}

/**
 * Returns the newest month with rows or cells before the given time, or undefined. It locks the list's row in
 * `count_ledgers`, so that no other job changes its cells.
 */
export async function lockListAndFindMonth(
  tx: Transaction,
  account_id: string,
  counted: CountedSource,
  before: string,
): Promise<string | undefined> {
  await lockLedger(tx, account_id, counted.name);
  const [found] = await tx<[{ month: string | null }]>`
    select date_trunc('month', greatest(
      (
        select max(row.at)
        from (${counted.rowsOf(tx, account_id)}) as row
        where row.at < ${before}
      ),
      (
        select max(cell.starts_at)
        from count_cells as cell
        where cell.account_id = ${account_id}
          and cell.counted = ${counted.name}
          and cell.owner = ${ALL_OWNERS}
          and cell.level = 'month'
          and cell.starts_at < ${before}
      )
    ), 'UTC') as month`;
  return found.month ?? undefined;
}

/**
 * Compares every cell of a month with the rows minus their pending deltas, in one snapshot, and corrects wrong cells.
 * Returns the number of wrong cells.
 */
export async function correctMonthCells(
  tx: Transaction,
  account_id: string,
  counted: CountedSource,
  month: { starts_at: string; ends_at: Date },
): Promise<number> {
  const { count } = await tx`
    with piece as (
      select row.owner, row.trait, row.at, 1 as change
      from (${counted.rowsOf(tx, account_id)}) as row
      where row.at >= ${month.starts_at}
        and row.at < ${month.ends_at}
      union all
      select delta.owner, delta.trait, delta.at, -delta.change
      from count_deltas as delta
      where delta.account_id = ${account_id}
        and delta.counted = ${counted.name}
        and delta.at >= ${month.starts_at}
        and delta.at < ${month.ends_at}
    ),
    ${sumsByCellCte(tx, account_id, counted.name, 'piece')},
    held as (
      select cell.owner, cell.level, cell.starts_at, cell.trait, cell.count
      from count_cells as cell
      where cell.account_id = ${account_id}
        and cell.counted = ${counted.name}
        and cell.starts_at >= ${month.starts_at}
        and cell.starts_at < ${month.ends_at}
    ),
    lack as (
      select owner, level, starts_at, trait, coalesce(sums.change, 0) - coalesce(held.count, 0) as change
      from sums
      full join held using (owner, level, starts_at, trait)
      where coalesce(sums.change, 0) <> coalesce(held.count, 0)
    )
    insert into count_cells as cell (account_id, counted, owner, level, starts_at, trait, count)
    select ${account_id}, ${counted.name}, lack.owner, lack.level, lack.starts_at, lack.trait, lack.change
    from lack
    on conflict (account_id, counted, owner, level, starts_at, trait) do update
      set count = cell.count + excluded.count`;
  return count;
}

/** Sets the list's stored number of rows to the sum of its months. Returns 1 if it was wrong, otherwise 0. */
export async function correctRowCount(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
): Promise<number> {
  await lockLedger(tx, account_id, counted);
  const { count } = await tx`
    update count_ledgers as ledger
    set row_count = held.count
    from (
      select coalesce(sum(cell.count), 0) as count
      from count_cells as cell
      where cell.account_id = ${account_id}
        and cell.counted = ${counted}
        and cell.owner = ${ALL_OWNERS}
        and cell.level = 'month'
        and cell.trait = ${ALL_TRAITS}
    ) as held
    where ledger.account_id = ${account_id}
      and ledger.counted = ${counted}
      and ledger.row_count <> held.count`;
  return count;
}

/** Locks the list's row in `count_ledgers`, so that no other job changes its cells. */
async function lockLedger(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
): Promise<void> {
  await tx`
    select 1
    from count_ledgers
    where account_id = ${account_id}
      and counted = ${counted}
    for update`;
}
