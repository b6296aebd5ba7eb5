import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { killServer, listServerProcesses } from '../support/postgresProcesses.ts';
import { cleanEnvironment } from '../support/environment.ts';
import { openBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { callerAt } from '../support/caller.ts';
import {
  freshDataDirectory,
  makeKeyBeside,
  readFailedStart,
  startServiceProcess,
  waitUntilReady,
} from './support/service.ts';
import { sendUnfinishedRequest } from './support/unfinishedRequest.ts';

const DATA_DIR = await freshDataDirectory();
const PATH = '/v1/api-tenant-tasks';
/** A drain time during which even a busy machine sees the service as not ready. */
const DRAIN_MS = 8_000;
const first = await startServiceProcess({ DATA_DIR });
const key = await makeKeyBeside(DATA_DIR, 'ada@example.com');

test('the ready line names the address, and no line precedes it', async () => {
  assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(
    first.lines.find((line) => !line.startsWith('{')),
    `ready ${first.url}`,
  );
  await waitUntilReady(first.url);
});

test('with PORT=0 all addresses contain the chosen port', async () => {
  const nobody = callerAt(first.url);
  const { body: metadata } = await nobody.get('/.well-known/oauth-authorization-server');
  assert.deepEqual([metadata.issuer, metadata.token_endpoint], [first.url, `${first.url}/v1/oauth-token`]);
  const { body: description } = await nobody.get('/v1/openapi.json');
  assert.deepEqual(description.servers, [{ url: first.url }]);
  const browser = openBrowser(first.url);
  const page = await browser.get('/reset-password');
  await browser.submit(page, '/reset-password', { email: 'ada@example.com' });
  const letter = await eventually(
    () => first.lines.find((line) => line.includes('"msg":"mail written"')),
    (line) => line !== undefined,
  );
  const { mail, ...logged } = JSON.parse(letter ?? '{}');
  assert.equal('text' in logged, false, 'a log outside of the demo has no one-time links');
  // Joins the lines that quoted-printable encoding has broken.
  const text = (await readFile(mail, 'utf8')).replaceAll('=\r\n', '');
  assert.ok(text.includes(`${first.url}/reset-password/new?token=3Dtpr_`), text);
});

test('a second start on the same directory prints an error and exits with 1', async () => {
  const { code, stdout, stderr } = await readFailedStart({ DATA_DIR });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^[^\n]*in use[^\n]*\n$|^[^\n]*another[^\n]*\n$/i);
});

test('a port in use gives one clear sentence, exit code 1 and leaves no running database', async () => {
  const data_dir = await freshDataDirectory();
  const { port } = new URL(first.url);
  const { code, stderr } = await readFailedStart({ DATA_DIR: data_dir, PORT: port, LOG_LEVEL: 'silent' });
  assert.equal(code, 1);
  assert.match(
    stderr,
    new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port}: [^\\n]+; set PORT to another port[^\\n]+\\n$`),
  );
  assert.deepEqual(listServerProcesses(data_dir), []);
});

test('one JSON line per request without token and query', async () => {
  await callerAt(first.url, key).get(`${PATH}?limit=7`);
  await callerAt(first.url, `${key}x`).get(PATH);
  const requests = await eventually(
    () =>
      first.lines
        .filter((line) => !line.startsWith('ready '))
        .map((line) => JSON.parse(line))
        .filter(({ msg, path }) => msg === 'request' && path === PATH),
    ({ length }) => length >= 2,
  );
  assert.deepEqual(
    requests.map(({ method, status }) => [method, status]),
    [
      ['GET', 200],
      ['GET', 401],
    ],
  );
  assert.deepEqual(Object.keys(requests[0]), [
    'level',
    'time',
    'request_id',
    'method',
    'path',
    'status',
    'ms',
    'account_id',
    'credential_id',
    'msg',
  ]);
  assert.match(requests[0].request_id, /^[0-9a-f-]{36}$/);
  assert.ok(requests[0].account_id);
  assert.doesNotMatch(first.lines.join('\n'), new RegExp(`limit=7|${key}|${key.slice(-27)}`));
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} turns readiness off, finishes the request in flight and leaves nothing running`, async () => {
    const service = await restart({ DRAIN_MS: String(DRAIN_MS) });
    const caller = callerAt(service.url);
    await waitUntilReady(service.url);
    const slow = sendUnfinishedRequest(service.url, key, `Finished under ${signal}`);
    await slow.begun;
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(silent, 'connect');

    const ending = service.end(signal);
    await eventually(
      () => caller.get('/readyz'),
      (answer) => answer.status === 503,
    );
    // Ctrl-C sends two signals: from the terminal and from npm.
    void service.end(signal);
    const { status, body } = await slow.finish();
    assert.equal(status, 201);
    assert.equal(body.title, `Finished under ${signal}`);

    const { code } = await ending;
    // A stop that exceeds its time limit ends with 1.
    assert.equal(code, 0);
    assert.deepEqual(listServerProcesses(DATA_DIR), []);
    assert.equal(existsSync(join(DATA_DIR, 'postgres.run')), false);
  });
}

