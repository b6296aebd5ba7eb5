/* The installed npm package: its size, its type declarations, and the samples of its README. */
import { findFreePort } from '../../support/freePort.ts';
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Snippet } from '../../dashboard/format/snippets.ts';
import { keySnippets } from '../../dashboard/features/keys/snippets.ts';
import { taskSnippets } from '../../dashboard/features/tasks/snippets.ts';
import { revealEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../support/endpoints.ts';
import { adminBrowser, allowAccess, makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';
import {
  waitForServer,
  exitCodeOf,
  sampleBelow,
  startProgram,
  type RunningProgram,
} from './support/programs.ts';

const MOST_BYTES = 14 * 1_024;
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'tenant-ops-sdk-'));
after(() => rm(folder, { recursive: true, force: true }));
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
// The samples compare the age of deliveries with the machine's clock, so the service's clock must agree with
// it.
world.clock.advance(Date.now() - world.clock.now().getTime());
world.startSender();
const tenant = await world.account();
const api = await tenant.api();
const [hook_port, app_port] = [await findFreePort(), await findFreePort()];
await install();

test('the package contains only built files, and programs load 14 KB of it', () => {
  const files = globSync('node_modules/tenant-ops/**/*', { cwd: folder }).filter(
    (file) => !/\/(?:dist|cli)$/.test(file),
  );
  const modules = files.filter((file) => /\/dist\/\w+\.js$/.test(file));
  assert.ok(modules.length > 5);
  const others = files.filter(
    (file) => !/\/dist\/(?:cli\/\w+\.js|\w+\.(?:js|d\.c?ts)|main\.cjs)$/.test(file),
  );
  assert.deepEqual(
    new Set(others.map((file) => file.split('/').at(-1))),
    new Set(['LICENSE', 'README.md', 'package.json']),
  );
  const bytes = gzipSync(modules.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')).length;
  assert.ok(bytes <= MOST_BYTES, `${bytes}`);
});

test('the type declarations of the package reject wrong calls and accept right ones', async () => {
  const text = [
    `import { TenantOps, verifyWebhook, type Task } from 'tenant-ops';`,
    `export async function use() {`,
    `const ops = new TenantOps({ baseUrl: 'https://ops.example.com', apiKey: 'tak_' });`,
    `const made: Promise<Task> = ops.tasks.create({ title: 'A', priority: 'high' });`,
    `const all: AsyncIterable<Task> = ops.tasks.list({ status: 'open' });`,
    `const event = await verifyWebhook('', {}, '');`,
    `if (event.event === 'skill.executed') console.log(made, all, event.data.duration_ms.toFixed());`,
    `await ops.tasks.create({ title: 'A', priority: 'highest' });`,
    `await ops.tasks.update('a', { name: 'A' });`,
    `console.log(event.data.duration_ms);`,
    `new TenantOps({ baseUrl: 'https://ops.example.com' });`,
    `}`,
  ].join('\n');
  // An ES module imports the package, and a CommonJS module requires it.
  for (const name of ['use.ts', 'use.cts']) {
    await writeFile(join(folder, name), text);
    const settings = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', ''];
    const checked = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['--noEmit', '--pretty', 'false', ...settings, name],
      { cwd: folder, encoding: 'utf8' },
    );
    const found = [...checked.stdout.matchAll(/^(\S+?)\((\d+),/gm)].map(([, file, line]) => [file, line]);
    const wrong = ['8', '9', '10', '11'].map((line) => [name, line]);
    assert.deepEqual(found, wrong, checked.stdout);
  }
});

test('the samples of the command line work', async () => {
  await writeFile(join(folder, 'key.txt'), api.token ?? '');
  const script = sampleOf('Use the command line', 0)
    .replace('https://ops.example.com', world.url)
    .replaceAll(/^tenant-ops(?= )/gm, join(folder, 'node_modules/.bin/tenant-ops'));
  const nothing = { HOME: folder, TENANT_OPS_URL: '', TENANT_OPS_KEY: '' };
  const { code, said } = await exitCodeOf(start('/bin/sh', ['-ec', script], nothing));
  assert.equal(code, 0);
  const lines = said.split('\n');
  assert.deepEqual(lines.slice(0, 2), [`url: ${world.url}`, '0 of 0']);
  const made = JSON.parse(lines[2] ?? '');
  assert.deepEqual([made.title, made.priority], ['Replace the filter of pump 7', 'high']);
  assert.ok(lines.includes('status: completed'), said);
  for (const { id } of [made, { id: lines[3]?.replace('id: ', '') }])
    await api.patch(`/v1/api-tenant-tasks?task_id=${id}`, {
      title: 'Of the command line',
      status: 'cancelled',
    });
});

test('the command line of the service accepts the same commands', async () => {
  const { code, said } = await exitCodeOf(
    start(process.execPath, [join(root, 'cli/main.ts'), 'users', 'list', '--json']),
  );
  assert.deepEqual([code, JSON.parse(said).total], [0, 1]);
});

test('the sample of several installations works', async () => {
  const script = sampleOf('Use the command line', 1)
    .replace('https://ops.example.com', world.url)
    .replaceAll(/^tenant-ops(?= )/gm, join(folder, 'node_modules/.bin/tenant-ops'));
  const nothing = { HOME: join(folder, 'profiles'), TENANT_OPS_URL: '', TENANT_OPS_KEY: '' };
  const { code, said } = await exitCodeOf(start('/bin/sh', ['-ec', script], nothing));
  assert.equal(code, 0);
  assert.match(said, /^production +false +http/m);
  assert.match(said, /forgotten: true\n$/);
});

test('the command line as one file works without a package', async () => {
  const file = join(folder, 'alone.mjs');
  const served = await fetch(`${world.url}/sdk/tenant-ops.mjs`);
  assert.match(served.headers.get('Content-Type') ?? '', /^text\/javascript/);
  await writeFile(file, await served.text());
  const { code, said } = await exitCodeOf(
    start(process.execPath, [file, 'users', 'list', '--output', 'csv']),
  );
  assert.deepEqual([code, said.split('\n').length], [0, 3]);
  assert.match(said, /^id,/);
});

test('a reader that closes the pipe early ends the command without an error', async (t) => {
  const tasks = Array.from({ length: 20_000 }, (_, at) => ({ id: String(at), title: 'Replace the filter' }));
  const service = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ tasks, total: tasks.length }));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  t.after(() => service.close());
  const { port } = service.address() as AddressInfo;
  const script = '{ "$0" "$1" tasks list; echo "code $?" >&2; } 2> "$2" | head -n 1';
  const [main, errors] = ['node_modules/tenant-ops/dist/cli/main.js', 'errors.txt'].map((name) =>
    join(folder, name),
  );
  const args = ['-c', script, process.execPath, main ?? '', errors ?? ''];
  const { said } = await exitCodeOf(start('/bin/sh', args, { TENANT_OPS_URL: `http://127.0.0.1:${port}` }));
  assert.match(said, /^id +title\n$/);
  assert.equal(readFileSync(errors ?? '', 'utf8'), 'code 0\n');
});

