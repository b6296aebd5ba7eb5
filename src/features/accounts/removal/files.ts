import { deleteRowBatch } from '../../../lib/sql/bulkDelete.ts';
import type { Transaction } from '../../../lib/sql/sql.ts';
import {
  addRemovedCount,
  listRecordsWithFiles,
  listSharedFileKeys,
  type RecordWithFiles,
} from '../sql/removals.ts';
import { withRemovalLock, type RemovalRun } from './batches.ts';

const AT_ONCE = 20;

/**
 * Removes forms and documents with their files. Files are removed before their records, so that a crash in between
 * leaves no file without a record.
 */
export async function removeRecordsWithFiles(run: RemovalRun): Promise<boolean> {
  const { platform, account_id } = run;
  for (;;) {
    const filed = await listRecordsWithFiles(platform.db, account_id, AT_ONCE);
    if (filed.length === 0) return true;
    const keys = filed.flatMap((one) => one.keys);
    const kept = await listSharedFileKeys(platform.db, account_id, keys);
    for (const key of keys) if (!kept.includes(key)) await platform.tools.files.remove(key);
    const are_removed = await withRemovalLock(run, (tx) => removeRecords(tx, account_id, filed));
    if (!are_removed || !run.hasTime()) return false;
  }
}

async function removeRecords(
  tx: Transaction,
  account_id: string,
  filed: readonly RecordWithFiles[],
): Promise<true> {
  for (const { table, id, keys } of filed) {
    if ((await deleteRowBatch(tx, table, { account_id, id }, 1)) === 0) continue;
    await addRemovedCount(tx, account_id, { what: table, count: 1 });
    await addRemovedCount(tx, account_id, { what: 'files', count: keys.length });
  }
  return true;
}
