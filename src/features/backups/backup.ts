import { detailsOf } from '../../lib/errors.ts';
import { ArchiveFault } from '../../lib/files/archive/fault.ts';
import { hidePlaceSecret, openArchivePlace, splitArchivePath } from '../../lib/files/archive/openPlace.ts';
import { blocksOf, compress } from '../../lib/files/archive/compress.ts';
import { createArchiveWriter, type ArchiveWriter } from '../../lib/files/archive/write.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { newId } from '../../lib/ids.ts';
import { readNewestMigration } from '../../lib/sql/migrate.ts';
import { listDailyPartitions } from '../../lib/sql/partitions.ts';
import { sealWithPassphrase } from '../../lib/crypto/passphrase.ts';
import type { SecretKeys } from '../../lib/crypto/secretBox.ts';
import { mergeSecretKeys, formatSecretKeys } from '../../lib/crypto/secretKeys.ts';
import { connect, type ConnectionTarget, type Database, type ReservedConnection } from '../../lib/sql/sql.ts';
import {
  BACKUP_KEYS_ENCRYPTION_CONTEXT,
  ARCHIVE_PART_NAMES,
  filePartName,
  tablePartName,
  type ArchiveHeader,
  type BackupTotals,
} from './contents.ts';
import { backupFailureReasons } from './reasons.ts';
import * as rows from './sql/backups.ts';
import * as contents from './sql/contents.ts';
import { DAY_MS } from '../../lib/time/clock.ts';

/*
 * Copies the whole installation into one archive while the service runs: first all tables from one snapshot, then the
 * files to which their rows refer. A cursor keeps the file names, so that the snapshot can end before the files are
 * copied; a long snapshot would prevent VACUUM from removing old rows. Meanwhile no process deletes files
 * (`keptFiles.ts`). The row of the backup gets heartbeats, so that other processes notice if this process dies.
 */

export type BackupOptions = {
  target: ConnectionTarget;
  files: FileStore;
  /** Reads the current secret keys, because an operator can change them during the backup. */
  readKeys: () => SecretKeys;
  passphrase: string;
  /** The path of the backup file, or the URL of an object in a bucket. */
  to: string;
  version: string;
  now: Date;
  /** The scheduled time of the backup; absent if an operator started it. */
  due_at?: Date;
  /** The id of the claimed row, if staff requested the backup; otherwise a row is inserted. */
  claimed_id?: string;
  interrupted?: AbortSignal;
};

export type BackupResult = { made_at: string; bytes: number; rows: number; files: number; missing: number };

const MOST_MESSAGE = 1_000;
const ALIVE_EVERY_MS = 15_000;
const MOST_SILENT_MS = 60_000;
/** The deadline of a connection. It is effectively no limit, because COPY of a large table can take hours. */
const PATIENCE_MS = DAY_MS;

/** Connects to the database for a backup or a restore, without statement timeouts. */
export function connectForBackup(target: ConnectionTarget): Database {
  return connect(target, {
    max: 2,
    deadline_ms: PATIENCE_MS,
    name: 'tenant-ops backup',
    // `row_security` is off, so that PostgreSQL throws an error instead of silently omitting rows that a policy hides.
    session: { statement_timeout: '0', idle_in_transaction_session_timeout: '0', row_security: 'off' },
  });
}

/** Backs up the whole installation while it runs. Returns undefined if another process already makes this backup. */
export async function makeBackup(work: BackupOptions): Promise<BackupResult | undefined> {
  const db = connectForBackup(work.target);
  try {
    const id = work.claimed_id ?? newId(work.now);
    const is_claimed = work.claimed_id !== undefined;
    const begun = { id, due_at: work.due_at ?? null, place: hidePlaceSecret(work.to), started_at: work.now };
    await rows.failBackupsWithoutHeartbeat(db);
    if (!is_claimed && !(await rows.insertBackup(db, begun))) return undefined;
    const written = { bytes: 0 };
    const copy = (signal: AbortSignal) => copyAll(db, { ...work, written }, signal);
    return await withHeartbeats({ db, id, written }, copy, work.interrupted);
  } finally {
    await db.end({ timeout: 1 });
  }
}

/** The bytes that were written to the archive so far. */
type Written = { bytes: number };
type RunningBackup = { db: Database; id: string; written: Written };

