/* The Python package: its own tests against a service, and the samples of its README. */
import { findFreePort } from '../../support/freePort.ts';
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createFormWithTemplate, deleteForm } from '../../src/features/forms/forms.ts';
import { pythonLiteral } from '../../src/features/reference/literals.ts';
import { revealEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import {
  makeSigningSecret,
  signatureHeaders,
  standardWebhooksHeaders,
  toStandardWebhooksSecret,
} from '../../src/features/webhooks/signing.ts';
import { describeApi } from '../../src/openapi/openapi.ts';
import { eventually } from '../../support/eventually.ts';
import { openScriptedServer } from '../reference/support/scriptedServer.ts';
import { assertSent, listSdkSamples } from '../reference/support/sdkSamples.ts';
import { endpointOf } from '../support/endpoints.ts';
import { adminBrowser, allowAccess, makeApp, openClientStage } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';
import {
  waitForServer,
  exitCodeOf,
  sampleBelow,
  startProgram,
  type RunningProgram,
  type ProgramOptions,
} from './support/programs.ts';

const sources = fileURLToPath(new URL('../../sdk/python/', import.meta.url));
const package_env = { PYTHONPATH: join(sources, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
const { version: VERSION } = JSON.parse(readFileSync(join(sources, '../package.json'), 'utf8'));
const scratch = await mkdtemp(join(tmpdir(), 'tenant-ops-python-'));
after(() => rm(scratch, { recursive: true, force: true }));
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
// The samples compare the age of deliveries with the machine's clock, so the service's clock must agree with
// it.
world.clock.advance(Date.now() - world.clock.now().getTime());
world.startSender();
const tenant = await world.account();
const reader = await world.account();
const api = await reader.api();
const [hook_port, app_port] = [await findFreePort(), await findFreePort()];
const service_file = join(scratch, 'service.json');
await writeFile(service_file, JSON.stringify(await describeService()));

const found = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);
const options = { skip: found.status !== 0 && 'no python3 of 3.9 or newer on this machine' };

for (const name of ['test_client', 'test_requests', 'test_async', 'test_oauth', 'test_webhooks'])
  test(`every test of ${name}.py passes against a service`, options, async () => {
    const { code, said } = await runTests(name);
    assert.equal(code, 0, said);
    assert.match(said, /Ran \d\d? tests in .*\n\nOK\n$/, said);
  });

test('control: the tests of the package detect a service with other responses', options, async () => {
  const changed = { ...JSON.parse(readFileSync(service_file, 'utf8')), narrow_key: 'tak_wrong' };
  const other_file = join(scratch, 'other.json');
  await writeFile(other_file, JSON.stringify(changed));
  const settings = { TENANT_OPS_TEST_SERVICE: other_file };
  const { code, said } = await runTests('test_client.Failures', settings);
  assert.equal(code, 1, said);
  assert.match(said, /Ran 3 tests in .*\n\nFAILED \(errors=1\)\n$/, said);
});

test('pip installs the wheel that the service serves', options, async () => {
  const target = join(scratch, 'installed');
  const run = promisify(execFile);
  const wheel = `${world.url}/sdk/tenant_ops-${VERSION}-py3-none-any.whl`;
  await run('python3', [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-deps',
    '--no-index',
    '--target',
    target,
    wheel,
  ]);
  const program = 'import tenant_ops; print(tenant_ops.TenantOps.__module__, tenant_ops.__file__)';
  const { stdout } = await run('python3', ['-c', program], {
    cwd: scratch,
    env: { PATH: process.env['PATH'], PYTHONPATH: target },
  });
  assert.equal(stdout, `tenant_ops.client ${join(target, 'tenant_ops/__init__.py')}\n`);
});

test('the packages for both languages have the same version', () => {
  const read = (path: string) => readFileSync(join(sources, path), 'utf8');
  const { version } = JSON.parse(read('../package.json'));
  assert.match(read('pyproject.toml'), new RegExp(`^version = "${version}"$`, 'm'));
  assert.match(read('src/tenant_ops/transport.py'), new RegExp(`^VERSION = "${version}"$`, 'm'));
  assert.equal(read('LICENSE'), read('../LICENSE'));
});

test('the sample of a first task works in Python', options, async () => {
  const said = await runToEnd('Create a first task');
  assert.equal(said, 'in_progress Replace the filter of pump 7\n1 in all\n');
});

test('the samples of error handling work in Python', options, async () => {
  assert.equal(await runToEnd('Handle errors'), 'gone\n');
  assert.equal(await runToEnd('Handle errors', 1), 'True\n');
  assert.equal(await runToEnd('Handle errors', 2), 'getIdentity 1 200\n200 True\n');
  const { body } = await api.get('/v1/api-tenant-tasks');
  assert.equal(body.tasks.filter(({ title }: { title: string }) => title === 'Order 4711').length, 1);
});

test('the sample for asyncio works', options, async () => {
  const said = await runToEnd('Use asyncio');
  assert.match(said, /^(?:True\n|False\n)*$/);
  assert.equal(said.match(/True/g)?.length, 2);
});

test('the sample of a receiver accepts deliveries of the service in Python', options, async () => {
  const url = `http://127.0.0.1:${hook_port}/`;
  const endpoint = await endpointOf(reader, url, ['task.created']);
  const { secret } = await revealEndpointSecret(reader.ctx(), endpoint);
  const receiver = await serve('Receive webhooks', { WEBHOOK_SECRET: secret, PORT: String(hook_port) });
  await waitForServer(url);
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401);
  await api.post('/v1/api-tenant-tasks', { title: 'Delivered' });
  await eventually(receiver.said, (said) => said === 'created Delivered\n');
});

test('the sample of an app works in Python for a customer who allows it', options, async () => {
  const origin = `http://localhost:${app_port}`;
  const app = await makeApp(world, tenant, { redirect_uris: [`${origin}/callback`] });
  await serve('Connect customers with OAuth', {
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

test('the samples of the reference send the same requests as those in curl', options, async () => {
  const listener = await openScriptedServer();
  const shown = listSdkSamples(describeApi(world.app.doors, listener.url, '1.2.3')).flatMap(
    ({ samples, ...operation }) => (samples ? [{ ...operation, code: samples.python }] : []),
  );
  listener.answers.push(...shown.map(({ answer }) => answer));
  const program = join(scratch, 'samples.py');
  const codes = pythonLiteral(shown.map(({ code }) => code));
  await writeFile(program, `for code in ${codes}:\n    exec(code)\n`);
  const env = { ...package_env, TENANT_OPS_API_KEY: 'tak_of_the_samples' };
  const { code } = await exitCodeOf(startProgram('python3', [program], { cwd: scratch, env }));
  assert.deepEqual([code, listener.sent.length], [0, shown.length]);
  for (const [at, operation] of shown.entries()) assertSent(listener.sent[at], operation);
});

/** Describes the service for the package's own tests. */
async function describeService(): Promise<object> {
  const device = await tenant.device();
  const { body: session } = await device.post('/device/v1/sessions', { role: 'trainee', session_name: 'A' });
  const { body: taught } = await device.post('/device/v1/sessions', { role: 'trainer' });
  const procedures = [{ title: 'Open the valve' }];
  const end = { session_id: taught.id, status: 'completed', procedures };
  await device.post('/device/v1/sessions/complete', end);
  const form = await createFormWithTemplate(tenant.ctx(), {
    name: 'Sheet',
    template_image_url: 'https://example.com/a.png',
    fields: [{ key: 'note', label: 'Note' }],
  });
  await device.post('/device/v1/forms/submit', { form_id: form.id, answers: { note: 'Ümit' } });
  await deleteForm(tenant.ctx(), form.id);
  return {
    url: world.url,
    form_id: form.id,
    api_key: (await tenant.api()).token,
    narrow_key: (await tenant.api(['read:users'])).token,
    admin_email: tenant.admin.email,
    session_id: session.id,
    oauth: await describeStage(),
    delivery: describeDelivery(),
  };
}

/** Describes an app, and the URL at which a user allows it. */
async function describeStage(): Promise<object> {
  const { app, redirect_uri, scopes, visit } = await openClientStage(world);
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    void visit(searchParams.get('url') ?? '').then(
      (back) => response.end(JSON.stringify(back.href)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { ...app, redirect_uri, scopes, visit_url: `http://127.0.0.1:${port}/` };
}

/** Describes a delivery with its valid signatures, and with other ones. */
function describeDelivery(): object {
  const [secret, old_secret] = [makeSigningSecret(), makeSigningSecret()];
  const now = new Date('2026-03-02T09:00:00.000Z');
  const body = JSON.stringify({ event: 'task.created', event_id: 'evt-1', data: { title: 'Grüße ✓' } });
  return {
    secret,
    old_secret,
    standard_secret: toStandardWebhooksSecret(secret),
    other_secret: makeSigningSecret(),
    now,
    body,
    own: signatureHeaders(secret, body, now),
    standard: standardWebhooksHeaders([secret, old_secret], 'evt-1', body, now),
    forged: signatureHeaders('', body, now),
    broken: signatureHeaders(secret, '{', now),
  };
}

type Ended = { code: unknown; said: string };

async function runTests(name: string, settings: Record<string, string> = {}): Promise<Ended> {
  // unittest writes its output to standard error.
  const args = ['-c', 'exec python3 -m unittest "$0" 2>&1', `tests.${name}`];
  const env = { ...package_env, TENANT_OPS_TEST_SERVICE: service_file, ...settings };
  return exitCodeOf(startProgram('/bin/sh', args, { cwd: sources, env }));
}

/** Starts the n-th sample under a heading of the README. */
async function run(heading: string, at: number, more: Partial<ProgramOptions>): Promise<RunningProgram> {
  const file = join(scratch, `${heading.toLowerCase().replaceAll(' ', '-')}-${at}.py`);
  const sample = sampleBelow(readFileSync(join(sources, 'README.md'), 'utf8'), heading, at);
  await writeFile(file, sample.replaceAll('4444', String(app_port)));
  const env = { ...package_env, TENANT_OPS_URL: `${world.url}/v1/`, TENANT_OPS_KEY: api.token, ...more.env };
  return startProgram('python3', [file], { cwd: scratch, ...more, env });
}

/** Starts a sample server; Python's HTTP server logs each request, which is ignored. */
function serve(heading: string, env: ProgramOptions['env']): Promise<RunningProgram> {
  return run(heading, 0, { env, log: 'ignore' });
}

async function runToEnd(heading: string, at = 0): Promise<string> {
  const { code, said } = await exitCodeOf(await run(heading, at, {}));
  assert.equal(code, 0);
  return said;
}
