/* An interrupted run ends without waiting for its tests and leaves no process: no server, no service, no check. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import type { Connection } from '../support/postgres.ts';

const RUN = fileURLToPath(new URL('../support/run.ts', import.meta.url));
const HANGING = fileURLToPath(new URL('fixtures/hanging.ts', import.meta.url));
const STARTS_WITHIN_MS = 90_000;
/** The pause between signals, so that each signal meets the handlers left by the previous one. */
const BETWEEN_MS = 100;
/** A run that waited for its tests would take minutes. */
const ENDS_WITHIN_MS = 20_000;
const SERVICE_ENDS_WITHIN_MS = 5_000;
const INTERRUPTED = 130;
const LINUX = process.platform === 'linux' ? {} : { skip: 'reads /proc' };

const scratch = await mkdtemp(join(tmpdir(), 'interrupted-'));
after(() => rm(scratch, { recursive: true, force: true, maxRetries: 20 }));

/** Starts a run without the environment variables of the surrounding test run. */
function startRun(args: string[], told_file = '') {
  const { NODE_TEST_CONTEXT, TEST_POSTGRES, TEST_CITUS, ...env } = process.env;
  return spawn(process.execPath, [RUN, ...args], {
    env: { ...env, TMPDIR: scratch, TOLD_FILE: told_file },
    stdio: 'ignore',
  });
}

/** Sends the signal twice, because Ctrl-C comes from the terminal and from npm. */
async function interrupt(run: ChildProcess): Promise<{ code: unknown; took_ms: number }> {
  const over = once(run, 'exit');
  const began_ms = performance.now();
  run.kill('SIGINT');
  await sleep(BETWEEN_MS);
  run.kill('SIGINT');
  const [code] = await over;
  return { code, took_ms: performance.now() - began_ms };
}

/** Lists the command lines of all processes of the run, which are found by their inherited TMPDIR. */
async function listProcesses(): Promise<string[]> {
  const commands = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(findCommand);
  return (await Promise.all(commands)).filter((command) => command !== '');
}

async function findCommand(pid: string): Promise<string> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [environment, command] = await Promise.all([read('environ'), read('cmdline')]);
  return environment.includes(`TMPDIR=${scratch}`) ? command.replaceAll('\0', ' ') : '';
}

async function isServing(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function isListening({ host, port }: Connection): Promise<boolean> {
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const is_open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return is_open;
}

test('a run that is interrupted twice ends its server, removes its files, and leaves no service', async () => {
  const told_file = join(scratch, 'told.json');
  const run = startRun([HANGING], told_file);
  after(() => run.kill());
  const text = await eventually(
    () => readFile(told_file, 'utf8').catch(() => ''),
    (found) => found !== '',
    STARTS_WITHIN_MS,
  );
  const { server, service_url } = JSON.parse(text) as { server: Connection; service_url: string };
  assert.deepEqual([await isListening(server), await isServing(service_url)], [true, true]);
  const { code, took_ms } = await interrupt(run);
  assert.equal(code, INTERRUPTED);
  assert.ok(took_ms < ENDS_WITHIN_MS, `ended after ${took_ms} ms`);
  assert.equal(await isListening(server), false);
  // The service ends when it notices that its parent process is gone.
  await eventually(
    () => isServing(service_url),
    (is_serving) => !is_serving,
    SERVICE_ENDS_WITHIN_MS,
  );
  assert.deepEqual(
    (await readdir(scratch)).filter((name) => name.startsWith('tenant-ops-')),
    [],
  );
});

test('a run that is interrupted during its checks leaves no check running', LINUX, async () => {
  const run = startRun([]);
  after(() => run.kill());
  const isCheck = (command: string) => /node_modules\/.*(?:tsc|oxlint|knip)/.test(command);
  const isSeries = (command: string) => command.includes('/1-000-');
  await eventually(listProcesses, (found) => found.some(isCheck) && found.some(isSeries), STARTS_WITHIN_MS);
  const { code, took_ms } = await interrupt(run);
  assert.equal(code, INTERRUPTED);
  assert.ok(took_ms < ENDS_WITHIN_MS, `ended after ${took_ms} ms`);
  // A killed check can still be listed for a moment on a busy machine.
  await eventually(listProcesses, (found) => found.length === 0, SERVICE_ENDS_WITHIN_MS);
});
