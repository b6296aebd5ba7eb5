import type { FileStore } from '../../lib/files/store.ts';
import type { Database } from '../../lib/sql/sql.ts';
import { isBackupRunning } from './sql/backups.ts';

/**
 * Tools whose files are not removed while a backup runs, because its snapshot may refer to them; unreferenced files are
 * collected afterwards. A caller removes a file only when its record is gone, so a backup that begins later does not
 * name it.
 */
export function withDelayedDeletes<Tools extends { files: FileStore }>(tools: Tools, db: Database): Tools {
  const { files } = tools;
  const remove = async (key: string) => {
    const may_be_named = await isBackupRunning(db).catch(() => true);
    if (!may_be_named) await files.remove(key);
  };
  return { ...tools, files: { ...files, remove } };
}
