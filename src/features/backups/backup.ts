import { describePlace, openPlace, splitPlace } from '../../lib/files/archive/openPlace.ts';
import { blocksOf, compress } from '../../lib/files/archive/compress.ts';
import { writeArchive, type ArchiveWriter } from '../../lib/files/archive/write.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { newId } from '../../lib/ids.ts';
import { readNewestMigration } from '../../lib/sql/migrate.ts';
import { listDays } from '../../lib/sql/partitions.ts';
import { sealWithPassphrase } from '../../lib/crypto/passphrase.ts';
import type { SecretKeys } from '../../lib/crypto/secretBox.ts';
import { joinSecretKeys, writeSecretKeys } from '../../lib/crypto/secretKeys.ts';
import { connect, type ConnectionTarget, type Database, type ReservedConnection } from '../../lib/sql/sql.ts';
import { StartupFault } from '../../lib/process/startupFault.ts';
import { KEY_CONTEXT, PARTS, filePart, tablePart, type ArchiveHead, type Contents } from './contents.ts';
import * as rows from './sql/backups.ts';
import * as contents from './sql/contents.ts';
import { DAY_MS } from '../../lib/time/clock.ts';

export type BackupWork = {
  target: ConnectionTarget;
  files: FileStore;
  /** The keys of sealed values, as they are at the moment. */
  readKeys: () => SecretKeys;
  passphrase: string;
  /** The file, or the object of a bucket. */
  to: string;
  version: string;
  now: Date;
  /** The moment of the schedule that it is for. */
  due_at?: Date;
  interrupted?: AbortSignal;
};

export type BackupResult = { made_at: string; bytes: number; rows: number; files: number; missing: number };

const ALIVE_EVERY_MS = 15_000;
const MOST_SILENT_MS = 60_000;
/** Statements of a copy take as long as they need. */
const PATIENCE_MS = DAY_MS;

/** How a copy and its restoring speak to the database. */
export function connectForBackup(target: ConnectionTarget): Database {
  return connect(target, {
    max: 2,
    deadline_ms: PATIENCE_MS,
    name: 'tenant-ops backup',
    // Rows that a policy hides would be missing in silence.
    session: { statement_timeout: '0', idle_in_transaction_session_timeout: '0', row_security: 'off' },
  });
}

/** Copies the whole installation while it works; undefined if another process makes the one that is due. */
export async function makeBackup(work: BackupWork): Promise<BackupResult | undefined> {
  const db = connectForBackup(work.target);
  try {
    const id = newId(work.now);
    const begun = { id, due_at: work.due_at ?? null, place: describePlace(work.to), started_at: work.now };
    await rows.failSilentBackups(db);
    if (!(await rows.insertBackup(db, begun))) return undefined;
    return await noting(db, id, (signal) => copyAll(db, work, signal), work.interrupted);
  } finally {
    await db.end({ timeout: 1 });
  }
}

/** Says that the backup is alive while it is made, and how it ended. */
async function noting(
  db: Database,
  id: string,
  copy: (signal: AbortSignal) => Promise<BackupResult>,
  interrupted: AbortSignal | undefined,
): Promise<BackupResult> {
  const silent = new AbortController();
  const timer = sayAlive(db, id, silent);
  try {
    const made = await copy(AbortSignal.any([silent.signal, ...(interrupted ? [interrupted] : [])]));
    if (!(await rows.finishBackup(db, id, made))) throw died();
    return made;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await rows.failBackup(db, id, reason.slice(0, 1_000)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

function sayAlive(db: Database, id: string, silent: AbortController): NodeJS.Timeout {
  let said_at = performance.now();
  return setInterval(() => {
    void rows.recordBackupHeartbeat(db, id).then(
      (is_running) => {
        if (is_running) said_at = performance.now();
        else silent.abort(died());
      },
      () => undefined,
    );
    if (performance.now() - said_at > MOST_SILENT_MS) silent.abort(died());
  }, ALIVE_EVERY_MS).unref();
}

function died(): StartupFault {
  return new StartupFault('The backup was given up: the database did not hear of it for too long.');
}

async function copyAll(db: Database, work: BackupWork, signal: AbortSignal): Promise<BackupResult> {
  const { place: folder, name } = splitPlace(work.to);
  const place = openPlace(folder);
  try {
    const sink = await place.create(name);
    try {
      const made = await writeAll(db, work, await writeArchive(sink, work.passphrase), signal);
      await sink.finish();
      return made;
    } catch (error) {
      await sink.abort().catch(() => undefined);
      throw error;
    }
  } finally {
    await place.close();
  }
}

async function writeAll(
  db: Database,
  work: BackupWork,
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<BackupResult> {
  const before = work.readKeys();
  const connection = await db.reserve();
  try {
    const about = await readAbout(connection, work.version);
    // A key may be added or removed at the moment of the snapshot.
    const keys = writeSecretKeys(joinSecretKeys(work.readKeys(), before));
    const sealed = await sealWithPassphrase(keys, work.passphrase, KEY_CONTEXT);
    await archive.addText({ name: PARTS.about }, JSON.stringify(about));
    await archive.addText({ name: PARTS.key }, JSON.stringify(sealed));
    const copied = await copyTables(connection, about, archive, signal);
    // The names of files outlive the snapshot, which would keep old rows of all tables meanwhile.
    await contents.openFileNames(connection);
    await connection.unsafe('commit');
    const written = await copyFiles(connection, work.files, archive, signal);
    const { files } = written;
    await archive.addText(
      { name: PARTS.contents },
      JSON.stringify({ rows: copied, files } satisfies Contents),
    );
    const { bytes } = await archive.end();
    return { made_at: about.made_at, bytes, rows: sum(Object.values(copied)), ...written };
  } finally {
    // An open snapshot ends with its connection.
    connection.release();
  }
}

async function readAbout(connection: ReservedConnection, version: string): Promise<ArchiveHead> {
  const made_at = await contents.beginSnapshot(connection);
  const tables = await contents.listTables(connection);
  const split = tables.filter(({ is_split }) => is_split).map(({ name }) => name);
  const days: Record<string, string[]> = {};
  for (const table of split)
    days[table] = (await listDays(connection, table)).map((name) => name.slice(-10).replaceAll('_', '-'));
  return { made_at, version, migration: await readNewestMigration(connection), tables, days };
}

async function copyTables(
  connection: ReservedConnection,
  { tables }: ArchiveHead,
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const copied: Record<string, number> = {};
  for (const table of tables) {
    const statement = contents.copyStatement(table, 'out');
    const part = compress(connection.copyOut(statement), signal);
    copied[table.name] = await archive.add({ name: tablePart(table.name) }, part);
  }
  return copied;
}

async function copyFiles(
  connection: ReservedConnection,
  files: FileStore,
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<Pick<BackupResult, 'files' | 'missing'>> {
  let missing = 0;
  let copied = 0;
  for await (const { key } of contents.readFileNames(connection)) {
    signal.throwIfAborted();
    const file = await files.open(key);
    if (!file) missing++;
    else {
      try {
        await archive.add({ name: filePart(key), key, bytes: file.bytes }, blocksOf(file.content));
      } finally {
        // The archive may fail before the first block is read.
        file.content.destroy();
      }
      copied++;
    }
  }
  return { files: copied, missing };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
