import type { Platform } from '../../../access/platform.ts';
import {
  clearColumnBatch,
  deleteMatchingRows,
  deleteRowBatch,
  listPartitionsWith,
  disableSequentialScans,
} from '../../../lib/sql/bulkDelete.ts';
import { errorCode, transaction, type Transaction } from '../../../lib/sql/sql.ts';
import { lockedQueue } from '../../../lib/concurrency/queue/queue.ts';
import { addRemovedCount, DUE_REMOVALS } from '../sql/removals.ts';
import { DIRECTORY_TABLES } from './tables.ts';

/** Accounts to remove; a removal is several transactions, each of which locks its row. */
export const REMOVAL_QUEUE = lockedQueue(DUE_REMOVALS);

export type RemovalRun = { platform: Platform; account_id: string; hasTime: () => boolean };

/** Short enough for a statement's time limit, and for those who wait behind its writes. */
const ROWS_AT_ONCE = 500;
const LESS_BY = 8;
const QUERY_CANCELED = '57014';

export function createTimeBudget(turn_ms: number): () => boolean {
  const ends_ms = performance.now() + turn_ms;
  return () => performance.now() < ends_ms;
}

/** Deletes the account's rows of a table; false when the turn ended before. */
export async function removeTable(removing: RemovalRun, table: string): Promise<boolean> {
  const { account_id } = removing;
  const holding = await withRemovalLock(removing, (tx) => listPartitionsWith(tx, table, { account_id }));
  for (const leaf of holding ?? []) if (!(await removeLeaf(removing, { table, leaf }))) return false;
  return holding !== undefined;
}

function removeLeaf(
  removing: RemovalRun,
  { table, leaf }: { table: string; leaf: string },
): Promise<boolean> {
  const { account_id } = removing;
  return inBatches(removing, async (tx, limit) => {
    const count = await (DIRECTORY_TABLES.includes(table)
      ? deleteMatchingRows(tx, table, { account_id })
      : deleteRowBatch(tx, leaf, { account_id }, limit));
    if (count > 0) await addRemovedCount(tx, account_id, { what: table, count });
    return count;
  });
}

/** Cuts what two tables of the account refer to each other by. */
export function clearColumn(
  removing: RemovalRun,
  column: { table: string; column: string },
): Promise<boolean> {
  const { account_id } = removing;
  return inBatches(removing, (tx, limit) => clearColumnBatch(tx, column, { account_id }, limit));
}

type Work = (tx: Transaction, limit: number) => Promise<number>;

/** A turn has at least one batch, so that the removal gets on however short the turn. */
async function inBatches(removing: RemovalRun, work: Work): Promise<boolean> {
  for (;;) {
    const count = await runBatch(removing, work);
    if (count === 0) return true;
    if (count === undefined || !removing.hasTime()) return false;
  }
}

/** With fewer rows where the database had no time for so many. */
async function runBatch(removing: RemovalRun, work: Work, limit = ROWS_AT_ONCE): Promise<number | undefined> {
  try {
    return await withRemovalLock(removing, (tx) => work(tx, limit));
  } catch (error) {
    if (errorCode(error) !== QUERY_CANCELED || limit === 1) throw error;
    return runBatch(removing, work, Math.ceil(limit / LESS_BY));
  }
}

/** In a transaction that holds the removal; undefined while another process holds it. */
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
