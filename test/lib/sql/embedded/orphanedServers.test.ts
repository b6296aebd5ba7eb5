/* Processes and files left by an earlier run. A `postgres` process here is only a program with that name. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { identifyDirectory, isPresent } from '../../../../src/lib/sql/embedded/dataDirectory.ts';
import { stopOrphanedServers } from '../../../../src/lib/sql/embedded/serverProcesses.ts';
import { superviseServer } from '../../../../src/lib/sql/embedded/supervisor.ts';
import { eventually } from '../../../../support/eventually.ts';
import { cleanUpAtEnd } from './support/cleanUp.ts';
import { makeDirectory } from './support/directories.ts';
import { silentLog } from './support/silentLog.ts';

const FOREVER = 'process.stdout.write("runs"); setInterval(() => {}, 60_000);';

async function makeCluster(t: TestContext) {
  const cluster_dir = path.join(await makeDirectory(t), 'postgres');
  await mkdir(cluster_dir);
  return {
    cluster_dir,
    name: await identifyDirectory(cluster_dir),
    pid_file: path.join(cluster_dir, 'postmaster.pid'),
  };
}

/** Starts a process with this name and these arguments, which runs until it is stopped. */
async function startAs(
  t: TestContext,
  argv0: string,
  args: string[],
  { program = FOREVER, cwd = '/' } = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', program, '--', ...args], {
    argv0,
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  cleanUpAtEnd(t, () => void child.kill('SIGKILL'));
  await once(child.stdout ?? child, 'data');
  return child;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** Systems without /proc list their processes with `ps`, which small containers do not have. */
const HAS_PS = spawnSync('ps', ['-axww', '-o', 'pid=,command=']).status === 0;
const SYSTEMS = new Set([process.platform, ...(HAS_PS ? (['darwin'] as const) : [])]);

function setPlatform(t: TestContext, value: NodeJS.Platform): void {
  const own = process.platform;
  Object.defineProperty(process, 'platform', { value });
  cleanUpAtEnd(t, () => void Object.defineProperty(process, 'platform', { value: own }));
}

for (const system of SYSTEMS) {
  test(`a server of an earlier run is told to stop and named in the log; other servers keep running (${system})`, async (t) => {
    setPlatform(t, system);
    const { cluster_dir, name } = await makeCluster(t);
    const own = await startAs(t, '/usr/lib/postgres', ['-c', `cluster_name=${name}`]);
    const others = [
      await startAs(t, 'postgres', ['-c', `cluster_name=${name}0`]),
      await startAs(t, 'editor', ['-c', `cluster_name=${name}`]),
    ];
    const told: unknown[] = [];
    const ended = once(own, 'exit');
    await stopOrphanedServers(cluster_dir, { ...silentLog, warn: (fields) => told.push(fields) });
    assert.deepEqual(told, [{ processes: [own.pid] }]);
    assert.deepEqual(await ended, [null, 'SIGINT']);
    assert.deepEqual(others.map(isRunning), [true, true]);
  });

  test(`the start waits for a process of a server whose postmaster has ended (${system})`, async (t) => {
    setPlatform(t, system);
    const { cluster_dir, name } = await makeCluster(t);
    const leaves = `process.title = 'postgres: ${name}: walwriter'; process.stdin.resume().once('end', () => process.exit(4)); process.stdout.write('runs');`;
    const backend = await startAs(t, 'postgres', [], { program: leaves });
    const ended = once(backend, 'exit');
    await stopOrphanedServers(cluster_dir, { ...silentLog, warn: () => backend.stdin?.end() });
    assert.deepEqual(await ended, [4, null]);
  });
}

test('a process without a postmaster that does not leave within a second is told to quit, then killed', async (t) => {
  const { cluster_dir, name } = await makeCluster(t);
  const stays = `process.title = 'postgres: ${name}: walwriter'; process.on('SIGQUIT', () => process.exit(4)); process.stdout.write('runs'); setInterval(() => {}, 60_000);`;
  const backend = await startAs(t, 'postgres', [], { program: stays });
  const deaf = await startAs(t, 'postgres', [], {
    program: stays.replace('process.exit(4)', '{}'),
  });
  const ends = Promise.all([once(backend, 'exit'), once(deaf, 'exit')]);
  let now_ms = 0;
  // The mocked clock advances with each check, so that each wait ends after a few checks.
  t.mock.method(performance, 'now', () => (now_ms += 300));
  await stopOrphanedServers(cluster_dir, silentLog);
  assert.deepEqual(await ends, [
    [4, null],
    [null, 'SIGKILL'],
  ]);
});

test('a missing directory and a directory without processes cause no log message', async (t) => {
  const { cluster_dir } = await makeCluster(t);
  const log = { ...silentLog, warn: () => assert.fail('nothing is left') };
  await stopOrphanedServers(cluster_dir, log);
  await stopOrphanedServers(`${cluster_dir}-missing`, log);
});

test('a pid file is removed if another process now has its number, unless that is a server on the directory', async (t) => {
  const { cluster_dir, pid_file } = await makeCluster(t);
  const others = [
    process.pid,
    (await startAs(t, 'postgres', [])).pid,
    (await startAs(t, 'postgres', ['cluster_name=tenant-ops-1-2'], { cwd: cluster_dir })).pid,
  ];
  for (const pid of others) {
    await writeFile(pid_file, `${pid}\n/somewhere\n`);
    await stopOrphanedServers(cluster_dir, silentLog);
    assert.equal(await isPresent(pid_file), false, String(pid));
  }
  for (const text of ['', '0\n', 'none\n']) {
    await writeFile(pid_file, text);
    await stopOrphanedServers(cluster_dir, silentLog);
    assert.equal(await isPresent(pid_file), true, text);
  }
  const foreign = await startAs(t, 'postgres', [], { cwd: cluster_dir });
  await writeFile(pid_file, `${foreign.pid}\n`);
  await assert.rejects(stopOrphanedServers(cluster_dir, silentLog), {
    message: `Another PostgreSQL server (process ${foreign.pid}) runs on ${cluster_dir}: stop it and start again.`,
  });
  assert.equal(await isPresent(pid_file), true);
});

/** Returns a plan whose server is a shell script that runs in the database directory. */
async function planWith(t: TestContext, script: string) {
  const { cluster_dir } = await makeCluster(t);
  const postgres = path.join(await makeDirectory(t), 'postgres');
  await writeFile(postgres, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return { postgres, cluster_dir, account: undefined, settings: { port: '5432' } };
}

const READY = `printf '%s\n\n\n\n\n\n\nready   \n' $$ >postmaster.pid`;

for (const [what, script, reason] of [
  ['a reason', 'echo "LOG:  begins" >&2; echo "FATAL:  no such file" >&2; exit 1', 'no such file'],
  ['an unknown message', 'echo broken >&2; exit 1', 'broken'],
  ['nothing', 'exit 1', 'it gives no reason'],
] as const) {
  test(`the error of a server that ends before it is ready with ${what} says so`, async (t) => {
    const plan = await planWith(t, script);
    await assert.rejects(superviseServer(plan, silentLog), {
      message: `The database in ${plan.cluster_dir} does not start: ${reason}.`,
    });
  });
}

test('the error of a server that ends before it is ready on a full disk says so', async (t) => {
  const plan = await planWith(t, 'echo "FATAL:  could not write: No space left on device" >&2; exit 1');
  await assert.rejects(superviseServer(plan, silentLog), {
    message: `${plan.cluster_dir} has no space left on its disk: free at least 100 MB and start again.`,
  });
});

test('the start waits for the shared memory of a server that was just killed', async (t) => {
  const plan = await planWith(
    t,
    `if mkdir tried; then echo "FATAL:  pre-existing shared memory block" >&2; exit 1; fi; ${READY}; exec sleep 3600`,
  );
  const supervisor = await superviseServer(plan, silentLog);
  await supervisor.stop();
  assert.equal(await isPresent(path.join(plan.cluster_dir, 'tried')), true);
});

test('a server is ready when it reports so, gets its settings, and is restarted immediately when it ends', async (t) => {
  const plan = await planWith(t, `echo "$*" >>starts; ${READY}; exec sleep 3600`);
  const pids: string[] = [];
  const read = async (name: string) => readFileIfThere(path.join(plan.cluster_dir, name));
  await writeFile(path.join(plan.cluster_dir, 'postmaster.pid'), '1\n\n\n\n\n\n\nready\n');
  const warned: object[] = [];
  const supervisor = await superviseServer(plan, { ...silentLog, warn: (fields) => warned.push(fields) });
  cleanUpAtEnd(t, supervisor.stop);
  pids.push((await read('postmaster.pid')).split('\n')[0] ?? '');
  assert.equal(await read('starts'), '-D /proc/self/cwd -c port=5432\n');
  process.kill(Number(pids[0]), 'SIGKILL');
  await eventually(
    () => read('starts'),
    (text) => text.split('\n').length === 3,
  );
  assert.deepEqual(warned, [{ delay_ms: 0 }]);
});

async function readFileIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
