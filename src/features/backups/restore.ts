import { DamagedArchive } from '../../lib/files/archive/format.ts';
import { openPlace, splitPlace } from '../../lib/files/archive/openPlace.ts';
import { assertWhole, readArchive, type ArchivePart } from '../../lib/files/archive/read.ts';
import { decompress } from '../../lib/files/archive/compress.ts';
import { isKey, type FileStore } from '../../lib/files/store.ts';
import { withMigrationLock, migrateEmptyTo } from '../../lib/sql/migrate.ts';
import { makeDay } from '../../lib/sql/partitions.ts';
import { openWithPassphrase } from '../../lib/crypto/passphrase.ts';
import type { SecretKeys } from '../../lib/crypto/secretBox.ts';
import { parseSecretKeys } from '../../lib/crypto/secretKeys.ts';
import type { ConnectionTarget, ReservedConnection } from '../../lib/sql/sql.ts';
import { StartupFault } from '../../lib/process/startupFault.ts';
import { connectForBackup } from './backup.ts';
import {
  filePart,
  KEY_CONTEXT,
  PARTS,
  readArchiveHead,
  readContents,
  readSealedKeys,
  tablePart,
  type ArchiveHead,
  type Contents,
} from './contents.ts';
import { copyStatement, listTables } from './sql/contents.ts';
import * as loading from './sql/loading.ts';
import { restrictToLoading } from './sql/loadingRole.ts';
import { matchDays, matchTables } from './tables.ts';

export type RestoreWork = {
  target: ConnectionTarget;
  files: FileStore;
  passphrase: string;
  /** Restores an archive of version 1, which nothing authenticates. */
  accepts_unsigned: boolean;
  /** The file, or the object of a bucket. */
  from: string;
  /** The folder of the migrations. */
  migrations: string;
  /** Called before the restored rows are committed; what it throws undoes all. */
  keepKeys: (keys: SecretKeys) => void;
  interrupted?: AbortSignal;
};

export type RestoreResult = { about: ArchiveHead; keys: SecretKeys };

const MOST_FILE_BYTES = 1024 ** 4;

/** Fills an empty database and an empty place for files; all of it, or nothing. */
export async function restoreBackup(work: RestoreWork): Promise<RestoreResult> {
  const { place: folder, name } = splitPlace(work.from);
  const place = openPlace(folder);
  const db = connectForBackup(work.target);
  try {
    // Nothing is interpreted before the whole archive is known to be what was written.
    await assertWhole(place.read(name), work);
    const parts = readArchive(place.read(name), work);
    const connection = await db.reserve();
    return await withMigrationLock(connection, () => restoreInto(connection, work, parts));
  } finally {
    await db.end({ timeout: 1 });
    await place.close();
  }
}

type Parts = AsyncGenerator<ArchivePart, void>;

async function restoreInto(
  connection: ReservedConnection,
  work: RestoreWork,
  parts: Parts,
): Promise<RestoreResult> {
  if (await loading.hasRelations(connection))
    throw new StartupFault('The database is not empty: restore into a new DATA_DIR, or a new database.');
  const about = await readArchiveHead(await nextPart(parts, PARTS.about));
  const sealed = await readSealedKeys(await nextPart(parts, PARTS.key));
  const keys = parseSecretKeys(await openWithPassphrase(sealed, work.passphrase, KEY_CONTEXT));
  if (!keys) throw new StartupFault('The backup has no secret key.');

  const areas = new Set<string>();
  await connection.unsafe('begin');
  try {
    const rows = await fillTables(connection, work, about, parts);
    assertComplete(rows, await fillFiles(work, parts, areas));
    work.keepKeys(keys);
    await connection.unsafe('commit');
  } catch (error) {
    await connection.unsafe('rollback').catch(() => undefined);
    await emptyAreas(work.files, areas);
    throw error;
  } finally {
    await parts.return();
  }
  await connection.unsafe('analyze');
  return { about, keys };
}

/** One transaction makes the tables as they were and fills them; later migrations follow it. */
async function fillTables(
  tx: ReservedConnection,
  { migrations, interrupted }: RestoreWork,
  about: ArchiveHead,
  parts: Parts,
): Promise<Record<string, number>> {
  await migrateEmptyTo(tx, migrations, about.migration);
  const created = await listTables(tx);
  const tables = matchTables(about.tables, created);
  for (const { table, days } of matchDays(about.days, created))
    for (const day of days) await makeDay(tx, table, day);
  const giveForeignKeysBack = await loading.liftForeignKeys(tx);
  const endLoading = await restrictToLoading(tx, tables);
  await loading.emptyTables(tx, tables);
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const { content } = await nextPart(parts, tablePart(table.name));
    rows[table.name] = await tx.copyIn(copyStatement(table, 'in'), decompress(content, interrupted));
  }
  await endLoading();
  await giveForeignKeysBack();
  return rows;
}

type Filled = { files: number; contents: Contents };

async function fillFiles(work: RestoreWork, parts: Parts, areas: Set<string>): Promise<Filled> {
  let files = 0;
  for await (const part of parts) {
    work.interrupted?.throwIfAborted();
    const { name, key } = part.header;
    if (name === PARTS.contents) {
      const contents = await readContents(part);
      await parts.next();
      return { files, contents };
    }
    if (typeof key !== 'string' || !isKey(key) || name !== filePart(key))
      throw new DamagedArchive(`The backup has a part “${name}” that is no file.`);
    await assertEmptyArea(work.files, key, areas);
    await work.files.putBack(key, part.content, { max_bytes: MOST_FILE_BYTES });
    files++;
  }
  throw new StartupFault('The backup has no list of its contents.');
}

async function assertEmptyArea(files: FileStore, key: string, areas: Set<string>): Promise<void> {
  const area = key.slice(0, key.indexOf('/'));
  if (areas.has(area)) return;
  for await (const found of files.list(area)) {
    throw new StartupFault(
      `There are files already, such as ${found.key}: restore into an empty place. A restore that was killed leaves files.`,
    );
  }
  areas.add(area);
}

async function emptyAreas(files: FileStore, areas: Set<string>): Promise<void> {
  for (const area of areas) for await (const { key } of files.list(area)) await files.remove(key);
}

function assertComplete(rows: Record<string, number>, { files, contents }: Filled): void {
  const wrong = Object.keys(rows).find((table) => rows[table] !== contents.rows[table]);
  if (wrong !== undefined) throw new StartupFault(`The backup has not all rows of ${wrong}.`);
  if (files !== contents.files) throw new StartupFault('The backup has not all files.');
}

async function nextPart(parts: Parts, name: string): Promise<ArchivePart> {
  const { done, value } = await parts.next();
  if (!done && value.header.name === name) return value;
  throw new StartupFault(`The backup has no part “${name}” where it belongs.`);
}
