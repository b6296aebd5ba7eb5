import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable, Transaction } from './sql.ts';
import { StartupFault } from './startupFault.ts';

type Migration = { number: number; name: string; checksum: string; text: string };
type Applied = { number: number; name: string; checksum: string };

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** The advisory lock of migrations. */
const LOCK = 7_140_233;
const OLDEST_SERVER = 150_000;

/** Brings the database to the newest migration; several nodes that start at once take turns. */
export async function migrate(db: Database, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  const connection = await db.reserve();
  try {
    await assertNewEnough(connection);
    await connection`select pg_advisory_lock(${LOCK})`;
    await applyMissing(connection, migrations);
  } finally {
    await connection`select pg_advisory_unlock(${LOCK})`.catch(() => {});
    connection.release();
  }
}

/** Whether the database has the migrations of this version, unchanged; a newer version may have added others. */
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
      if (number !== at + 1) throw new StartupFault(`The migration ${name} breaks the row of numbers.`);
      const text = await readFile(join(folder, name), 'utf8');
      return { number, name, checksum: createHash('sha256').update(text).digest('hex'), text };
    }),
  );
}

async function assertNewEnough(db: Queryable): Promise<void> {
  const [server] = await db<[ServerVersion]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  const fault = faultOfVersion(server);
  if (fault !== undefined) throw new StartupFault(fault);
}

type ServerVersion = { number: number; version: string };

export function faultOfVersion({ number, version }: ServerVersion): string | undefined {
  if (number >= OLDEST_SERVER) return undefined;
  return `The database is PostgreSQL ${version}; Tenant Ops needs 15 or newer.`;
}

async function applyMissing(db: Queryable, migrations: Migration[]): Promise<void> {
  await db`
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null
    )`;
  const applied = await listApplied(db);
  for (const earlier of applied) assertUnchanged(earlier, migrations);
  for (const migration of migrations.slice(applied.length)) await apply(db, migration);
}

async function listApplied(db: Queryable): Promise<Applied[]> {
  return db<Applied[]>`
    select migration.number, migration.name, migration.checksum
    from migrations as migration
    order by migration.number`;
}

/** What only a newer version knows was added beside what this one uses. */
function assertUnchanged(earlier: Applied, migrations: Migration[]): void {
  const migration = migrations[earlier.number - 1];
  if (migration && migration.checksum !== earlier.checksum) {
    throw new StartupFault(
      `The migration ${migration.name} was edited after it was applied; write a new one instead.`,
    );
  }
}

async function apply(db: Queryable, { number, name, checksum, text }: Migration): Promise<void> {
  const tx = db as Transaction;
  try {
    await tx.unsafe(`begin; set local lock_timeout = '5s'; set local statement_timeout = 0`);
    await tx.unsafe(text);
    await tx`
      insert into migrations (number, name, checksum, applied_at)
      values (${number}, ${name}, ${checksum}, now())`;
    await tx.unsafe('commit');
  } catch (error) {
    await tx.unsafe('rollback').catch(() => {});
    throw new StartupFault(
      `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
