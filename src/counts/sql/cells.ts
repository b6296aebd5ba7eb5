import type { BucketLevel } from '../../lib/sql/buckets.ts';
import type { Fragment, Transaction } from '../../lib/sql/sql.ts';
import { ALL_OWNERS, ALL_TRAITS, type CountedSource } from '../view.ts';

/** The key of a stored count (cell): one owner or all owners, and one time bucket such as a month or a day. */
export type CellKey = { owner: string; level: BucketLevel; starts_at: string };

/** Deletes the cells of an earlier count before the list is counted again. */
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

type FilledCell = CellKey & { trait: string; count: number };

/**
 * Counts all rows of a list into cells of months. It subtracts the existing deltas, because they are added to the cells
 * later. One statement reads rows and deltas, so both come from the same snapshot.
 */
export async function countIntoMonthCells(
  tx: Transaction,
  account_id: string,
  counted: CountedSource,
): Promise<CellKey[]> {
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

/** Returns the given cells that count more than `dense` rows and are not split into shorter periods yet. */
export async function listCellsToSplit(
  tx: Transaction,
  account_id: string,
  counted: CountedSource['name'],
  { cells, dense }: { cells: readonly CellKey[]; dense: number },
): Promise<CellKey[]> {
  return tx<CellKey[]>`
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

export type CellSplit = { cell: CellKey; below: BucketLevel; ends_at: Date };

/**
 * Splits a cell into cells of shorter periods. It counts the rows minus their pending deltas, which are added later.
 */
export async function splitCell(
  tx: Transaction,
  account_id: string,
  counted: CountedSource,
  split: CellSplit,
): Promise<CellKey[]> {
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

/** The cells that count all rows of a time bucket, without the cells that count rows with one trait. */
function wholeCells(filled: readonly FilledCell[]): CellKey[] {
  return filled
    .filter(({ trait }) => trait === ALL_TRAITS)
    .map(({ owner, level, starts_at }) => ({ owner, level, starts_at }));
}

/**
 * The CTE `sums`: sums the changes of the CTE `part` per cell, for each owner and for all owners together. It always
 * sums by month, and also by shorter periods for months that are split.
 */
export function sumsByCellCte(
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
