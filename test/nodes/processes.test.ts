/* Several processes on one machine serve one port, as with PROCESSES=2. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { findConnection } from '../../src/lib/sql/embedded/connectionFile.ts';
import { eventually } from '../../support/eventually.ts';
import { databaseSettings } from '../support/database.ts';
import {
  freshDataDirectory,
  makeKeyBeside,
  readFailedStart,
  startServiceProcess,
} from '../support/service.ts';

/** A drain time that is long enough for a request even on a busy machine. */
const DRAIN_MS = '12000';
const PATH = '/v1/api-tenant-tasks';
const REQUESTS = 20;

const DATA_DIR = await freshDataDirectory();
const service = await startServiceProcess({ DATA_DIR, PROCESSES: '2', DRAIN_MS });
const key = await makeKeyBeside(DATA_DIR, 'ada@example.com');

type Line = { process?: number; pid?: number; ended?: number; msg?: string; path?: string };
const readLog = () =>
  service.lines.filter((line) => line.startsWith('{')).map((line): Line => JSON.parse(line));

/** Sends a request on a new connection; the processes accept connections in turn. */
async function ask(path: string): Promise<{ status: number | undefined; body: string }> {
  const headers = { Authorization: `Bearer ${key}` };
  const asked = get(`${service.url}${path}`, { agent: false, headers });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

/** Lists the process ids of the serving processes, by process number. */
function listServing(): Map<number, number> {
  const serving = new Map<number, number>();
  for (const { process: number = 0, pid, ended } of readLog()) {
    if (pid !== undefined) serving.set(number, pid);
    if (ended !== undefined) serving.delete(ended);
  }
  return serving;
}

/** Returns the answered task requests, grouped by process number. */
const countAnswered = () => {
  const answered = readLog().filter(({ path }) => path === PATH);
  return Object.groupBy(answered, ({ process: number = 0 }) => number);
};

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('200 from both processes on one port; each names itself in the log', async () => {
  for (let asked = 0; asked < REQUESTS; asked++) assert.equal((await ask(PATH)).status, 200);
  const answered = await eventually(countAnswered, (by) => Object.values(by).flat().length === REQUESTS);
  assert.deepEqual(Object.keys(answered), ['1', '2']);
});

test('metrics sum the values of all processes, and count shared values once', async () => {
  const { status, body } = await ask('/metrics');
  assert.equal(status, 200);
  const [, counted] =
    /^tenant_ops_http_requests_total\{[^}]*api-tenant-tasks[^}]*\} (\d+)$/m.exec(body) ?? [];
  assert.equal(Number(counted), REQUESTS);
  const [, open] = /^tenant_ops_database_connections\{state="open"\} (\d+)$/m.exec(body) ?? [];
  assert.ok(Number(open) >= 2);
  assert.match(body, /^tenant_ops_webhook_queue_depth 0$/m);
  assert.match(body, /^process_start_time_seconds \d+/m);
  assert.equal(body.match(/^nodejs_version_info/gm)?.length, 1);
  for (const own of Object.values(countAnswered())) assert.ok((own?.length ?? 0) < REQUESTS, 'control');
});

test('after a SIGKILL of one process, all later requests are answered and another process replaces it', async () => {
  const [[number, pid] = assert.fail()] = [...listServing()];
  process.kill(pid, 'SIGKILL');
  await eventually(listServing, (serving) => !serving.has(number));
  for (let asked = 0; asked < REQUESTS; asked++) assert.equal((await ask(PATH)).status, 200);
  const serving = await eventually(listServing, ({ size }) => size === 2);
  assert.ok(serving.has(3));
  const before = service.lines.length;
  await eventually(
    async () => {
      await ask(PATH);
      return service.lines.slice(before).filter((line) => /"process":3,.*"msg":"request"/.test(line)).length;
    },
    (count) => count > 0,
  );
});

test('a port in use gives one line, from the first process, and exit code 1', async () => {
  const connection = await findConnection(DATA_DIR);
  assert.ok(connection);
  const { code, stdout, stderr } = await readFailedStart({
    ...databaseSettings(connection),
    DATA_DIR: await freshDataDirectory(),
    PROCESSES: '3',
    PORT: new URL(service.url).port,
  });
  assert.equal(code, 1);
  assert.ok(!stdout.includes('ready '));
  assert.match(stderr, /^Cannot listen on [^\n]*EADDRINUSE[^\n]*\n$/);
});

test('a stop drains both processes and ends all of them', async () => {
  const pids = [...listServing().values()];
  assert.equal(pids.length, 2);
  const ended = service.end('SIGTERM');
  const isNotReady = async () => (await ask('/readyz')).status === 503;
  await eventually(isNotReady, (is_draining) => is_draining);
  assert.equal((await ask(PATH)).status, 200, 'still served');
  const { code, took_ms } = await ended;
  assert.equal(code, 0);
  assert.ok(took_ms >= Number(DRAIN_MS));
  assert.deepEqual(pids.filter(isRunning), []);
});
