import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import {
  MIGRATIONS_FOLDER,
  openDatabase,
  prepareDatabase,
  type OpenDatabaseOptions,
} from '../database/database.ts';
import { makeBackup, type BackupResult } from '../features/backups/backup.ts';
import { restoreBackup, type RestoreResult, type RestoreOptions } from '../features/backups/restore.ts';
import { verifyRestoredBackup, type VerificationResult } from '../features/backups/verify.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { FileStore } from '../lib/files/store.ts';
import type { SecretKeys } from '../lib/crypto/secretBox.ts';
import { restoreSecretKeys, readSecretKeys } from '../lib/crypto/secretKeys.ts';
import type { ConnectionTarget } from '../lib/sql/sql.ts';
import { StartupFault } from '../lib/process/startupFault.ts';
import { version } from '../lib/process/version.ts';
import { secretKeyLocationOf, openFileStore } from '../service/tools.ts';

export type CommandOptions = { config: Config; interrupted: AbortSignal; log: OpenDatabaseOptions['log'] };

/** `to` (and `from` of a restore) is the path of a file, or the URL of an object in a bucket. */
export type BackupCommandOptions = CommandOptions & { to: string; passphrase: string };
export type RestoreCommandOptions = CommandOptions &
  Pick<RestoreOptions, 'from' | 'passphrase' | 'accepts_unsigned'>;

/** Backs up the installation; its service may run at the same time. */
export async function backUpInstallation(backing_up: BackupCommandOptions): Promise<BackupResult> {
  const { config, to, passphrase, interrupted, log } = backing_up;
  const opened = await openDatabase(config, { as: 'command', log, interrupted });
  const files = openFileStore(config);
  try {
    await prepareDatabase(opened.direct);
    const readKeys = () => readSecretKeys(secretKeyLocationOf(config));
    const place = { target: opened.direct, files, readKeys, version, now: systemClock.now() };
    const made = await makeBackup({ ...place, to, passphrase, interrupted });
    if (!made) throw new StartupFault('Another process makes this backup.');
    return made;
  } finally {
    await files.close();
    await opened.close();
  }
}

/** Restores a backup into the installation of the settings, which must be empty. */
export function restoreInstallation(restoring: RestoreCommandOptions): Promise<RestoreResult> {
  return withRestored(restoring, async (restored) => restored);
}

/** Restores a backup into a temporary folder with an embedded database, and reads all restored data. */
export async function verifyBackup({
  config,
  ...restoring
}: RestoreCommandOptions): Promise<VerificationResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-verify-'));
  const beside = { DATA_DIR: folder, DATABASE_URL: undefined, S3_URL: undefined, SECRET_KEY: undefined };
  try {
    return await withRestored({ ...restoring, config: { ...config, ...beside } }, (restored, place) =>
      verifyRestoredBackup(place, restored),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Work<T> = (restored: RestoreResult, place: { target: ConnectionTarget; files: FileStore }) => Promise<T>;

async function withRestored<T>(
  { config, interrupted, log, ...how }: RestoreCommandOptions,
  read: Work<T>,
): Promise<T> {
  const opened = await openDatabase(config, { as: 'command', log, interrupted });
  const files = openFileStore(config);
  const place = { target: opened.direct, files };
  try {
    const keepKeys = (keys: SecretKeys) => restoreSecretKeys(secretKeyLocationOf(config), keys);
    const work = { ...place, ...how, interrupted, migrations: MIGRATIONS_FOLDER, keepKeys };
    const restored = await restoreBackup(work);
    await prepareDatabase(opened.direct);
    return await read(restored, place);
  } finally {
    await files.close();
    await opened.close();
  }
}
