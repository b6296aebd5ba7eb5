import type { Level } from '../../lib/sql/buckets.ts';
import type { Fragment, Transaction } from '../../lib/sql/sql.ts';
import { ALL_OWNERS, ALL_TRAITS, type CountedSource } from '../view.ts';

/** A bucket of one owner, or of all owners. */
export type Cell = { owner: string; level: Level; starts_at: string };

/** Cells that were left when a list lost its counts. */
export async function clearCells(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
): Promise<void> {
  await tx`
    delete from count_cells
    where account_id = ${account_id}
      and counted = ${counted}`;
  await tx`
    delete from count_splits
    where account_id = ${account_id}
      and counted = ${counted}`;
}

type FilledCell = Cell & { trait: string; count: number };

/**
 * Counts every row into cells of months, without those whose deltas are not folded yet; from then on the list is in
 * cells. One statement sees rows and deltas of the same transactions.
 */
export async function fillMonths(
  tx: Transaction,
  account_id: string,
  counted: CountedSource,
): Promise<Cell[]> {
  const filled = await tx<FilledCell[]>`
    with piece as (
      select row.owner, row.trait, row.at, 1 as change
      from (${counted.rowsOf(tx, account_id)}) as row
      union all
      select delta.owner, delta.trait, delta.at, -delta.change
      from count_deltas as delta
      where delta.account_id = ${account_id}
        and delta.counted = ${counted.name}
    )
    insert into count_cells (account_id, counted, owner, level, starts_at, trait, count)
    select
      ${account_id}, ${counted.name},
      case when grouping(piece.owner) = 1 then ${ALL_OWNERS} else piece.owner end,
      'month', date_trunc('month', piece.at, 'UTC'), coalesce(piece.trait, ${ALL_TRAITS}), sum(piece.change)
    from piece
    group by grouping sets ((5), (5, piece.trait), (5, piece.owner), (5, piece.trait, piece.owner))
    having (grouping(piece.owner) = 1 or piece.owner is not null)
      and sum(piece.change) <> 0
    returning owner, level, starts_at, trait, count`;
  const row_count = filled
    .filter(({ owner, trait }) => owner === ALL_OWNERS && trait === ALL_TRAITS)
    .reduce((sum, { count }) => sum + count, 0);
  await setRowCount(tx, account_id, counted.name, row_count);
  return wholeCells(filled);
}

async function setRowCount(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
  row_count: number,
): Promise<void> {
  await tx`
    update count_ledgers
    set row_count = ${row_count}
    where account_id = ${account_id}
      and counted = ${counted}`;
}

/** Cells with too many rows to walk past that are not split yet. */
export async function listDense(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
  { cells, dense }: { cells: readonly Cell[]; dense: number },
): Promise<Cell[]> {
  return tx<Cell[]>`
    select cell.owner, cell.level, cell.starts_at
    from unnest(
      ${cells.map(({ owner }) => owner)}::uuid[],
      ${cells.map(({ level }) => level)}::text[],
      ${cells.map(({ starts_at }) => starts_at)}::timestamptz[]
    ) as touched (owner, level, starts_at)
    join count_cells as cell
      on cell.account_id = ${account_id}
      and cell.counted = ${counted}
      and cell.owner = touched.owner
      and cell.level = touched.level
      and cell.starts_at = touched.starts_at
    where cell.level <> 'second'
      and cell.trait = ${ALL_TRAITS}
      and cell.count > ${dense}
      and not exists (
        select 1
        from count_splits as split
        where split.account_id = ${account_id}
          and split.counted = ${counted}
          and split.owner = cell.owner
          and split.level = cell.level
          and split.starts_at = cell.starts_at
      )`;
}

export type Split = { cell: Cell; below: Level; ends_at: Date };

/** Splits a cell into narrower ones: counts its rows, without those whose deltas are not folded yet. */
export async function splitCell(
  tx: Transaction,
  account_id: string,
  counted: CountedSource,
  split: Split,
): Promise<Cell[]> {
  const { cell, below, ends_at } = split;
  const [parts] = await Promise.all([
    tx<FilledCell[]>`
    with piece as (
      select row.trait, row.at, 1 as change
      from (${counted.rowsOf(tx, account_id)}) as row
      where row.at >= ${cell.starts_at}
        and row.at < ${ends_at}
        ${cell.owner === ALL_OWNERS ? tx`` : tx`and row.owner = ${cell.owner}`}
      union all
      select delta.trait, delta.at, -delta.change
      from count_deltas as delta
      where delta.account_id = ${account_id}
        and delta.counted = ${counted.name}
        and delta.at >= ${cell.starts_at}
        and delta.at < ${ends_at}
        ${cell.owner === ALL_OWNERS ? tx`` : tx`and delta.owner = ${cell.owner}`}
    )
    insert into count_cells (account_id, counted, owner, level, starts_at, trait, count)
    select
      ${account_id}, ${counted.name}, ${cell.owner}::uuid, ${below}, date_trunc(${below}, piece.at, 'UTC'),
      coalesce(piece.trait, ${ALL_TRAITS}), sum(piece.change)
    from piece
    group by grouping sets ((5), (5, piece.trait))
    having sum(piece.change) <> 0
    returning owner, level, starts_at, trait, count`,
    tx`insert into count_splits ${tx({ account_id, counted: counted.name, ...cell })}`,
  ]);
  return wholeCells(parts);
}

/** Without those of single traits. */
function wholeCells(filled: readonly FilledCell[]): Cell[] {
  return filled
    .filter(({ trait }) => trait === ALL_TRAITS)
    .map(({ owner, level, starts_at }) => ({ owner, level, starts_at }));
}

/**
 * The part `sums`: adds up the (owner, trait, at, change) of another part by cell, for all owners and for
 * each; always by month, by a narrower cell where the wider one is split.
 */
export function inCells(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
  part: 'taken' | 'piece',
): Fragment {
  const name = tx.unsafe(part);
  return tx`
    one as (
      select ${ALL_OWNERS}::uuid as owner, ${name}.trait, ${name}.at, ${name}.change
      from ${name}
      union all
      select ${name}.owner, ${name}.trait, ${name}.at, ${name}.change
      from ${name}
      where ${name}.owner is not null
    ),
    sums as (
      select
        one.owner,
        level.name as level,
        date_trunc(level.name, one.at, 'UTC') as starts_at,
        coalesce(one.trait, ${ALL_TRAITS}) as trait,
        sum(one.change) as change
      from one
      cross join (
        values ('month', null), ('day', 'month'), ('hour', 'day'), ('minute', 'hour'), ('second', 'minute')
      ) as level (name, above)
      where level.above is null
        or (one.owner, level.above, date_trunc(level.above, one.at, 'UTC')) in (
          select split.owner, split.level, split.starts_at
          from count_splits as split
          where split.account_id = ${account_id}
            and split.counted = ${counted}
        )
      group by grouping sets ((1, 2, 3), (1, 2, 3, one.trait))
    )`;
}
