import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable, Transaction } from './sql.ts';
import { StartupFault } from '../process/startupFault.ts';

type Migration = { number: number; name: string; checksum: string; text: string };
export type MigrationId = { number: number; name: string; checksum: string };

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Key of the advisory lock that serializes migrations. */
const LOCK = 7_140_233;
const OLDEST_SERVER = 150_000;

/** Applies all pending migrations. Nodes that start at the same time are serialized by an advisory lock. */
export async function migrate(db: Database, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  await assertNewEnough(db);
  while (await db.begin((tx) => applyNext(tx, migrations)));
}

/** Runs the work under the migration lock, so that no other process migrates the database meanwhile. */
export async function withMigrationLock<T>(connection: Queryable, work: () => Promise<T>): Promise<T> {
  await assertNewEnough(connection);
  try {
    await connection`select pg_advisory_lock(${LOCK})`;
    return await work();
  } finally {
    await connection`select pg_advisory_unlock(${LOCK})`.catch(() => {});
  }
}

/** Returns the newest applied migration. */
export async function readNewestMigration(db: Queryable): Promise<MigrationId> {
  const newest = (await listApplied(db)).at(-1);
  if (!newest) throw new StartupFault('The database has no migrations.');
  return newest;
}

/** Applies the migrations up to `to` to an empty database, in the caller's transaction. Used to restore a backup. */
export async function migrateEmptyTo(tx: Queryable, folder: string, to: MigrationId): Promise<void> {
  const migrations = (await readMigrations(folder)).slice(0, to.number);
  if (migrations.at(-1)?.checksum !== to.checksum) throw unknownMigration(to);
  await makeTable(tx);
  for (const migration of migrations) await applyInside(tx, migration);
}

function unknownMigration({ number, name }: MigrationId): StartupFault {
  return new StartupFault(
    `The backup was made at migration ${number} (${name}), which this version does not have: restore with the version that made it, or a newer one.`,
  );
}

/** True if all migrations of this version are applied unchanged. Extra migrations of a newer version are accepted. */
export async function isMigrated(db: Database, folder: string): Promise<boolean> {
  const migrations = await readMigrations(folder);
  const applied = await listApplied(db);
  return migrations.every((one, at) => one.checksum === applied[at]?.checksum);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name, at) => {
      const number = Number(FILE.exec(name)?.[1]);
      if (number !== at + 1) throw new StartupFault(`The migration ${name} is not numbered consecutively.`);
      const text = await readFile(join(folder, name), 'utf8');
      return { number, name, checksum: createHash('sha256').update(text).digest('hex'), text };
    }),
  );
}

async function assertNewEnough(db: Queryable): Promise<void> {
  const [server] = await db<[ServerVersion]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  const fault = describeUnsupportedVersion(server);
  if (fault !== undefined) throw new StartupFault(fault);
}

type ServerVersion = { number: number; version: string };

export function describeUnsupportedVersion({ number, version }: ServerVersion): string | undefined {
  if (number >= OLDEST_SERVER) return undefined;
  return `The database is PostgreSQL ${version}; Tenant Ops needs 15 or newer.`;
}

async function makeTable(db: Queryable): Promise<void> {
  await db`
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null
    )`;
}

/**
 * Applies one migration per transaction, because a transaction-level lock also works through a pooler. Returns false if
 * no migration is pending.
 */
async function applyNext(tx: Transaction, migrations: Migration[]): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(${LOCK})`;
  await makeTable(tx);
  const applied = await listApplied(tx);
  for (const earlier of applied) assertUnchanged(earlier, migrations);
  const next = migrations[applied.length];
  if (next) await apply(tx, next);
  return next !== undefined;
}

async function listApplied(db: Queryable): Promise<MigrationId[]> {
  return db<MigrationId[]>`
    select migration.number, migration.name, migration.checksum
    from migrations as migration
    order by migration.number`;
}

/**
 * Throws if the file of an applied migration was edited. Unknown migrations come from a newer version and are accepted,
 * because migrations only add.
 */
function assertUnchanged(earlier: MigrationId, migrations: Migration[]): void {
  const migration = migrations[earlier.number - 1];
  if (migration && migration.checksum !== earlier.checksum) {
    throw new StartupFault(
      `The migration ${migration.name} was edited after it was applied; write a new one instead.`,
    );
  }
}

async function apply(tx: Transaction, migration: Migration): Promise<void> {
  try {
    await tx.unsafe(`set local lock_timeout = '5s'; set local statement_timeout = 0`);
    await applyInside(tx, migration);
  } catch (error) {
    throw new StartupFault(
      `The migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function applyInside(tx: Queryable, { number, name, checksum, text }: Migration): Promise<void> {
  await tx.unsafe(text);
  await tx`
    insert into migrations (number, name, checksum, applied_at)
    values (${number}, ${name}, ${checksum}, now())`;
}
