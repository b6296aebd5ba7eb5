import { availableParallelism, totalmem } from 'node:os';
import { SETTINGS, type Config } from '../config.ts';
import { MIGRATIONS_FOLDER, openDatabase, type DatabaseHandle } from '../database/database.ts';
import { readQueueOverview } from '../features/queues/queues.ts';
import { countServerErrors } from '../features/requests/sql/serverErrors.ts';
import { countSealedValues } from '../features/secretKeys/sealed.ts';
import { createSecretBox } from '../lib/crypto/secretBox.ts';
import { readSecretKeys } from '../lib/crypto/secretKeys.ts';
import type { Setting } from '../lib/process/settings.ts';
import { version } from '../lib/process/version.ts';
import { isMigrated, readNewestMigration } from '../lib/sql/migrate.ts';
import { readServerVersion, readTableSizes } from '../lib/sql/tableSizes.ts';
import { DAY_MS, systemClock } from '../lib/time/clock.ts';
import { secretKeyLocationOf } from '../service/tools.ts';
import type { CommandOptions } from './backups.ts';

export type SupportBundle = Record<string, unknown>;

/**
 * Collects what a developer needs to examine an installation. It contains no secret, no name of a customer and no
 * content of a record. A part that fails contains its error, because a bundle is needed most when something fails.
 */
export async function collectSupportBundle(installation: CommandOptions): Promise<SupportBundle> {
  const { config, log, interrupted } = installation;
  const bundle = {
    made_at: systemClock.now().toISOString(),
    versions: { service: version, node: process.version, system: `${process.platform} ${process.arch}` },
    machine: { processors: availableParallelism(), memory_bytes: totalmem() },
    settings: describeSettings(config),
  };
  const opened = await attempt(() => openDatabase(config, { as: 'command', log, interrupted }));
  if ('failed' in opened) return { ...bundle, database: opened };
  try {
    return { ...bundle, ...(await describeDatabase(config, opened)) };
  } finally {
    await opened.close();
  }
}

async function describeDatabase(config: Config, { db, embedded }: DatabaseHandle): Promise<SupportBundle> {
  const now = systemClock.now();
  return {
    database: await attempt(async () => ({
      is_embedded: embedded,
      server_version: await readServerVersion(db),
      is_migrated: await isMigrated(db, MIGRATIONS_FOLDER),
      newest_migration: (await readNewestMigration(db)).name,
    })),
    secrets: await attempt(async () => {
      const box = createSecretBox(...readSecretKeys(secretKeyLocationOf(config)));
      const { by_key, unopened } = await countSealedValues(db, box);
      return { keys: by_key.size, unopened };
    }),
    queues: await attempt(async () => {
      const { queues, failing_endpoints } = await readQueueOverview({ db, now });
      return { queues, failing_endpoints: failing_endpoints.length };
    }),
    server_errors_of_one_day: await attempt(() => countServerErrors(db, new Date(now.getTime() - DAY_MS))),
    tables: await attempt(() => readTableSizes(db)),
  };
}

/** Returns the result, or the message of the failure. */
async function attempt<T>(work: () => Promise<T>): Promise<T | { failed: string }> {
  try {
    return await work();
  } catch (error) {
    return { failed: withoutPasswords(error instanceof Error ? error.message : String(error)) };
  }
}

/** Secret settings are only named. Other addresses can also contain a password. */
function describeSettings(config: Config): Record<string, unknown> {
  const settings: Record<string, Setting<unknown>> = SETTINGS;
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, settings[name]?.is_secret ? 'is set' : withoutPasswordsIn(value)]),
  );
}

function withoutPasswordsIn(value: unknown): unknown {
  return typeof value === 'string' ? withoutPasswords(value) : value;
}

function withoutPasswords(text: string): string {
  return text.replaceAll(/\/\/[^/\s]*@/g, '//');
}
