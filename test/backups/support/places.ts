import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { MIGRATIONS_FOLDER } from '../../../src/database/database.ts';
import { makeBackup, type BackupOptions, type BackupResult } from '../../../src/features/backups/backup.ts';
import {
  restoreBackup,
  type RestoreResult,
  type RestoreOptions,
} from '../../../src/features/backups/restore.ts';
import { folderStore } from '../../../src/lib/files/folder.ts';
import type { FileStore } from '../../../src/lib/files/store.ts';
import type { SecretKeys } from '../../../src/lib/crypto/secretBox.ts';
import { connect, type Database } from '../../../src/lib/sql/sql.ts';
import { freshFolder } from '../../support/fileStores.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import type { Connection } from '../../support/postgres.ts';
import { SECRET_KEY } from '../../support/tools.ts';
import type { World } from '../../support/world.ts';

export const PASSPHRASE = 'a passphrase of backups';

/** An empty database and an empty folder. */
export type EmptyTarget = { db: Database; files: FileStore; target: Connection };

/**
 * Creates empty databases on the server of a world. Call it before the world opens, because `after` hooks run in
 * order and the databases must be dropped before the server stops.
 */
export function openEmptyTargets(whereIs: () => Connection): () => Promise<EmptyTarget> {
  const openServer = () => connect({ ...whereIs(), database: 'postgres' }, { max: 1, ...LONG_TIMEOUTS });
  const made: { db: Database; name: string }[] = [];
  after(async () => {
    const server = openServer();
    for (const { db, name } of made) {
      await db.end({ timeout: 1 });
      await server.unsafe(`drop database ${name} with (force)`);
    }
    await server.end();
  });
  return async () => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const server = openServer();
    await server.unsafe(`create database ${name}`);
    await server.end();
    const target = { ...whereIs(), database: name };
    const db = connect(target, LONG_TIMEOUTS);
    made.push({ db, name });
    return { db, target, files: folderStore(await freshFolder()) };
  };
}

export async function backUp(
  world: World,
  to: string,
  changes: Partial<BackupOptions> = {},
): Promise<BackupResult> {
  const { connection: target, files } = world;
  const how = {
    readKeys: (): SecretKeys => [SECRET_KEY],
    passphrase: PASSPHRASE,
    version: '0.0.0',
    now: new Date(),
  };
  const made = await makeBackup({ target, files, to, ...how, ...changes });
  assert.ok(made);
  return made;
}

export function restoreInto(
  { target, files }: EmptyTarget,
  from: string,
  changes: Partial<RestoreOptions> = {},
): Promise<RestoreResult> {
  const how = {
    passphrase: PASSPHRASE,
    accepts_unsigned: false,
    migrations: MIGRATIONS_FOLDER,
    keepKeys: () => {},
  };
  return restoreBackup({ target, files, from, ...how, ...changes });
}

export async function assertTargetEmpty({ db, files }: EmptyTarget): Promise<void> {
  const found = await db`select 1 from pg_class as class where class.relnamespace = 'public'::regnamespace`;
  assert.equal(found.length, 0);
  assert.deepEqual(await Array.fromAsync(files.list('forms')), []);
}

/** Returns the number of rows and a checksum per table and partition. */
export async function sumRows(db: Database): Promise<Record<string, unknown>> {
  const tables = await db<{ name: string }[]>`
    select class.relname as name
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind = 'r'
      and class.relname <> all (${['migrations', 'backups']}::text[])
    order by class.relname`;
  const sums: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [sum] = await db`
      select count(*)::int as rows, sum(hashtextextended(${db(name)}::text, 0)) as sum
      from ${db(name)}`;
    sums[name] = sum;
  }
  return sums;
}

/** Lists constraints, indexes and policies, without those of shards of a distributed database. */
export async function listDefinitions(db: Database): Promise<string[]> {
  const rows = await db<{ definition: string }[]>`
    select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) as definition
    from pg_constraint
    where connamespace = 'public'::regnamespace
      and conrelid::regclass::text !~ '_[0-9]{6}$'
    union all
    select indexdef
    from pg_indexes
    where schemaname = 'public'
    union all
    select tablename || ' ' || policyname || ' ' || qual
    from pg_policies
    union all
    select class.relname || ' ' || class.relrowsecurity
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')`;
  return rows.map(({ definition }) => definition).toSorted();
}
