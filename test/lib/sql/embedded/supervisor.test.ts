import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { makeRunDirectory } from '../../../../src/lib/sql/embedded/runDirectory.ts';
import type { Database } from '../../../../src/lib/sql/sql.ts';
import {
  connectTo,
  endServer,
  SERVER,
  startInOtherProcess,
  startInThisProcess,
} from './support/databases.ts';
import { cleanUpAtEnd } from './support/cleanUp.ts';
import { makeStartedDirectory } from './support/template.ts';
import {
  killServer,
  listPostmasters,
  listServerProcesses,
  waitUntil,
} from '../../../../support/postgresProcesses.ts';

test('kill -9 of every process loses no committed row, and the same connection works again', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { connection } = await startInThisProcess(t, data_dir);
  const sql = connectTo(t, connection);
  await sql`create table kept as select generate_series(1, 1000) as n`;

  killServer(data_dir);

  await waitUntil(() => answers(sql));
  assert.deepEqual([...(await sql`select count(*)::int from kept`)], [{ count: 1000 }]);
  assert.equal(listPostmasters(data_dir).length, 1);
});

test('kill -9 of only the postmaster: the restart waits for its backends, also for busy ones', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { connection } = await startInThisProcess(t, data_dir);
  const busy = connectTo(t, connection)`select count(*) from generate_series(1, 100000000000)`.catch(
    () => 'ended',
  );
  const sql = connectTo(t, connection);
  await waitUntil(
    async () => (await sql`select 1 from pg_stat_activity where query like '%series%'`).length > 1,
  );

  for (const pid of listPostmasters(data_dir)) process.kill(pid, 'SIGKILL');

  assert.equal(await busy, 'ended');
  await waitUntil(() => answers(sql));
  assert.equal(listPostmasters(data_dir).length, 1);
});

test('a server that dies twice in a row is restarted twice', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const sql = connectTo(t, (await startInThisProcess(t, data_dir)).connection);

  for (let round = 0; round < 2; round += 1) {
    killServer(data_dir);
    await waitUntil(() => answers(sql));
  }

  assert.equal(listPostmasters(data_dir).length, 1);
});

test('a stop succeeds while the server is dead', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { stop } = await startInThisProcess(t, data_dir);

  killServer(data_dir);
  await stop();

  // A killed process stays in the process list until the kernel has removed it.
  await waitUntil(() => listServerProcesses(data_dir).length === 0);
});

test('Ctrl-C in the terminal ends the service, and not the database server under its requests', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { child, connection } = await startInOtherProcess(t, data_dir);
  const sql = connectTo(t, connection);
  await sql`select 1`;

  process.kill(-Number(child.pid), 'SIGINT');
  await once(child, 'exit');

  assert.equal((await sql`select 'still here' from pg_sleep(0.2)`).length, 1);
});

test('a process that exits without stopping also ends its server', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const { child } = await startInOtherProcess(t, data_dir);

  child.kill('SIGUSR2');

  assert.deepEqual(await once(child, 'exit'), [5, null]);
  await waitUntil(() => listServerProcesses(data_dir).length === 0);
});

test('a process that exits while its server is starting also ends that server', async (t) => {
  const data_dir = await makeStartedDirectory(t);
  const child = spawn(process.execPath, [SERVER, data_dir], { stdio: 'ignore' });
  // A process that exits this way cannot remove its run directory, so the next run does.
  cleanUpAtEnd(t, async () => (await makeRunDirectory(data_dir)).remove());
  cleanUpAtEnd(t, () => endServer(child, data_dir));
  await waitUntil(() => listPostmasters(data_dir).length === 1);

  child.kill('SIGUSR2');

  assert.deepEqual(await once(child, 'exit'), [5, null]);
  await waitUntil(() => listServerProcesses(data_dir).length === 0);
});

async function answers(sql: Database): Promise<boolean> {
  try {
    return (await sql`select 1`).length === 1;
  } catch {
    return false;
  }
}