test('a restart keeps the data, also after kill -9', async () => {
  let service = await restart();
  const { body: task } = await callerAt(service.url, key).post(PATH, { title: 'Kept' });
  await service.end('SIGTERM');
  service = await restart();
  assert.equal((await titles(service.url)).includes(task.title), true);

  const { body: last } = await callerAt(service.url, key).post(PATH, { title: 'Kept through kill -9' });
  await service.end('SIGKILL');
  service = await restart();
  assert.equal((await titles(service.url)).includes(last.title), true);
  await service.end('SIGTERM');
});

test('503 while the database is unavailable, with the cause in the log and not in the response', async () => {
  const service = await restart();
  const list = () => callerAt(service.url, key).get(PATH);
  // Without this file, the database server cannot restart.
  const control = join(DATA_DIR, 'postgres/global/pg_control');
  await rename(control, `${control}.aside`);
  killServer(DATA_DIR);
  const { status, text: told, headers } = await list();
  await rename(`${control}.aside`, control);
  assert.deepEqual([status, told, headers.get('retry-after')], [503, '', '1']);
  const failed = await eventually(
    () =>
      service.lines
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
        .find(
          ({ msg, request_id }) =>
            msg === 'database unavailable' && request_id === headers.get('x-request-id'),
        ),
    (line) => line !== undefined,
  );
  assert.ok(failed.err.message);
  await eventually(list, (answer) => answer.status === 200);
  assert.doesNotMatch(service.lines.join('\n'), new RegExp(key));
  await service.end('SIGTERM');
});

test('a worker without the API serves only the operator paths', async () => {
  const service = await restart({ ROLES: 'worker' });
  const caller = callerAt(service.url, key);
  for (const path of ['/healthz', '/metrics']) assert.equal((await caller.get(path)).status, 200);
  await waitUntilReady(service.url);
  assert.equal((await caller.get(PATH)).status, 404);
  await service.end('SIGTERM');
});

test('all wrong settings are reported together with exit code 1', async () => {
  const { code, stdout, stderr } = await readFailedStart({
    DATA_DIR,
    PORT: '70000',
    ROLES: 'api,cook',
    DATABASE_URL: 'mysql://localhost',
    DEMO: 'maybe',
  });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^Invalid settings: PORT: [^\n]+; DATABASE_URL: [^\n]+; DEMO: [^\n]+; ROLES: [^\n]+\n$/,
  );
});

test('a failed start writes one error line after the log', async () => {
  await using taken = await takePort();
  const { code, lines } = await readFailedTerminal({
    DATA_DIR: await freshDataDirectory(),
    PORT: taken.port,
  });
  assert.equal(code, 1);
  assert.match(
    lines.at(-1) ?? '',
    /^Cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE.*; set PORT to another port/,
  );
  assert.ok(lines.length > 1 && lines.slice(0, -1).every((line) => line.startsWith('{')), lines.join('\n'));
});

test('the error for a metrics port in use names the port and its setting', async () => {
  await using taken = await takePort();
  const { lines } = await readFailedTerminal({
    DATA_DIR: await freshDataDirectory(),
    METRICS: `port:${taken.port}`,
  });
  assert.match(
    lines.at(-1) ?? '',
    new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${taken.port}: .*; set METRICS to`),
  );
});

test('an unreadable file gives one line without a stack', async () => {
  const data_dir = await freshDataDirectory();
  await mkdir(join(data_dir, 'secret.key'));
  const { code, lines } = await readFailedTerminal({ DATA_DIR: data_dir });
  assert.equal(code, 1);
  assert.match(lines.at(-1) ?? '', /^The service cannot start: EISDIR: /);
});

async function takePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port: String(port), [Symbol.asyncDispose]: async () => void server.close() };
}

/** Reads the output of a failed start as a terminal shows it: stdout and stderr in the order of writing. */
async function readFailedTerminal(env: Record<string, string>): Promise<{ code: unknown; lines: string[] }> {
  const file = join(await freshDataDirectory(), 'terminal.txt');
  const terminal = await open(file, 'a');
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: cleanEnvironment({ PORT: '0', DEMO: 'off', ...env }),
    stdio: ['ignore', terminal.fd, terminal.fd],
  });
  // Ends a start that unexpectedly does not fail.
  const ending = setTimeout(() => child.kill(), 300_000);
  const [code] = await once(child, 'exit');
  clearTimeout(ending);
  await terminal.close();
  return { code, lines: (await readFile(file, 'utf8')).trimEnd().split('\n') };
}

test('an unreachable database gives one clear sentence and exit code 1', async () => {
  const { code, stderr } = await readFailedStart({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' });
  assert.equal(code, 1);
  assert.match(stderr, /^The database cannot be reached: [^\n]+\n$/);
});

test('a database that never responds gives one clear sentence and exit code 1', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { code, stderr } = await readFailedStart({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` });
  silent.close();
  assert.equal(code, 1);
  assert.match(stderr, /^The database cannot be reached: [^\n]+\n$/);
});

let current = first;

async function restart(env: Record<string, string> = {}) {
  await current.end('SIGTERM');
  current = await startServiceProcess({ DATA_DIR, ...env });
  return current;
}

async function titles(url: string): Promise<string[]> {
  const { body } = await callerAt(url, key).get(PATH);
  return body.tasks.map(({ title }: { title: string }) => title);
}
