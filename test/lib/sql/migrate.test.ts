import assert from 'node:assert/strict';
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  describeUnsupportedVersion,
  isMigrated,
  migrate,
  migrateEmptyTo,
  readNewestMigration,
} from '../../../src/lib/sql/migrate.ts';
import { connect } from '../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../support/database.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import { prepareMigrations } from './support/migrations.ts';

const fresh = await cloneDatabase();
after(() => fresh.drop());

const PLANTS = 'create table plants (id integer primary key)';
const POTS = 'create table pots (id integer primary key); insert into pots values (1)';

test('every migration is applied once, in order, and a second run changes nothing', async () => {
  const { db, folder } = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS, '0002_pots.sql': POTS });
  assert.equal(await isMigrated(db, folder).catch(() => false), false);
  await migrate(db, folder);
  await migrate(db, folder);
  assert.equal(await isMigrated(db, folder), true);
  assert.deepEqual(await applied(db), ['0001_plants.sql', '0002_pots.sql']);
});

test('a new migration is applied to an existing database', async () => {
  const { db, folder } = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS });
  await migrate(db, folder);
  await writeFile(join(folder, '0002_pots.sql'), POTS);
  assert.equal(await isMigrated(db, folder), false);
  await migrate(db, folder);
  assert.equal(await isMigrated(db, folder), true);
});

test('an edited migration is rejected', async () => {
  const { db, folder } = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS });
  await migrate(db, folder);
  await writeFile(join(folder, '0001_plants.sql'), `${PLANTS} -- and more`);
  await assert.rejects(migrate(db, folder), {
    name: 'StartupFault',
    message: 'The migration 0001_plants.sql was edited after it was applied; write a new one instead.',
  });
});

test('an older version starts and is ready if a newer version only added migrations', async () => {
  const { db, folder } = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS, '0002_pots.sql': POTS });
  await migrate(db, folder);
  await unlink(join(folder, '0002_pots.sql'));
  await migrate(db, folder);
  assert.equal(await isMigrated(db, folder), true);
  assert.deepEqual(await applied(db), ['0001_plants.sql', '0002_pots.sql']);
});

test('an older version is rejected and not ready if one of its migrations was edited', async () => {
  const { db, folder } = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS, '0002_pots.sql': POTS });
  await migrate(db, folder);
  await unlink(join(folder, '0002_pots.sql'));
  await writeFile(join(folder, '0001_plants.sql'), `${PLANTS} -- and more`);
  await assert.rejects(migrate(db, folder), { name: 'StartupFault' });
  assert.equal(await isMigrated(db, folder), false);
});

test('control: the right number of migrations does not suffice if they are not those of this version', async () => {
  const { db, folder } = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS });
  await migrate(db, folder);
  await writeFile(join(folder, '0002_pots.sql'), POTS);
  await db`insert into migrations values (3, '0003_later.sql', 'x', now())`;
  assert.equal(await isMigrated(db, folder), false);
});

test('an empty database is migrated up to the migration of a backup, which this version must have', async () => {
  const older = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS });
  await migrate(older.db, older.folder);
  const to = await readNewestMigration(older.db);
  const { db, folder } = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS, '0002_pots.sql': POTS });
  const unknown = { ...to, checksum: 'another' };
  await assert.rejects(
    db.begin((tx) => migrateEmptyTo(tx, folder, unknown)),
    /^StartupFault: The backup was made at migration 1 \(0001_plants\.sql\), which this version does not have: /,
  );
  await db.begin((tx) => migrateEmptyTo(tx, folder, to));
  assert.deepEqual(await applied(db), ['0001_plants.sql']);
  assert.equal((await db`select from plants`).length, 0);
  await migrate(db, folder);
  assert.equal((await db`select from pots`).length, 1);
});

test('a failed migration leaves no changes and can be applied again', async () => {
  const { db, folder } = await prepareMigrations(fresh, {
    '0001_plants.sql': PLANTS,
    '0002_pots.sql': `${POTS}; select 1 / 0`,
  });
  await assert.rejects(migrate(db, folder), {
    name: 'StartupFault',
    message: 'The migration 0002_pots.sql failed: division by zero',
  });
  assert.deepEqual(await applied(db), ['0001_plants.sql']);
  assert.deepEqual([...(await db`select to_regclass('pots')::text as name`)], [{ name: null }]);

  await writeFile(join(folder, '0002_pots.sql'), POTS);
  await migrate(db, folder);
  assert.deepEqual(await applied(db), ['0001_plants.sql', '0002_pots.sql']);
});

test('nodes that start at the same time apply each migration once', async () => {
  const { folder, connection } = await prepareMigrations(fresh, {
    '0001_plants.sql': PLANTS,
    '0002_pots.sql': POTS,
  });
  const nodes = Array.from({ length: 4 }, () => connect(connection, { max: 1, ...LONG_TIMEOUTS }));
  await Promise.all(nodes.map((db) => migrate(db, folder)));
  for (const db of nodes) {
    assert.deepEqual(await applied(db), ['0001_plants.sql', '0002_pots.sql']);
    await db.end({ timeout: 1 });
  }
});

for (const [what, names] of Object.entries({
  'a gap': ['0001_plants.sql', '0003_pots.sql'],
  'a number twice': ['0001_plants.sql', '0001_pots.sql'],
  'an invalid file name': ['0001_plants.sql', 'pots.sql'],
})) {
  test(`${what} in the migration numbers is rejected before a migration is applied`, async () => {
    const { db, folder } = await prepareMigrations(
      fresh,
      Object.fromEntries(names.map((name) => [name, PLANTS])),
    );
    await assert.rejects(migrate(db, folder), {
      name: 'StartupFault',
      message: `The migration ${names[1]} is not numbered consecutively.`,
    });
    assert.deepEqual([...(await db`select to_regclass('migrations')::text as name`)], [{ name: null }]);
  });
}

test('a server older than PostgreSQL 15 is rejected', () => {
  assert.equal(
    describeUnsupportedVersion({ number: 140_011, version: '14.11 (Debian 14.11-1)' }),
    'The database is PostgreSQL 14.11 (Debian 14.11-1); Tenant Ops needs 15 or newer.',
  );
  assert.equal(describeUnsupportedVersion({ number: 150_000, version: '15.0' }), undefined);
  assert.equal(describeUnsupportedVersion({ number: 180_004, version: '18.4' }), undefined);
});

async function applied(db: ReturnType<typeof connect>): Promise<string[]> {
  const rows = await db<{ name: string }[]>`select name from migrations order by number`;
  return rows.map(({ name }) => name);
}