test('the sample of a first task works', async () => {
  const said = await runToEnd('Create a first task');
  assert.equal(said, 'in_progress Replace the filter of pump 7\n3 in all\n');
});

test('the samples of a response and of a signed body work', async () => {
  assert.equal(await runToEnd('Create a first task', 1), '1 200 true\n');
  assert.equal(await runToEnd('Receive webhooks', 1), 'task.created evt-1\n');
});

test('the samples of error handling work', async () => {
  assert.equal(await runToEnd('Handle errors'), 'gone\n');
  assert.equal(await runToEnd('Handle errors', 1), 'true\n');
  assert.equal(await runToEnd('Handle errors', 2), 'getIdentity 1 200\n');
  const { body } = await api.get('/v1/api-tenant-tasks');
  assert.equal(body.tasks.filter(({ title }: { title: string }) => title === 'Order 4711').length, 1);
});

test('a CommonJS program can require the same client', async () => {
  const program = `
    const { TenantOps, NotFoundError } = require('tenant-ops');
    const ops = new TenantOps({ baseUrl: process.env.TENANT_OPS_URL, apiKey: process.env.TENANT_OPS_KEY });
    ops.tasks.create({ title: 'Required', status: 'open' })
      .then((task) => ops.tasks.update(task.id, { status: 'cancelled' }))
      .then((task) => ops.tasks.get(task.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))))
      .catch((error) => console.log(error instanceof NotFoundError, error.status));`;
  const file = join(folder, 'required.cjs');
  await writeFile(file, program);
  const { said } = await exitCodeOf(start(process.execPath, [file]));
  assert.equal(said, 'true 404\n');
});

