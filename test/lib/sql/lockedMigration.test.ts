import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { migrate } from '../../../src/lib/sql/migrate.ts';
import { connect } from '../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../support/database.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';
import { prepareMigrations } from './support/migrations.ts';

const fresh = await cloneDatabase();
after(() => fresh.drop());
const PLANTS = 'create table plants (id integer primary key)';

test('a migration waits at most five seconds for a lock, and the error names the lock', async () => {
  const { db, folder, connection } = await prepareMigrations(fresh, { '0001_plants.sql': PLANTS });
  await migrate(db, folder);
  await writeFile(join(folder, '0002_more.sql'), 'alter table plants add column name text');
  const holder = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const holding = holder.begin(async (tx) => {
    await tx`lock table plants`;
    hold();
    await released;
  });
  await held;
  const patient = connect(connection, { max: 1, ...LONG_TIMEOUTS });
  await assert.rejects(
    migrate(patient, folder),
    /0002_more\.sql failed: canceling statement due to lock timeout/,
  );
  release();
  await holding;
  await migrate(patient, folder);
  await holder.end({ timeout: 1 });
  await patient.end({ timeout: 1 });
});