/** Writes heartbeats to the backup's row while the backup is made, and then its result. */
async function withHeartbeats(
  running: RunningBackup,
  copy: (signal: AbortSignal) => Promise<BackupResult>,
  interrupted: AbortSignal | undefined,
): Promise<BackupResult> {
  const { db, id } = running;
  const silent = new AbortController();
  const timer = sendHeartbeats(running, silent);
  try {
    const made = await copy(AbortSignal.any([silent.signal, ...(interrupted ? [interrupted] : [])]));
    if (!(await rows.finishBackup(db, id, made))) throw died();
    return made;
  } catch (error) {
    await rows.recordBackupFailure(db, id, failureOf(error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

function sendHeartbeats({ db, id, written }: RunningBackup, silent: AbortController): NodeJS.Timeout {
  let said_at = performance.now();
  return setInterval(() => {
    void rows.recordBackupHeartbeat(db, id, written.bytes).then(
      (is_running) => {
        if (is_running) said_at = performance.now();
        else silent.abort(died());
      },
      () => undefined,
    );
    if (performance.now() - said_at > MOST_SILENT_MS) silent.abort(died());
  }, ALIVE_EVERY_MS).unref();
}

function died(): ArchiveFault {
  return new ArchiveFault(backupFailureReasons.backup_out_of_touch);
}

function failureOf(error: unknown): rows.BackupFailure {
  const reason = error instanceof ArchiveFault ? error.reason : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return {
    reason: message.slice(0, MOST_MESSAGE),
    reason_details: (reason && detailsOf(null, reason)) ?? null,
  };
}

type CopyOptions = BackupOptions & { written: Written };

async function copyAll(db: Database, work: CopyOptions, signal: AbortSignal): Promise<BackupResult> {
  const { place: folder, name } = splitArchivePath(work.to);
  const place = openArchivePlace(folder);
  try {
    const sink = await place.create(name);
    try {
      const write = (block: Buffer) => {
        work.written.bytes += block.length;
        return sink.write(block);
      };
      const archive = await createArchiveWriter(
        { write, finish: () => sink.finish(), abort: () => sink.abort() },
        work.passphrase,
      );
      const made = await writeAll(db, work, archive, signal);
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
  work: BackupOptions,
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<BackupResult> {
  const before = work.readKeys();
  const connection = await db.reserve();
  try {
    const about = await readAbout(connection, work.version);
    // Keys from before and after the snapshot, because an operator can add or remove a key in between.
    const keys = formatSecretKeys(mergeSecretKeys(work.readKeys(), before));
    const sealed = await sealWithPassphrase(keys, work.passphrase, BACKUP_KEYS_ENCRYPTION_CONTEXT);
    await archive.addText({ name: ARCHIVE_PART_NAMES.about }, JSON.stringify(about));
    await archive.addText({ name: ARCHIVE_PART_NAMES.key }, JSON.stringify(sealed));
    const copied = await copyTables(connection, about, archive, signal);
    // A cursor keeps the file names after the commit. A longer snapshot would prevent VACUUM from removing old rows.
    await contents.openReferencedFiles(connection);
    await connection.unsafe('commit');
    const written = await copyFiles(connection, work.files, archive, signal);
    const { files } = written;
    await archive.addText(
      { name: ARCHIVE_PART_NAMES.contents },
      JSON.stringify({ rows: copied, files } satisfies BackupTotals),
    );
    const { bytes } = await archive.end();
    return { made_at: about.made_at, bytes, rows: sum(Object.values(copied)), ...written };
  } finally {
    connection.release();
  }
}

async function readAbout(connection: ReservedConnection, version: string): Promise<ArchiveHeader> {
  const made_at = await contents.beginSnapshot(connection);
  const tables = await contents.listBackupTables(connection);
  const split = tables.filter(({ is_split }) => is_split).map(({ name }) => name);
  const days: Record<string, string[]> = {};
  for (const table of split)
    days[table] = (await listDailyPartitions(connection, table)).map((name) =>
      name.slice(-10).replaceAll('_', '-'),
    );
  return { made_at, version, migration: await readNewestMigration(connection), tables, days };
}

async function copyTables(
  connection: ReservedConnection,
  { tables }: ArchiveHeader,
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const copied: Record<string, number> = {};
  for (const table of tables) {
    const statement = contents.copyStatement(table, 'out');
    const part = compress(connection.copyOut(statement), signal);
    copied[table.name] = await archive.add({ name: tablePartName(table.name) }, part);
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
  for await (const { key } of contents.readReferencedFiles(connection)) {
    signal.throwIfAborted();
    const file = await files.open(key);
    if (!file) missing++;
    else {
      try {
        await archive.add({ name: filePartName(key), key, bytes: file.bytes }, blocksOf(file.content));
      } finally {
        // Closes the file if writing the archive fails before the first block is read.
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
