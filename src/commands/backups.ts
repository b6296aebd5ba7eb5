import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { MIGRATIONS, openDatabase, prepareDatabase, type OpenOptions } from '../database/database.ts';
import { makeBackup, type BackupResult } from '../features/backups/backup.ts';
import { restoreBackup, type RestoreResult, type RestoreWork } from '../features/backups/restore.ts';
import { verifyRestored, type VerifyResult } from '../features/backups/verify.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { FileStore } from '../lib/files/store.ts';
import type { SecretKeys } from '../lib/crypto/secretBox.ts';
import { keepSecretKeys, readSecretKeys } from '../lib/crypto/secretKeys.ts';
import type { ConnectionTarget } from '../lib/sql/sql.ts';
import { StartupFault } from '../lib/process/startupFault.ts';
import { version } from '../lib/process/version.ts';
import { keyPlaceOf, openFiles } from '../service/tools.ts';

export type Installation = { config: Config; interrupted: AbortSignal; log: OpenOptions['log'] };

/** `to` and `from` are the path of a file, or the URL of an object in a bucket. */
export type BackingUp = Installation & { to: string; passphrase: string };
export type Restoring = Installation & Pick<RestoreWork, 'from' | 'passphrase' | 'accepts_unsigned'>;

/** Copies the installation, whether its service runs or not. */
export async function backUpInstallation(backing_up: BackingUp): Promise<BackupResult> {
  const { config, to, passphrase, interrupted, log } = backing_up;
  const opened = await openDatabase(config, { as: 'command', log, interrupted });
  const files = openFiles(config);
  try {
    await prepareDatabase(opened.direct);
    const readKeys = () => readSecretKeys(keyPlaceOf(config));
    const place = { target: opened.direct, files, readKeys, version, now: systemClock.now() };
    const made = await makeBackup({ ...place, to, passphrase, interrupted });
    if (!made) throw new StartupFault('Another process makes this backup.');
    return made;
  } finally {
    await files.close();
    await opened.close();
  }
}

/** Fills the empty place that the settings name. */
export function restoreInstallation(restoring: Restoring): Promise<RestoreResult> {
  return withRestored(restoring, async (restored) => restored);
}

/** Restores into a folder of its own, with an embedded database, and reads all of it there. */
export async function verifyBackup({ config, ...restoring }: Restoring): Promise<VerifyResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-verify-'));
  const beside = { DATA_DIR: folder, DATABASE_URL: undefined, S3_URL: undefined, SECRET_KEY: undefined };
  try {
    return await withRestored({ ...restoring, config: { ...config, ...beside } }, (restored, place) =>
      verifyRestored(place, restored),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Work<T> = (restored: RestoreResult, place: { target: ConnectionTarget; files: FileStore }) => Promise<T>;

async function withRestored<T>({ config, interrupted, log, ...how }: Restoring, read: Work<T>): Promise<T> {
  const opened = await openDatabase(config, { as: 'command', log, interrupted });
  const files = openFiles(config);
  const place = { target: opened.direct, files };
  try {
    const keepKeys = (keys: SecretKeys) => keepSecretKeys(keyPlaceOf(config), keys);
    const work = { ...place, ...how, interrupted, migrations: MIGRATIONS, keepKeys };
    const restored = await restoreBackup(work);
    await prepareDatabase(opened.direct);
    return await read(restored, place);
  } finally {
    await files.close();
    await opened.close();
  }
}
