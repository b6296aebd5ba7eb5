import type { PlatformContext } from '../../../access/platform.ts';
import {
  clearColumnBatch,
  deleteMatchingRows,
  deleteRowBatch,
  listPartitionsWith,
  disableSequentialScans,
} from '../../../lib/sql/bulkDelete.ts';
import { errorCode, transaction, type Transaction } from '../../../lib/sql/sql.ts';
import { lockedQueue } from '../../../lib/concurrency/queue/queue.ts';
import { addRemovedCount, REMOVAL_QUEUE_TABLE } from '../sql/removals.ts';
import { TABLES_SHARDED_BY_OTHER_KEY } from './tables.ts';

/** The queue of due account removals. A removal runs in several transactions; each one locks the row of the removal. */
export const REMOVAL_QUEUE = lockedQueue(REMOVAL_QUEUE_TABLE);

export type RemovalRun = { platform: PlatformContext; account_id: string; hasTime: () => boolean };

/** A batch of this size stays within the statement timeout and does not block other writes for long. */
const ROWS_AT_ONCE = 500;
const BATCH_DIVISOR = 8;
const QUERY_CANCELED = '57014';

export function createTimeBudget(run_ms: number): () => boolean {
  const ends_ms = performance.now() + run_ms;
  return () => performance.now() < ends_ms;
}

/** Deletes all rows of the account in a table. Returns false if the time budget ended first. */
export async function deleteRowsOfTable(run: RemovalRun, table: string): Promise<boolean> {
  const { account_id } = run;
  const holding = await withRemovalLock(run, (tx) => listPartitionsWith(tx, table, { account_id }));
  for (const leaf of holding ?? []) if (!(await removeLeaf(run, { table, leaf }))) return false;
  return holding !== undefined;
}

function removeLeaf(run: RemovalRun, { table, leaf }: { table: string; leaf: string }): Promise<boolean> {
  const { account_id } = run;
  return inBatches(run, async (tx, limit) => {
    const count = await (TABLES_SHARDED_BY_OTHER_KEY.includes(table)
      ? deleteMatchingRows(tx, table, { account_id })
      : deleteRowBatch(tx, leaf, { account_id }, limit));
    if (count > 0) await addRemovedCount(tx, account_id, { what: table, count });
    return count;
  });
}

/** Sets a foreign key column to null, because two tables refer to each other and neither could be deleted first. */
export function setForeignKeyToNull(
  run: RemovalRun,
  column: { table: string; column: string },
): Promise<boolean> {
  const { account_id } = run;
  return inBatches(run, (tx, limit) => clearColumnBatch(tx, column, { account_id }, limit));
}

type Work = (tx: Transaction, limit: number) => Promise<number>;

/** Repeats a batch until it finds no rows. It runs at least one batch, so every run makes progress. */
async function inBatches(run: RemovalRun, work: Work): Promise<boolean> {
  for (;;) {
    const count = await runBatch(run, work);
    if (count === 0) return true;
    if (count === undefined || !run.hasTime()) return false;
  }
}

/** Runs a batch. After a statement timeout, it tries again with fewer rows. */
async function runBatch(run: RemovalRun, work: Work, limit = ROWS_AT_ONCE): Promise<number | undefined> {
  try {
    return await withRemovalLock(run, (tx) => work(tx, limit));
  } catch (error) {
    if (errorCode(error) !== QUERY_CANCELED || limit === 1) throw error;
    return runBatch(run, work, Math.ceil(limit / BATCH_DIVISOR));
  }
}

/** Runs the work in a transaction that locks the removal. Returns undefined if another process has locked it. */
export function withRemovalLock<T>(
  { platform: { db, now }, account_id }: RemovalRun,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  return transaction(db, async (tx) => {
    if (!(await REMOVAL_QUEUE.lock(tx, { account_id }, now))) return undefined;
    await disableSequentialScans(tx);
    return work(tx);
  });
}
