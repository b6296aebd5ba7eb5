import type { LockedTable } from '../../lib/concurrency/queue/queue.ts';
import { areRowsSharded } from '../../lib/sql/sharding.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { CountedSource } from '../view.ts';

export type CountedListKey = { account_id: string; counted: CountedSource['name'] };

const LEDGERS = {
  table: 'count_ledgers',
  key: ['counted'],
  nameOf: ({ account_id, counted }: CountedListKey) => `${counted} of ${account_id}`,
} as const;

/** The queue of lists that have never been counted. */
export const UNCOUNTED_LIST_TABLE: LockedTable<CountedListKey> = {
  ...LEDGERS,
  due: (db) => db`waiting.row_count is null`,
};

/** The queue of lists that have counts. */
export const COUNTED_LIST_TABLE: LockedTable<CountedListKey> = {
  ...LEDGERS,
  due: (db) => db`waiting.row_count is not null`,
};

/** A list with pending deltas. `is_open` is false for a new list, which has no row in `count_ledgers` yet. */
export type ChangedList = CountedListKey & { is_open: boolean };

export async function insertMissingLedger(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
): Promise<void> {
  await tx`
    insert into count_ledgers ${tx({ account_id, counted, row_count: 0, in_cells: true })}
    on conflict (account_id, counted) do nothing`;
}

// across accounts: one job adds up the deltas of all accounts
export function changedListsCondition(db: Queryable, at_least: number): Fragment {
  return db`
    exists (
      ${withChangedLists(db, at_least)}
      select 1
      from changed
    )`;
}

/**
 * Finds lists with at least `at_least` deltas. Lists that were never counted are omitted: their first count covers the
 * deltas.
 */
// across accounts: one job adds up the deltas of all accounts
export async function listChangedLists(db: Queryable, at_least: number): Promise<ChangedList[]> {
  return db<ChangedList[]>`
    ${withChangedLists(db, at_least)}
    select
      changed.account_id,
      changed.counted,
      ledger.account_id is not null as is_open
    from changed
    left join count_ledgers as ledger
      on ledger.account_id = changed.account_id
      and ledger.counted = changed.counted
    where ledger.account_id is null
      or ledger.row_count is not null
    order by changed.account_id, changed.counted`;
}

/** The number of rows of a list: the stored count plus pending deltas. Null until the first count has finished. */
export function rowCountOfList(
  db: Queryable,
  account_id: Fragment,
  counted: CountedSource['name'],
): Fragment {
  return db`
    (
      (
        select case when count(*) = 0 then 0 else sum(ledger.row_count) end
        from count_ledgers as ledger
        where ledger.account_id = ${account_id}
          and ledger.counted = ${counted}
      )
      +
      (
        select coalesce(sum(delta.change), 0)
        from count_deltas as delta
        where delta.account_id = ${account_id}
          and delta.counted = ${counted}
      )
    )::float8`;
}

/**
 * The CTE `changed` (account_id, counted): the lists with at least `at_least` deltas. On a single server a recursive
 * query skips through the index from list to list. Citus does not support this query, so a sharded database groups all
 * deltas.
 */
// across accounts: one job adds up the deltas of all accounts
function withChangedLists(db: Queryable, at_least: number): Fragment {
  if (areRowsSharded(db))
    return db`
      with changed as (
        select delta.account_id, delta.counted
        from count_deltas as delta
        group by delta.account_id, delta.counted
        having count(*) >= ${at_least}
      )`;
  return db`
    with recursive listed as (
      (
        select delta.account_id, delta.counted
        from count_deltas as delta
        order by delta.account_id, delta.counted
        limit 1
      )
      union all
      select next.account_id, next.counted
      from listed
      cross join lateral (
        select delta.account_id, delta.counted
        from count_deltas as delta
        where (delta.account_id, delta.counted) > (listed.account_id, listed.counted)
        order by delta.account_id, delta.counted
        limit 1
      ) as next
    ),
    changed as (
      select listed.account_id, listed.counted
      from listed
      where exists (
        select 1
        from count_deltas as delta
        where delta.account_id = listed.account_id
          and delta.counted = listed.counted
        offset ${at_least - 1}
        limit 1
      )
    )`;
}
