import { NIL_ID } from '../../lib/ids.ts';
import type { Fragment, Queryable, Transaction } from '../../lib/sql.ts';
import type { Counted } from '../view.ts';

export type Ledger = {
  account_id: string;
  counted: Counted['name'];
  /** Whether its rows are in cells and deltas. */
  is_counted: boolean;
};

const FIRST = { account_id: NIL_ID, counted: '' };

/** A list without a ledger has only deltas; its first fold needs one. */
// across accounts: one folder serves all accounts
export async function openLedgers(db: Queryable, at_least: number): Promise<void> {
  await db`
    with recursive ${changedLists(db, undefined)}
    insert into count_ledgers (account_id, counted, row_count, in_cells)
    select changed.account_id, changed.counted, 0, true
    from changed
    where not exists (
        select 1
        from count_ledgers as ledger
        where ledger.account_id = changed.account_id
          and ledger.counted = changed.counted
      )
      and ${changedAtLeast(db, at_least)}
    on conflict (account_id, counted) do nothing`;
}

// across accounts: one folder serves all accounts
export function areListsUncounted(db: Queryable): Fragment {
  return db`
    exists (
      select 1
      from count_ledgers as ledger
      where ledger.row_count is null
    )`;
}

// across accounts: one folder serves all accounts
export function areListsChanged(db: Queryable, at_least: number): Fragment {
  return db`
    exists (
      with recursive ${changedLists(db, undefined)}
      select 1
      from changed
      where ${changedAtLeast(db, at_least)}
    )`;
}

// across accounts: one folder serves all accounts
export async function claimUncounted(
  tx: Transaction,
  after: Ledger | undefined,
): Promise<Ledger | undefined> {
  const { account_id, counted } = after ?? FIRST;
  const [ledger] = await tx<Ledger[]>`
    select ${ledgerColumns(tx)}
    from count_ledgers as ledger
    where ledger.row_count is null
      and (ledger.account_id, ledger.counted) > (${account_id}::uuid, ${counted}::text)
    order by ledger.account_id, ledger.counted
    limit 1
    for update skip locked`;
  return ledger;
}

// across accounts: one folder serves all accounts
export async function listUncounted(db: Queryable): Promise<Ledger[]> {
  return db<Ledger[]>`
    select ${ledgerColumns(db)}
    from count_ledgers as ledger
    where ledger.row_count is null`;
}

// across accounts: one folder serves all accounts
export async function claimChanged(
  tx: Transaction,
  at_least: number,
  after: Ledger | undefined,
): Promise<Ledger | undefined> {
  const [ledger] = await tx<Ledger[]>`
    with recursive ${changedLists(tx, after)}
    select ${ledgerColumns(tx)}
    from ${changedLedgers(tx, at_least)}
    limit 1
    for update of ledger skip locked`;
  return ledger;
}

// across accounts: one folder serves all accounts
export async function listChanged(db: Queryable, at_least: number): Promise<Ledger[]> {
  return db<Ledger[]>`
    with recursive ${changedLists(db, undefined)}
    select ${ledgerColumns(db)}
    from ${changedLedgers(db, at_least)}`;
}

/** Undefined when another process holds it. */
export async function takeLedger(
  tx: Transaction,
  account_id: string,
  counted: Counted['name'],
): Promise<Ledger | undefined> {
  const [ledger] = await tx<Ledger[]>`
    select ${ledgerColumns(tx)}
    from count_ledgers as ledger
    where ledger.account_id = ${account_id}
      and ledger.counted = ${counted}
    for update skip locked`;
  return ledger;
}

/** How many rows a list has: what is folded and what is not yet; null while it is counted for the first time. */
export function rowsOfList(db: Queryable, account_id: Fragment, counted: Counted['name']): Fragment {
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

/** The lists with deltas, found by skipping through the index from one list to the next. */
function changedLists(db: Queryable, after: Ledger | undefined): Fragment {
  const { account_id, counted } = after ?? FIRST;
  return db`
    changed as (
      (
        select delta.account_id, delta.counted
        from count_deltas as delta
        where (delta.account_id, delta.counted) > (${account_id}::uuid, ${counted}::text)
        order by delta.account_id, delta.counted
        limit 1
      )
      union all
      select next.account_id, next.counted
      from changed
      cross join lateral (
        select delta.account_id, delta.counted
        from count_deltas as delta
        where (delta.account_id, delta.counted) > (changed.account_id, changed.counted)
        order by delta.account_id, delta.counted
        limit 1
      ) as next
    )`;
}

function changedLedgers(db: Queryable, at_least: number): Fragment {
  return db`
    changed
    join count_ledgers as ledger
      on ledger.account_id = changed.account_id
      and ledger.counted = changed.counted
      and ledger.row_count is not null
    where ${changedAtLeast(db, at_least)}`;
}

function changedAtLeast(db: Queryable, at_least: number): Fragment {
  return db`
    exists (
      select 1
      from count_deltas as delta
      where delta.account_id = changed.account_id
        and delta.counted = changed.counted
      offset ${at_least - 1}
      limit 1
    )`;
}

function ledgerColumns(db: Queryable): Fragment {
  return db`
    ledger.account_id,
    ledger.counted,
    ledger.row_count is not null as is_counted`;
}
