import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { findConnection } from '../../../../src/lib/sql/embedded/connectionFile.ts';
import { acquireDirectoryLock } from '../../../../src/lib/sql/embedded/directoryLock.ts';
import { startEmbeddedPostgres } from '../../../../src/lib/sql/embedded/embedded.ts';
import { identifyDirectory } from '../../../../src/lib/sql/embedded/dataDirectory.ts';
import { stopOrphanedServers } from '../../../../src/lib/sql/embedded/serverProcesses.ts';
import { silentLog } from './support/silentLog.ts';
import { cleanUpAtEnd } from './support/cleanUp.ts';
import { connectTo, SERVER, startInOtherProcess, startInThisProcess } from './support/databases.ts';
import { makeDirectory } from './support/directories.ts';
import { makeStartedDirectory } from './support/template.ts';
import { listPostmasters, waitUntil } from '../../../../support/postgresProcesses.ts';

test('kill -9 of our process loses no committed row, and one server remains after the next start', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const killed = await startInOtherProcess(t, data_dir);
  const sql = connectTo(t, killed.connection);
  await sql`create table kept (n int)`;
  let committed = 0;
  const writing = assert.rejects(async () => {
    for (;;) await sql`insert into kept values (${committed + 1})`.then(() => (committed += 1));
  });

  await waitUntil(() => committed > 50);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  // A process that is being forked looks like its postmaster for a moment.
  await waitUntil(() => listPostmasters(data_dir).length === 1);
  const orphans = listPostmasters(data_dir);
  const next = await startInThisProcess(t, data_dir);

  await writing;
  const [found] = await connectTo(t, next.connection)<[{ count: number }]>`select count(*)::int from kept`;
  assert.ok(found.count >= committed, `${found.count} rows of ${committed} committed`);
  assert.equal(orphans.length, 1);
  assert.equal(listPostmasters(data_dir).length, 1);
  assert.notDeepEqual(listPostmasters(data_dir), orphans);
  await assert.rejects(stat(path.dirname(killed.connection.host)), { code: 'ENOENT' });
});

test('a server of an earlier run is stopped gracefully before it is killed', async (t) => {
  const cluster_dir = await makeDirectory(t);
  const argv0 = `postgres: ${await identifyDirectory(cluster_dir)}: writer`;
  const script =
    "process.on('SIGQUIT', () => process.exit(7)); console.log('runs'); setInterval(() => {}, 1000)";
  const left = spawn(process.execPath, ['-e', script], { argv0, stdio: ['ignore', 'pipe', 'ignore'] });
  cleanUpAtEnd(t, () => void left.kill('SIGKILL'));
  const exited = once(left, 'exit');
  await once(left.stdout, 'data');
  await stopOrphanedServers(cluster_dir, silentLog);
  assert.deepEqual(await exited, [7, null]);
});

test('a pid file that names a foreign living process neither blocks the start nor harms the process', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const cluster_dir = path.join(data_dir, 'postgres');
  const { uid, gid } = await stat(cluster_dir);
  const foreign = spawn('sleep', ['3600'], { uid, gid, stdio: 'ignore' });
  cleanUpAtEnd(t, () => void foreign.kill());
  await writeFile(
    path.join(cluster_dir, 'postmaster.pid'),
    `${foreign.pid}\n${cluster_dir}\n1700000000\n5432\n`,
  );

  const { connection } = await startInThisProcess(t, data_dir);

  assert.equal((await connectTo(t, connection)`select 1`).length, 1);
  assert.equal(foreign.exitCode ?? foreign.signalCode, null);
});

test("a copy of a running server's directory starts and leaves the original running", async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const original = await startInOtherProcess(t, data_dir);
  const copy_dir = path.join(await makeDirectory(t), 'copy');
  await once(spawn('cp', ['-a', data_dir, copy_dir]), 'exit');

  const copy = await startInThisProcess(t, copy_dir);

  assert.equal((await connectTo(t, copy.connection)`select 1`).length, 1);
  assert.equal((await connectTo(t, original.connection)`select 1`).length, 1);
});

test('a first start that was killed half-way starts again from the beginning', async (t) => {
  const data_dir = await makeDirectory(t);
  const killed = spawn(process.execPath, [SERVER, data_dir], { stdio: 'ignore' });
  await waitUntil(async () => (await listDraftEntries(data_dir)).includes('PG_VERSION'));
  killed.kill('SIGKILL');
  await once(killed, 'exit');

  const { connection } = await startInThisProcess(t, data_dir);

  assert.equal((await connectTo(t, connection)`select 1`).length, 1);
  assert.deepEqual(await listDraftEntries(data_dir), []);
});

test('a connection file left by a crash is removed before the next server is ready', async (t) => {
  const data_dir = await makeDirectory(t);
  await writeFile(path.join(data_dir, 'postgres.json'), '{"host":"/nowhere"}');
  const lock = await acquireDirectoryLock(data_dir, 'server');
  cleanUpAtEnd(t, () => lock.release());
  const starting = startEmbeddedPostgres({ data_dir, log: silentLog, settings: { fsync: 'off' } });

  await waitUntil(async () => (await listDraftEntries(data_dir)).length > 0);
  assert.equal(await findConnection(data_dir), undefined);
  await (await starting).stop();
});

test('leftovers of an unfinished first start are removed', async (t) => {
  const data_dir = await makeDirectory(t);
  await mkdir(path.join(data_dir, 'postgres.new-abc', 'base'), { recursive: true });
  await writeFile(path.join(data_dir, 'postgres.new-abc', 'PG_VERSION'), '18\n');

  await startInThisProcess(t, data_dir);

  assert.deepEqual(await listDraftEntries(data_dir), []);
});

async function listDraftEntries(data_dir: string): Promise<string[]> {
  const drafts = (await readdir(data_dir)).filter((entry) => entry.startsWith('postgres.new-'));
  return (await Promise.all(drafts.map((draft) => readdir(path.join(data_dir, draft))))).flat();
}
