import { areRowsSharded } from './sharding.ts';
import type { Queryable, Transaction } from './sql.ts';

/** Columns and the values that a row has in them. */
export type RowFilter = Record<string, string>;

/** Deletes some rows of accounts, or of one of a table's partitions; fewer than the limit when none are left there. */
export async function deleteRowBatch(
  tx: Transaction,
  table: string,
  filter: RowFilter,
  limit: number,
): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const deleted = await tx.unsafe(
    `delete from "${table}" where ${andOn(tx, where)}ctid = any (array(
       select ctid from "${table}" where ${where} limit ${limit}))`,
    values,
  );
  return deleted.count;
}

/** Deletes rows that are few, wherever they are. */
export async function deleteMatchingRows(tx: Transaction, table: string, filter: RowFilter): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const deleted = await tx.unsafe(`delete from "${table}" where ${where}`, values);
  return deleted.count;
}

/** A ctid is unique only within one shard, so spread tables need the account as well. */
function andOn(tx: Transaction, where: string): string {
  return areRowsSharded(tx) ? `${where} and ` : '';
}

/** Sets a column of some rows to null; fewer than the limit when it is null in all of them. */
export async function clearColumnBatch(
  tx: Transaction,
  { table, column }: { table: string; column: string },
  filter: RowFilter,
  limit: number,
): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const cleared = await tx.unsafe(
    `update "${table}" set "${column}" = null where ${andOn(tx, where)}ctid = any (array(
       select ctid from "${table}" where ${where} and "${column}" is not null limit ${limit}))`,
    values,
  );
  return cleared.count;
}

/** The partitions of a table, or the table itself, that contain a matching row. */
export async function listPartitionsWith(
  tx: Transaction,
  table: string,
  filter: RowFilter,
): Promise<string[]> {
  const { where, values } = conditionsOf(filter);
  const leaves = await listLeaves(tx, table);
  const asked = leaves.map((leaf) => `(select '${leaf}' as name from "${leaf}" where ${where} limit 1)`);
  const holding = await tx.unsafe<{ name: string }[]>(asked.join(' union all '), values);
  return holding.map(({ name }) => name);
}

async function listLeaves(tx: Queryable, table: string): Promise<string[]> {
  const leaves = await tx<{ name: string }[]>`
    select class.relname as name
    from pg_partition_tree(to_regclass(${table})) as tree
    join pg_class as class on class.oid = tree.relid
    where tree.isleaf
    order by class.relname`;
  return leaves.length === 0 ? [table] : leaves.map(({ name }) => name);
}

/** An index leads to the rows however many of the table they are. */
export async function disableSequentialScans(tx: Transaction): Promise<void> {
  await tx`set local enable_seqscan = off`;
}

function conditionsOf(filter: RowFilter): { where: string; values: string[] } {
  const columns = Object.keys(filter).map((name, at) => `"${name}" = $${at + 1}`);
  return { where: columns.join(' and '), values: Object.values(filter) };
}
