import type { FileStore } from '../../lib/files/store.ts';
import type { Database } from '../../lib/sql/sql.ts';
import { isBackupRunning } from './sql/backups.ts';

/**
 * Skips the removal of files while a backup runs, because its snapshot can refer to them. The cleanup of unreferenced
 * files removes them later. Callers delete the record before they remove its file, so a backup that starts later does
 * not refer to the file.
 */
export function withDeletesSkippedDuringBackup<Tools extends { files: FileStore }>(
  tools: Tools,
  db: Database,
): Tools {
  const { files } = tools;
  const remove = async (key: string) => {
    const may_be_named = await isBackupRunning(db).catch(() => true);
    if (!may_be_named) await files.remove(key);
  };
  return { ...tools, files: { ...files, remove } };
}
