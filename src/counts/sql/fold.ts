import type { Transaction } from '../../lib/sql.ts';
import type { Counted } from '../view.ts';
import { inCells, type Cell } from './cells.ts';

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
