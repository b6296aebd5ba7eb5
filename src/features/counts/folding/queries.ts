import type { Fragment, Transaction } from '../../../lib/sql.ts';
import { EVERYBODY, type Counted } from '../view.ts';
import type { Cell } from './cells/queries.ts';

/** Counts every row; what is noted of them so far is in that already. */
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
      returning change, for_all
    )
    update count_ledgers
    set row_count = row_count + (select coalesce(sum(gone.change) filter (where gone.for_all), 0) from gone)
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
      returning owner, for_all, trait, at, change
    ),
    ${sums(tx, account_id, counted)},
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
      set row_count = row_count + (select coalesce(sum(taken.change) filter (where taken.for_all), 0) from taken)
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

/** What `taken` changes in each cell that there is. */
function sums(tx: Transaction, account_id: string, counted: Counted['name']): Fragment {
  return tx`
    one as (
      select ${EVERYBODY}::uuid as owner, taken.trait, taken.at, taken.change
      from taken
      where taken.for_all
      union all
      select taken.owner, taken.trait, taken.at, taken.change
      from taken
      where taken.owner is not null
    ),
    sums as (
      select
        one.owner,
        level.name as level,
        date_trunc(level.name, one.at, 'UTC') as starts_at,
        one.trait,
        sum(one.change) as change
      from one
      cross join (
        values ('month', null), ('day', 'month'), ('hour', 'day'), ('minute', 'hour'), ('second', 'minute')
      ) as level (name, above)
      where level.above is null
        or exists (
          select 1
          from count_splits as split
          where split.account_id = ${account_id}
            and split.counted = ${counted}
            and split.owner = one.owner
            and split.level = level.above
            and split.starts_at = date_trunc(level.above, one.at, 'UTC')
        )
      group by 1, 2, 3, 4
    )`;
}

/** From here on readers look at the cells. */
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