test('the TypeScript samples of the dashboard work', async () => {
  const { body } = await api.post('/v1/api-tenant-tasks', { title: 'Shown' });
  const change = { public_url: world.url, id: body.id, status: 'cancelled' };
  assert.equal(await runSnippet('change', taskSnippets(change)), 'cancelled\n');
  assert.match(await runSnippet('first', keySnippets(world.url, api.token ?? '')), /^\d+ \[/);
});

test('the sample of a receiver accepts deliveries of the service', async () => {
  const url = `http://127.0.0.1:${hook_port}/`;
  const endpoint = await endpointOf(tenant, url, ['task.created']);
  const { secret } = await revealEndpointSecret(tenant.ctx(), endpoint);
  const receiver = await run('Receive webhooks', 0, { WEBHOOK_SECRET: secret, PORT: String(hook_port) });
  await waitForServer(url);
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401);
  await api.post('/v1/api-tenant-tasks', { title: 'Delivered' });
  await eventually(receiver.said, (said) => said === 'created Delivered\n');
});

test('the sample of an app works for a customer who allows it', async () => {
  const origin = `http://localhost:${app_port}`;
  const app = await makeApp(world, tenant, { redirect_uris: [`${origin}/callback`] });
  await run('Connect customers with OAuth', 0, {
    TENANT_OPS_CLIENT_ID: app.client_id,
    TENANT_OPS_CLIENT_SECRET: app.client_secret,
  });
  const asked = await waitForServer(`${origin}/connect`);
  const { pathname, search } = new URL(asked.headers.get('Location') ?? '');
  const browser = await adminBrowser(world, await world.account('Kunde AG'));
  const { location = '' } = await allowAccess(browser, pathname + search);
  const answer = await fetch(location);
  assert.equal(await answer.text(), '0 tasks');
});

/** Installs the package that the service serves in an empty folder. */
async function install(): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  // A separate npm cache, because the user's may be read-only.
  const env = { ...process.env, npm_config_cache: join(folder, 'npm-cache') };
  const args = ['install', '--no-audit', '--no-fund', `${world.url}/sdk/tenant-ops.tgz`];
  await promisify(execFile)('npm', args, { cwd: folder, env });
}

/** Starts the n-th sample under a heading of the README. */
async function run(heading: string, at = 0, settings: Record<string, string> = {}): Promise<RunningProgram> {
  const file = join(folder, `${heading.toLowerCase().replaceAll(' ', '-')}-${at}.js`);
  await writeFile(file, sampleOf(heading, at).replaceAll('4444', String(app_port)));
  return start(process.execPath, [file], settings);
}

async function runToEnd(heading: string, at = 0): Promise<string> {
  const { code, said } = await exitCodeOf(await run(heading, at));
  assert.equal(code, 0);
  return said;
}

async function runSnippet(name: string, snippets: readonly Snippet[]): Promise<string> {
  const { code = '' } = snippets.find(({ label }) => label === 'TypeScript') ?? {};
  await writeFile(join(folder, `${name}.js`), code);
  return (await exitCodeOf(start(process.execPath, [join(folder, `${name}.js`)]))).said;
}

/** Starts a process with the service's URL and key in its environment. */
function start(
  program: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): RunningProgram {
  const env = { TENANT_OPS_URL: `${world.url}/v1/`, TENANT_OPS_KEY: api.token, ...settings };
  return startProgram(program, args, { cwd: folder, env });
}

function sampleOf(heading: string, at: number): string {
  return sampleBelow(readFileSync(join(folder, 'node_modules/tenant-ops/README.md'), 'utf8'), heading, at);
}
