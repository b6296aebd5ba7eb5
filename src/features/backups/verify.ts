import { createHash } from 'node:crypto';
import type { FileStore } from '../../lib/files/store.ts';
import { createSecretBox } from '../../lib/crypto/secretBox.ts';
import type { ConnectionTarget, ReservedConnection } from '../../lib/sql/sql.ts';
import { StartupFault } from '../../lib/process/startupFault.ts';
import { connectForBackup } from './backup.ts';
import type { RestoreResult } from './restore.ts';
import { countSealedValues, countOpenedValues } from '../secretKeys/sealed.ts';
import { openReferencedFiles, readReferencedFiles, type ReferencedFile } from './sql/contents.ts';
import { countRows } from './sql/loading.ts';

export type VerificationResult = {
  made_at: string;
  migration: number;
  rows: number;
  files: number;
  missing: string[];
  sealed: number;
};

type RestoredInstallation = { target: ConnectionTarget; files: FileStore };

/** Checks a restored backup: counts its rows, reads every file, and decrypts every stored secret. */
export async function verifyRestoredBackup(
  restored: RestoredInstallation,
  { about, keys }: RestoreResult,
): Promise<VerificationResult> {
  const db = connectForBackup(restored.target);
  try {
    let rows = 0;
    for (const { name } of about.tables) rows += await countRows(db, name);
    const connection = await db.reserve();
    const counts = await countSealedValues(db, createSecretBox(...keys));
    const { unopened } = counts;
    if (unopened > 0)
      throw new StartupFault(`The secret key of the backup does not decrypt ${unopened} stored secrets.`);
    const read = await readFiles(connection, restored.files);
    return {
      made_at: about.made_at,
      migration: about.migration.number,
      rows,
      ...read,
      sealed: countOpenedValues(counts),
    };
  } finally {
    await db.end({ timeout: 1 });
  }
}

async function readFiles(
  connection: ReservedConnection,
  files: FileStore,
): Promise<Pick<VerificationResult, 'files' | 'missing'>> {
  const missing: string[] = [];
  let read = 0;
  await openReferencedFiles(connection);
  for await (const named of readReferencedFiles(connection)) {
    if (await isWhole(files, named)) read++;
    else missing.push(named.key);
  }
  return { files: read, missing };
}

async function isWhole(files: FileStore, { key, sha256 }: ReferencedFile): Promise<boolean> {
  const file = await files.open(key);
  if (!file) return false;
  const hash = createHash('sha256');
  for await (const block of file.content) hash.update(block);
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new StartupFault(`The file ${key} of the backup does not match the checksum of its record.`);
  return true;
}
