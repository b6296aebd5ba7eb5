import { createHash } from 'node:crypto';
import type { FileStore } from '../../lib/files/store.ts';
import { createSecretBox } from '../../lib/crypto/secretBox.ts';
import type { ConnectionTarget, ReservedConnection } from '../../lib/sql/sql.ts';
import { StartupFault } from '../../lib/process/startupFault.ts';
import { connectForBackup } from './backup.ts';
import type { RestoreResult } from './restore.ts';
import { countSealed, sumOpened } from '../secretKeys/sealed.ts';
import { openFileNames, readFileNames, type NamedFile } from './sql/contents.ts';
import { countRows } from './sql/loading.ts';

export type VerifyResult = {
  made_at: string;
  migration: number;
  rows: number;
  files: number;
  missing: string[];
  sealed: number;
};

type Place = { target: ConnectionTarget; files: FileStore };

/** Counts what was restored, reads every file and opens every sealed value. */
export async function verifyRestored(place: Place, { about, keys }: RestoreResult): Promise<VerifyResult> {
  const db = connectForBackup(place.target);
  try {
    let rows = 0;
    for (const { name } of about.tables) rows += await countRows(db, name);
    const connection = await db.reserve();
    const counts = await countSealed(db, createSecretBox(...keys));
    const { unopened } = counts;
    if (unopened > 0)
      throw new StartupFault(`The secret key of the backup does not open ${unopened} sealed values.`);
    const read = await readFiles(connection, place.files);
    return {
      made_at: about.made_at,
      migration: about.migration.number,
      rows,
      ...read,
      sealed: sumOpened(counts),
    };
  } finally {
    await db.end({ timeout: 1 });
  }
}

async function readFiles(
  connection: ReservedConnection,
  files: FileStore,
): Promise<Pick<VerifyResult, 'files' | 'missing'>> {
  const missing: string[] = [];
  let read = 0;
  await openFileNames(connection);
  for await (const named of readFileNames(connection)) {
    if (await isWhole(files, named)) read++;
    else missing.push(named.key);
  }
  return { files: read, missing };
}

async function isWhole(files: FileStore, { key, sha256 }: NamedFile): Promise<boolean> {
  const file = await files.open(key);
  if (!file) return false;
  const hash = createHash('sha256');
  for await (const block of file.content) hash.update(block);
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new StartupFault(`The file ${key} of the backup is not the one that its record names.`);
  return true;
}
