import { areRowsSharded } from './sharding.ts';
import type { Queryable, Transaction } from './sql.ts';

/** Column names with the values to match, combined with AND. */
export type RowFilter = Record<string, string>;

/**
 * Deletes up to `limit` matching rows of a table or partition. A result below the limit means that no matching row is
 * left.
 */
export async function deleteRowBatch(
  tx: Transaction,
  table: string,
  filter: RowFilter,
  limit: number,
): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const deleted = await tx.unsafe(
    `delete from "${table}" where ${whereThenAnd(tx, where)}ctid = any (array(
       select ctid from "${table}" where ${where} limit ${limit}))`,
    values,
  );
  return deleted.count;
}

/** Deletes all matching rows in one statement; only for filters that match few rows. */
export async function deleteMatchingRows(tx: Transaction, table: string, filter: RowFilter): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const deleted = await tx.unsafe(`delete from "${table}" where ${where}`, values);
  return deleted.count;
}

/** A ctid is unique only within one shard, so the condition on a sharded table repeats the filter with the account. */
function whereThenAnd(tx: Transaction, where: string): string {
  return areRowsSharded(tx) ? `${where} and ` : '';
}

/**
 * Sets the column to null in up to `limit` matching rows. A result below the limit means that no matching row has a
 * value left.
 */
export async function clearColumnBatch(
  tx: Transaction,
  { table, column }: { table: string; column: string },
  filter: RowFilter,
  limit: number,
): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const cleared = await tx.unsafe(
    `update "${table}" set "${column}" = null where ${whereThenAnd(tx, where)}ctid = any (array(
       select ctid from "${table}" where ${where} and "${column}" is not null limit ${limit}))`,
    values,
  );
  return cleared.count;
}

/**
 * Returns the names of the leaf partitions that contain a matching row. A table without partitions counts as its own
 * leaf.
 */
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

/** Makes the planner use an index even if a large part of the table matches. */
export async function disableSequentialScans(tx: Transaction): Promise<void> {
  await tx`set local enable_seqscan = off`;
}

function conditionsOf(filter: RowFilter): { where: string; values: string[] } {
  const columns = Object.keys(filter).map((name, at) => `"${name}" = $${at + 1}`);
  return { where: columns.join(' and '), values: Object.values(filter) };
}
