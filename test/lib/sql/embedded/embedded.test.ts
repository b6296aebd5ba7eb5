import assert from 'node:assert/strict';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { findConnection } from '../../../../src/lib/sql/embedded/connectionFile.ts';
import { acquireDirectoryLock } from '../../../../src/lib/sql/embedded/directoryLock.ts';
import { startEmbeddedPostgres } from '../../../../src/lib/sql/embedded/embedded.ts';
import { cleanUpAtEnd } from './support/cleanUp.ts';
import { connectTo, startInThisProcess } from './support/databases.ts';
import { makeDirectory } from './support/directories.ts';
import { makeStartedDirectory } from './support/template.ts';
import { listServerProcesses } from '../../../../support/postgresProcesses.ts';
import { silentLog } from './support/silentLog.ts';

test('a first start creates a database with checksums, UTF-8 and the built-in locale', async (t) => {
  const { connection } = await startInThisProcess(t, await makeDirectory(t));

  const sql = connectTo(t, connection);
  const [found] = await sql`
    select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
           current_setting('data_checksums') as checksums, current_setting('TimeZone') as zone
    from pg_database
    where datname = current_database()`;

  assert.deepEqual(
    { ...found },
    { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', checksums: 'on', zone: 'UTC' },
  );
});

test('writes are synced to disk unless the caller disables it', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const lock = await acquireDirectoryLock(data_dir, 'command');
  cleanUpAtEnd(t, () => lock.release());
  const database = await startEmbeddedPostgres({ data_dir, log: silentLog });
  cleanUpAtEnd(t, () => database.stop());

  const [found] = await connectTo(t, database.connection)`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`;

  assert.deepEqual({ ...found }, { fsync: 'on', synchronous_commit: 'on' });
});

test('the server listens on a socket in a private directory', async (t) => {
  const { connection } = await startInThisProcess(t, await makeStartedDirectory(t));

  const [found] = await connectTo(t, connection)`select current_setting('listen_addresses') as addresses`;
  const { mode } = await stat(connection.host);

  assert.equal(found?.addresses, '');
  assert.equal(mode & 0o777, 0o700);
});

test('a wrong password is rejected', async (t) => {
  const { connection } = await startInThisProcess(t, await makeStartedDirectory(t));

  const sql = connectTo(t, { ...connection, password: 'guessed' });

  await assert.rejects(sql`select 1`, { code: '28P01' });
});

test('a later start finds the committed data and uses the same password', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const first = await startInThisProcess(t, data_dir);
  await connectTo(t, first.connection)`create table kept as select 'here' as word`;
  await first.stop();

  const second = await startInThisProcess(t, data_dir);

  assert.deepEqual([...(await connectTo(t, second.connection)`select word from kept`)], [{ word: 'here' }]);
  assert.equal(second.connection.password, first.connection.password);
});

test('a stop leaves no process, no socket and no connection file, and can be repeated', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { connection, stop } = await startInThisProcess(t, data_dir);

  await Promise.all([stop(), stop()]);

  assert.deepEqual(listServerProcesses(data_dir), []);
  await assert.rejects(stat(path.dirname(connection.host)), { code: 'ENOENT' });
  assert.deepEqual((await readdir(data_dir)).toSorted(), ['postgres', 'postgres.password']);
});

test('a second process reads the connection parameters from a private file', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { connection } = await startInThisProcess(t, data_dir);

  const found = await findConnection(data_dir);

  assert.deepEqual(found, connection);
  assert.equal((await stat(path.join(data_dir, 'postgres.json'))).mode & 0o777, 0o600);
});

test('a data directory with spaces, quotes and letters of any script works', async (t) => {
  const data_dir = path.join(await makeDirectory(t), `my "data", l'été 数据`);

  const { connection } = await startInThisProcess(t, data_dir);

  assert.equal((await connectTo(t, connection)`select 1`).length, 1);
});

test('a data directory with a path far longer than a socket path can be works', async (t) => {
  const data_dir = path.join(await makeDirectory(t), 'long'.repeat(50), 'path'.repeat(50));
  await mkdir(data_dir, { recursive: true });

  const { connection } = await startInThisProcess(t, data_dir);

  assert.equal((await connectTo(t, connection)`select 1`).length, 1);
});

test('a server without the lock on its directory does not start', async (t) => {
  const data_dir = await makeDirectory(t);

  await assert.rejects(startEmbeddedPostgres({ data_dir, log: silentLog }), /acquireDirectoryLock/);
});
