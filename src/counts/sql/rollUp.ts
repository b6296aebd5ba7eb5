import type { Transaction } from '../../lib/sql/sql.ts';
import type { CountedSource } from '../view.ts';
import { sumsByCellCte, type CellKey } from './cells.ts';

/** The sum of all deltas with the same owner, trait and second. */
type Sum = { owner: string | null; trait: string; at: string; change: number };

/** Deletes up to `most` deltas of a list and returns their sums. */
export async function takeDeltas(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
  most: number,
): Promise<{ taken: number; sums: Sum[] }> {
  const deltas = await tx<Sum[]>`
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
    returning owner, trait, at, change`;
  const sums = new Map<string, Sum>();
  for (const { owner, trait, change, ...delta } of deltas) {
    const at = secondOf(delta.at);
    const key = JSON.stringify([owner, trait, at]);
    const sum = sums.get(key);
    if (sum) sum.change += change;
    else sums.set(key, { owner, trait, at, change });
  }
  return { taken: deltas.length, sums: [...sums.values()] };
}

/** Rounds down to a second, the shortest period of a cell. */
function secondOf(at: string): string {
  return new Date(Math.floor(Date.parse(at) / 1_000) * 1_000).toISOString();
}

/** Adds sums of deltas to their month cells, and to cells of shorter periods for months that are split. */
export async function addToCells(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
  sums: readonly Sum[],
): Promise<CellKey[]> {
  const change = sums.reduce((all, one) => all + one.change, 0);
  const [cells] = await Promise.all([
    tx<CellKey[]>`
      with taken as (
        select taken.owner, taken.trait, taken.at, taken.change
        from jsonb_to_recordset(${tx.json([...sums])}) as taken (owner uuid, trait text, at timestamptz, change integer)
      ),
      ${sumsByCellCte(tx, account_id, counted, 'taken')}
      insert into count_cells as cell (account_id, counted, owner, level, starts_at, trait, count)
      select ${account_id}, ${counted}, sums.owner, sums.level, sums.starts_at, sums.trait, sums.change
      from sums
      on conflict (account_id, counted, owner, level, starts_at, trait) do update
        set count = cell.count + excluded.count
      returning cell.owner, cell.level, cell.starts_at`,
    tx`
      update count_ledgers
      set row_count = row_count + ${change}
      where account_id = ${account_id}
        and counted = ${counted}`,
  ]);
  return [...new Map(cells.map((cell) => [JSON.stringify(cell), cell])).values()];
}
