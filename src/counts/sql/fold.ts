import type { Transaction } from '../../lib/sql.ts';
import type { Counted } from '../view.ts';
import { inCells, type Cell } from './cells.ts';

/** Counts every row, including those with deltas. */
export async function countRows(tx: Transaction, account_id: string, counted: Counted): Promise<number> {
  const [ledger] = await tx<[{ row_count: number }]>`
    with gone as (
      delete from count_deltas
      where account_id = ${account_id}
        and counted = ${counted.name}
    )
    update count_ledgers
    set row_count = (select count(*) from (${counted.rowsOf(tx, account_id)}) as row)
    where account_id = ${account_id}
      and counted = ${counted.name}
    returning row_count::float8 as row_count`;
  return ledger.row_count;
}

/** For a list that has no cells yet: only its length is kept. */
export async function noteLength(
  tx: Transaction,
  account_id: string,
  counted: Counted['name'],
): Promise<number> {
  const [ledger] = await tx<[{ row_count: number }]>`
    with gone as (
      delete from count_deltas
      where account_id = ${account_id}
        and counted = ${counted}
      returning change
    )
    update count_ledgers
    set row_count = row_count + (select coalesce(sum(gone.change), 0) from gone)
    where account_id = ${account_id}
      and counted = ${counted}
    returning row_count::float8 as row_count`;
  return ledger.row_count;
}

export type Folded = { taken: number; touched: Cell[] };

/** Moves deltas into every cell they belong to: a month always, a narrower one where the wider is split. */
export async function foldDeltas(
  tx: Transaction,
  account_id: string,
  counted: Counted['name'],
  most: number,
): Promise<Folded> {
  const [folded] = await tx<[Folded]>`
    with taken as (
      delete from count_deltas
      where account_id = ${account_id}
        and counted = ${counted}
        and id = any (array(
          select delta.id
          from count_deltas as delta
          where delta.account_id = ${account_id}
            and delta.counted = ${counted}
          limit ${most}
        ))
      returning owner, trait, at, change
    ),
    ${inCells(tx, account_id, counted, 'taken')},
    touched as (
      insert into count_cells as cell (account_id, counted, owner, level, starts_at, trait, count)
      select ${account_id}, ${counted}, sums.owner, sums.level, sums.starts_at, sums.trait, sums.change
      from sums
      on conflict (account_id, counted, owner, level, starts_at, trait) do update
        set count = cell.count + excluded.count
      returning cell.owner, cell.level, cell.starts_at
    ),
    noted as (
      update count_ledgers
      set row_count = row_count + (select coalesce(sum(taken.change), 0) from taken)
      where account_id = ${account_id}
        and counted = ${counted}
    )
    select
      (select count(*) from taken)::int as taken,
      (
        select coalesce(jsonb_agg(distinct to_jsonb(touched)), '[]')
        from touched
      ) as touched`;
  return folded;
}

/** From now on readers use the cells. */
export async function enterCells(
  tx: Transaction,
  account_id: string,
  counted: Counted['name'],
): Promise<void> {
  await tx`
    update count_ledgers
    set in_cells = true
    where account_id = ${account_id}
      and counted = ${counted}`;
}
