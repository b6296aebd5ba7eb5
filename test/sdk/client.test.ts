/* The SDK against a service, through a proxy that fails on demand. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../../sdk/src/cli/run.ts';
import * as sdk from '../../sdk/src/main.ts';
import { CALLS } from '../../sdk/src/records.ts';
import { RETRY_DELAYS_MS } from '../../sdk/src/retries.ts';
import { eventually } from '../../support/eventually.ts';
import { openWorld } from '../support/world.ts';
import { openUnreliableProxy, type Fault } from './support/faultyProxy.ts';

const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const SOON = { retryDelaysMs: [1, 1, 1] };

const world = await openWorld();
const tenant = await world.account();
const device = await tenant.device();
const { body: started } = await device.post('/device/v1/sessions', { role: 'trainee', session_name: 'A' });
const { token: apiKey = '' } = await tenant.api();
const { token: narrowKey = '' } = await tenant.api(['read:users']);
const way = await openUnreliableProxy(world.url);
after(() => way.close());
const ops = new sdk.TenantOps({ baseUrl: way.url, apiKey, ...SOON });

beforeEach(() => {
  way.passed.length = 0;
  way.faults.length = 0;
});

test('200 for every operation of tasks', async () => {
  const task = await ops.tasks.create({ title: 'Pump 7', priority: 'high', external_id: 'every' });
  assert.deepEqual([task.title, task.priority, task.source], ['Pump 7', 'high', 'api']);
  const changed = await ops.tasks.update(task.id, { status: 'completed', description: null });
  assert.equal(changed.status, 'completed');
  assert.deepEqual(await ops.tasks.get(task.id), changed);
  const { tasks, total } = await ops.tasks.list({ external_id: 'every' }).page();
  assert.deepEqual([tasks, total], [[changed], 1]);
});

test('200 for every operation of sessions', async () => {
  const renamed = await ops.sessions.update(started.id, { session_name: 'B' });
  assert.equal(renamed.session_name, 'B');
  assert.deepEqual(await ops.sessions.get(started.id), renamed);
  assert.deepEqual((await ops.sessions.list({ role: 'trainee' }).page()).sessions, [renamed]);
  assert.deepEqual(await ops.sessions.delete(started.id), { deleted: true, core: 'queued' });
  assert.equal((await ops.sessions.deletion(started.id)).state, 'queued');
});

test('200 for every operation of users', async () => {
  const email = `new-${crypto.randomUUID()}@example.com`;
  const { user_id } = await ops.users.invite({ email, full_name: 'Nele Neu', roles: ['admin'] });
  const found = await Array.fromAsync(ops.users.list({ role: 'tenant_admin' }));
  assert.ok(found.some(({ id, full_name }) => id === user_id && full_name === 'Nele Neu'));
  const user = await ops.users.get(user_id);
  assert.deepEqual(await Array.fromAsync(ops.users.list({ email: email.toUpperCase() })), [user]);
  await assert.rejects(ops.users.get(UNKNOWN), sdk.NotFoundError);
  assert.deepEqual(await ops.users.deactivate(user_id), { ...user, status: 'inactive' });
  assert.deepEqual(await ops.users.reactivate(user_id), user);
  const member = { email: `member-${crypto.randomUUID()}@example.com`, full_name: 'Mo' };
  assert.deepEqual((await ops.users.inviteMember(member)).roles, []);
});

test('200 for every operation of forms', async () => {
  const form = await ops.forms.create({ name: 'Check', template_image_url: 'https://example.com/a.png' });
  assert.deepEqual(await ops.forms.get(form.id), form);
  const renamed = await ops.forms.update(form.id, { name: 'Checked', is_active: false });
  assert.deepEqual([renamed.name, renamed.is_active], ['Checked', false]);
  assert.deepEqual(await Array.fromAsync(ops.forms.list()), [renamed]);
  assert.deepEqual(await Array.fromAsync(ops.forms.list({ library: true })), []);
  await assert.rejects(ops.forms.import(UNKNOWN), sdk.NotFoundError);
  assert.deepEqual(await ops.forms.delete(form.id), { deleted: true, id: form.id });
});

test('200 for every operation of webhooks', async () => {
  const url = 'https://hooks.example.com/a';
  const { id } = await ops.webhooks.subscribe({ url, events: ['task.created'] });
  assert.deepEqual(await ops.webhooks.check(id), { exists: true, id, events: ['task.created'], url });
  assert.deepEqual(await ops.webhooks.unsubscribe(id), { success: true });
  assert.deepEqual(await ops.webhooks.check(id), { exists: false });
});

test('200 for any operation by its name', async () => {
  const { documents } = await ops.call('listDocuments', { query: { limit: 1 } });
  assert.deepEqual(documents, []);
});

test('the base URL can end with the version or without it', async () => {
  for (const baseUrl of [way.url, `${way.url}/v1`, `${way.url}/v1/`]) {
    await new sdk.TenantOps({ baseUrl, apiKey }).users.list({ limit: 1 }).page();
    assert.equal(way.passed.at(-1)?.path, '/v1/api-tenant-users?limit=1');
  }
});

test('iterating a list returns each record once while new records are created', async () => {
  const listed = { external_id: 'walked', limit: 2 };
  const create = () => ops.tasks.create({ title: 'A', external_id: 'walked' });
  const ids = [];
  for (let made = 0; made < 5; made++) ids.unshift((await create()).id);
  const walked: string[] = [];
  for await (const { id } of ops.tasks.list(listed)) {
    walked.push(id);
    if (walked.length === 2) await create();
  }
  assert.deepEqual(walked, ids);

  const doubled = [];
  for await (const { tasks } of ops.tasks.list(listed).pages()) {
    if (doubled.length === 0) await create();
    doubled.push(...tasks.map(({ id }) => id));
  }
  assert.ok(new Set(doubled).size < doubled.length);
});

test('a list is read page by page', async () => {
  const listed = { external_id: 'read', limit: 2 };
  const ids = [];
  for (let made = 0; made < 6; made++)
    ids.unshift((await ops.tasks.create({ title: 'A', external_id: 'read' })).id);
  const counts = [];
  for await (const { tasks, total } of ops.tasks.list(listed).pages()) counts.push([tasks.length, total]);
  assert.deepEqual(counts, [
    [2, 6],
    [2, 6],
    [2, 6],
  ]);
  const rest = await Array.fromAsync(ops.tasks.list({ ...listed, offset: 4 }));
  assert.deepEqual(
    rest.map(({ id }) => id),
    ids.slice(4),
  );
});

test('each failure has its class, its code and the id of its request', async () => {
  const narrow = new sdk.TenantOps({ baseUrl: way.url, apiKey: narrowKey });
  const nobody = new sdk.TenantOps({ baseUrl: way.url, apiKey: 'tak_wrong' });
  const email = tenant.admin.email;
  const failing: [() => Promise<unknown>, typeof sdk.ApiError, number, string][] = [
    [() => ops.tasks.create({ title: '' }), sdk.BadRequestError, 400, 'BAD_REQUEST'],
    [() => nobody.users.list().page(), sdk.AuthenticationError, 401, 'INVALID_KEY'],
    [() => narrow.tasks.list().page(), sdk.PermissionError, 403, 'INSUFFICIENT_PERMISSIONS'],
    [() => ops.tasks.update(UNKNOWN, {}), sdk.NotFoundError, 404, 'NOT_FOUND'],
    [() => ops.users.invite({ email, full_name: 'A', roles: ['admin'] }), sdk.ConflictError, 409, 'CONFLICT'],
  ];
  for (const [call, kind, status, code] of failing)
    await assert.rejects(call(), (error: unknown) => {
      assert.ok(error instanceof kind && error instanceof sdk.TenantOpsError, code);
      assert.deepEqual([error.status, error.code, error.name], [status, code, kind.name]);
      assert.ok(error.requestId && error.message.length > 5);
      return true;
    });
  assert.equal(way.passed.length, failing.length);
});

test('retries follow after 1, 5 and 30 seconds', () => {
  assert.deepEqual(RETRY_DELAYS_MS, [1_000, 5_000, 30_000]);
});

const PASSING: [string, Fault[]][] = [
  ['a lost response', ['lost answer']],
  ['a lost request', ['lost request', 'lost request', 'lost request']],
  ['a proxy without a service', [{ status: 502, body: '<html>' }, { status: 504 }]],
  ['a rate limit', [{ status: 429, headers: { 'Retry-After': '0' } }, { status: 429 }]],
  ['the service itself', [{ status: 500, body: '{"error":"INTERNAL_ERROR","message":"A"}' }]],
];

for (const [what, faults] of PASSING)
  test(`201 once after ${what}`, async () => {
    way.faults.push(...faults);
    const external_id = crypto.randomUUID();
    const task = await ops.tasks.create({ title: 'A', external_id });
    assert.equal(way.passed.length, faults.length + 1);
    const keys = new Set(way.passed.map(({ headers }) => headers['idempotency-key']));
    assert.equal(keys.size, 1);
    assert.match(String([...keys][0]), /^[\w-]{43}$/);
    assert.deepEqual(await Array.fromAsync(ops.tasks.list({ external_id })), [task]);
  });

test('control: the same fault without an idempotency key creates two records', async () => {
  way.faults.push('lost answer');
  const external_id = crypto.randomUUID();
  const fetch: typeof globalThis.fetch = (url, sent) => {
    const headers = new Headers(sent?.headers);
    headers.delete('Idempotency-Key');
    return globalThis.fetch(url, { ...sent, headers });
  };
  const careless = new sdk.TenantOps({ baseUrl: way.url, apiKey, ...SOON, fetch });
  await careless.tasks.create({ title: 'A', external_id });
  assert.equal((await ops.tasks.list({ external_id }).page()).total, 2);
});

test('a retry with the same idempotency key waits for the running first attempt', async () => {
  const running =
    '{"error":"CONFLICT","message":"Idempotency-Key: a request with this key is still running"}';
  way.faults.push('lost answer', { status: 409, body: running });
  const task = await ops.tasks.create({ title: 'A' });
  assert.deepEqual([way.passed.length, task.title], [3, 'A']);
});

const LASTING: [string, Fault, typeof sdk.ApiError][] = [
  ['400', { status: 400 }, sdk.BadRequestError],
  ['401', { status: 401 }, sdk.AuthenticationError],
  ['403', { status: 403 }, sdk.PermissionError],
  ['404', { status: 404 }, sdk.NotFoundError],
  ['409', { status: 409 }, sdk.ConflictError],
  ['429 for an hour', { status: 429, headers: { 'Retry-After': '3600' } }, sdk.RateLimitError],
  ['a redirect', { status: 302, headers: { Location: 'https://example.com' } }, sdk.ApiError],
  ['503 for an hour', { status: 503, headers: { 'Retry-After': '3600' } }, sdk.ServerError],
];

for (const [what, fault, kind] of LASTING)
  test(`${what} is sent once`, async () => {
    way.faults.push(fault);
    await assert.rejects(ops.users.list().page(), (error: unknown) => {
      const asked = typeof fault === 'object' ? fault.headers?.['Retry-After'] : undefined;
      assert.ok(error instanceof kind && error.code === undefined);
      assert.equal(error.retryAfterSeconds, asked && Number(asked));
      return true;
    });
    assert.equal(way.passed.length, 1);
  });

test('a call makes at most four attempts', async () => {
  for (const [status, kind] of [
    [500, sdk.ServerError],
    [429, sdk.RateLimitError],
  ] as const) {
    way.faults.push(...Array.from({ length: 5 }, () => ({ status })));
    await assert.rejects(ops.users.list().page(), kind);
    assert.deepEqual([way.passed.length, way.faults.length], [4, 1]);
    way.passed.length = way.faults.length = 0;
  }
});

test('a retry waits for Retry-After, in seconds or as a date', async () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  for (const asked of ['1', date]) way.faults.push({ status: 503, headers: { 'Retry-After': asked } });
  const ending = new AbortController();
  const call = ops.call('listUsers', {}, { signal: ending.signal });
  const [first, second] = await eventually(
    () => way.passed,
    ({ length }) => length === 2,
  );
  assert.ok(first && second && second.at - first.at >= 990);
  await sleep(300);
  assert.equal(way.passed.length, 2);
  ending.abort(new Error('enough'));
  await assert.rejects(call, /enough/);
});

test('the command line retries once, and shows the delay', async () => {
  way.faults.push(...Array.from({ length: 3 }, () => ({ status: 429, headers: { 'Retry-After': '0' } })));
  const shown: string[] = [];
  const progress = { show: (text: string) => void shown.push(text), end: () => {} };
  const env = { TENANT_OPS_URL: way.url, TENANT_OPS_KEY: apiKey };
  const { code } = await runCommand(['tasks', 'list'], { env, call: 'tenant-ops', progress });
  assert.deepEqual([code, way.passed.length], [1, 2]);
  assert.match(shown.join(), /^The service answered 429; trying again in \d s$/);
});

test('a call without a response times out and is retried', async () => {
  way.faults.push('silence');
  const hasty = new sdk.TenantOps({ baseUrl: way.url, apiKey, timeoutMs: 300, retryDelaysMs: [] });
  await assert.rejects(hasty.users.list().page(), sdk.TimeoutError);
  way.faults.push('silence');
  const { scopes } = await ops.whoami({ timeoutMs: 3_000 });
  assert.ok(scopes.length > 0);
  assert.equal(way.passed.length, 3);
});

test('an abort ends a call with its own reason, and no retry follows', async () => {
  const reason = new Error('changed our mind');
  await assert.rejects(ops.call('listUsers', {}, { signal: AbortSignal.abort(reason) }), reason);
  assert.equal(way.passed.length, 0);

  way.faults.push('silence');
  const ending = new AbortController();
  const call = ops.tasks.create({ title: 'A' }, { signal: ending.signal });
  while (way.passed.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  ending.abort(reason);
  await assert.rejects(call, reason);
  assert.equal(way.passed.length, 1);
});

test('a response that is not JSON is an error', async () => {
  way.faults.push({ status: 200, body: '<html>' });
  await assert.rejects(ops.users.list().page(), /no JSON/);
});

test('a POST without an idempotency key is never retried', () => {
  const once = Object.entries(CALLS).filter(([, [, , is_repeatable]]) => !is_repeatable);
  assert.deepEqual(
    once.map(([name]) => name),
    ['exchangeToken', 'revokeToken'],
  );
});
