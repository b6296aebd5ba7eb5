import type { LockedTable } from '../../lib/concurrency/queue/queue.ts';
import { areRowsSharded } from '../../lib/sql/sharding.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql/sql.ts';
import type { CountedSource } from '../view.ts';

export type Ledger = { account_id: string; counted: CountedSource['name'] };

const LEDGERS = {
  table: 'count_ledgers',
  key: ['counted'],
  nameOf: ({ account_id, counted }: Ledger) => `${counted} of ${account_id}`,
} as const;

/** Lists that were never counted. */
export const UNCOUNTED: LockedTable<Ledger> = {
  ...LEDGERS,
  due: (db) => db`waiting.row_count is null`,
};

/** Lists whose rows are in cells and deltas. */
export const COUNTED: LockedTable<Ledger> = {
  ...LEDGERS,
  due: (db) => db`waiting.row_count is not null`,
};

/** With so many deltas; one without a ledger has nothing else. */
export type Changed = Ledger & { is_open: boolean };

export async function openLedger(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
): Promise<void> {
  await tx`
    insert into count_ledgers ${tx({ account_id, counted, row_count: 0, in_cells: true })}
    on conflict (account_id, counted) do nothing`;
}

// across accounts: one folder serves all accounts
export function areListsChanged(db: Queryable, at_least: number): Fragment {
  return db`
    exists (
      ${withChangedLists(db, at_least)}
      select 1
      from changed
    )`;
}

/** The counted lists with deltas; the first count of another list includes its deltas. */
// across accounts: one folder serves all accounts
export async function listChanged(db: Queryable, at_least: number): Promise<Changed[]> {
  return db<Changed[]>`
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

/** How many rows a list has: what is folded and what is not yet; null while it is counted for the first time. */
export function rowsOfList(db: Queryable, account_id: Fragment, counted: CountedSource['name']): Fragment {
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
 * The part `changed` (account_id, counted), with which a statement begins: the lists with so many deltas. One server
 * skips through the index from one list to the next; several cannot, and count all at once.
 */
// across accounts: one folder serves all accounts
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
