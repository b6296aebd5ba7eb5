import { DamagedArchive } from '../../lib/files/archive/format.ts';
import { openArchivePlace, splitArchivePath } from '../../lib/files/archive/openPlace.ts';
import { assertArchiveIntact, readArchive, type ArchivePart } from '../../lib/files/archive/read.ts';
import { decompress } from '../../lib/files/archive/compress.ts';
import { isFileKey, type FileStore } from '../../lib/files/store.ts';
import { withMigrationLock, migrateEmptyTo } from '../../lib/sql/migrate.ts';
import { createDailyPartition } from '../../lib/sql/partitions.ts';
import { openWithPassphrase } from '../../lib/crypto/passphrase.ts';
import type { SecretKeys } from '../../lib/crypto/secretBox.ts';
import { parseSecretKeys } from '../../lib/crypto/secretKeys.ts';
import type { ConnectionTarget, ReservedConnection } from '../../lib/sql/sql.ts';
import { StartupFault } from '../../lib/process/startupFault.ts';
import { connectForBackup } from './backup.ts';
import {
  filePartName,
  BACKUP_KEYS_ENCRYPTION_CONTEXT,
  ARCHIVE_PART_NAMES,
  readArchiveHeader,
  readBackupTotals,
  readSealedKeys,
  tablePartName,
  type ArchiveHeader,
  type BackupTotals,
} from './contents.ts';
import { copyStatement, listBackupTables } from './sql/contents.ts';
import * as loading from './sql/loading.ts';
import { switchToLoadingRole } from './sql/loadingRole.ts';
import { listPartitionDaysToCreate, matchTables } from './tables.ts';

export type RestoreOptions = {
  target: ConnectionTarget;
  files: FileStore;
  passphrase: string;
  /** True to accept archives of version 1, which have no authentication code and could have been modified. */
  accepts_unsigned: boolean;
  /** The path of the backup file, or the URL of an object in a bucket. */
  from: string;
  migrations: string;
  /** Called before the restored rows are committed. If it throws, the transaction is rolled back. */
  keepKeys: (keys: SecretKeys) => void;
  interrupted?: AbortSignal;
};

export type RestoreResult = { about: ArchiveHeader; keys: SecretKeys };

const MOST_FILE_BYTES = 1024 ** 4;

/** Restores a backup into an empty database and an empty file store, completely or not at all. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { place: folder, name } = splitArchivePath(options.from);
  const place = openArchivePlace(folder);
  const db = connectForBackup(options.target);
  try {
    // Authenticates the whole archive before any of its content is used.
    await assertArchiveIntact(place.read(name), options);
    const parts = readArchive(place.read(name), options);
    const connection = await db.reserve();
    return await withMigrationLock(connection, () => restoreInto(connection, options, parts));
  } finally {
    await db.end({ timeout: 1 });
    await place.close();
  }
}

type Parts = AsyncGenerator<ArchivePart, void>;

async function restoreInto(
  connection: ReservedConnection,
  options: RestoreOptions,
  parts: Parts,
): Promise<RestoreResult> {
  if (await loading.hasTablesOrViews(connection))
    throw new StartupFault('The database is not empty: restore into a new DATA_DIR, or a new database.');
  const about = await readArchiveHeader(await nextPart(parts, ARCHIVE_PART_NAMES.about));
  const sealed = await readSealedKeys(await nextPart(parts, ARCHIVE_PART_NAMES.key));
  const keys = parseSecretKeys(
    await openWithPassphrase(sealed, options.passphrase, BACKUP_KEYS_ENCRYPTION_CONTEXT),
  );
  if (!keys) throw new StartupFault('The backup has no secret key.');

  const areas = new Set<string>();
  await connection.unsafe('begin');
  try {
    const rows = await fillTables(connection, options, about, parts);
    assertComplete(rows, await fillFiles(options, parts, areas));
    options.keepKeys(keys);
    await connection.unsafe('commit');
  } catch (error) {
    await connection.unsafe('rollback').catch(() => undefined);
    await emptyAreas(options.files, areas);
    throw error;
  } finally {
    await parts.return();
  }
  await connection.unsafe('analyze');
  return { about, keys };
}

/** Creates the tables with the migrations of the backup and loads their rows. Newer migrations run after this. */
async function fillTables(
  tx: ReservedConnection,
  { migrations, interrupted }: RestoreOptions,
  about: ArchiveHeader,
  parts: Parts,
): Promise<Record<string, number>> {
  await migrateEmptyTo(tx, migrations, about.migration);
  const created = await listBackupTables(tx);
  const tables = matchTables(about.tables, created);
  for (const { table, days } of listPartitionDaysToCreate(about.days, created))
    for (const day of days) await createDailyPartition(tx, table, day);
  const giveForeignKeysBack = await loading.dropForeignKeys(tx);
  const endLoading = await switchToLoadingRole(tx, tables);
  await loading.truncateTables(tx, tables);
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const { content } = await nextPart(parts, tablePartName(table.name));
    rows[table.name] = await tx.copyIn(copyStatement(table, 'in'), decompress(content, interrupted));
  }
  await endLoading();
  await giveForeignKeysBack();
  return rows;
}

type Filled = { files: number; contents: BackupTotals };

async function fillFiles(options: RestoreOptions, parts: Parts, areas: Set<string>): Promise<Filled> {
  let files = 0;
  for await (const part of parts) {
    options.interrupted?.throwIfAborted();
    const { name, key } = part.header;
    if (name === ARCHIVE_PART_NAMES.contents) {
      const contents = await readBackupTotals(part);
      await parts.next();
      return { files, contents };
    }
    if (typeof key !== 'string' || !isFileKey(key) || name !== filePartName(key))
      throw new DamagedArchive(`The backup has a part “${name}” that is not a file.`);
    await assertEmptyArea(options.files, key, areas);
    await options.files.putBack(key, part.content, { max_bytes: MOST_FILE_BYTES });
    files++;
  }
  throw new StartupFault('The backup has no list of its contents.');
}

async function assertEmptyArea(files: FileStore, key: string, areas: Set<string>): Promise<void> {
  const area = key.slice(0, key.indexOf('/'));
  if (areas.has(area)) return;
  for await (const found of files.list(area)) {
    throw new StartupFault(
      `The file store is not empty, it contains ${found.key}: restore into an empty file store. A killed restore leaves files behind.`,
    );
  }
  areas.add(area);
}

async function emptyAreas(files: FileStore, areas: Set<string>): Promise<void> {
  for (const area of areas) for await (const { key } of files.list(area)) await files.remove(key);
}

function assertComplete(rows: Record<string, number>, { files, contents }: Filled): void {
  const wrong = Object.keys(rows).find((table) => rows[table] !== contents.rows[table]);
  if (wrong !== undefined) throw new StartupFault(`The backup is missing rows of ${wrong}.`);
  if (files !== contents.files) throw new StartupFault('Files are missing from the backup.');
}

async function nextPart(parts: Parts, name: string): Promise<ArchivePart> {
  const { done, value } = await parts.next();
  if (!done && value.header.name === name) return value;
  throw new StartupFault(`The backup has no part “${name}” at the expected place.`);
}
