/* Options, reports and results of single calls of the SDK, over HTTP. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, beforeEach, test } from 'node:test';
import * as sdk from '../../sdk/src/main.ts';
import { VERSION } from '../../sdk/src/version.ts';
import { openWorld } from '../support/world.ts';
import { openUnreliableProxy } from './support/faultyProxy.ts';

const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

const world = await openWorld();
const tenant = await world.account();
const { token: apiKey = '' } = await tenant.api();
const way = await openUnreliableProxy(world.url);
after(() => way.close());
const attempts: sdk.AttemptReport[] = [];
const retries: sdk.RetryReport[] = [];
const ops = new sdk.TenantOps({
  baseUrl: way.url,
  apiKey,
  retryDelaysMs: [1, 1, 1],
  headers: { 'X-Team': 'field', 'X-Call': 'none', 'user-agent': 'other' },
  onAttempt: (report) => attempts.push(report),
  onRetry: (report) => retries.push(report),
});

beforeEach(() => {
  for (const list of [way.passed, way.faults, attempts, retries]) list.length = 0;
});

test('200 for methods that lists and records of other objects have', async () => {
  const key = await ops.keys.create({ name: 'CI', scopes: ['read:tasks'] });
  const listed = await Array.fromAsync(ops.keys.list({ limit: 1 }));
  assert.ok(listed.length > 1 && listed.some(({ id }) => id === key.id));
  assert.deepEqual(await ops.keys.revoke(key.id), { revoked: true });
  const { seat_id } = await ops.seats.create({ device_name: 'Helmet 1', roles: ['trainee'] });
  assert.equal((await ops.seats.get(seat_id)).device_name, 'Helmet 1');
  assert.deepEqual(await Array.fromAsync(ops.webhooks.listDeliveries()), []);
  assert.ok(await ops.billing.getUsage({ from: '2026-01-01', to: '2026-01-31' }));
});

test('a list whose records have no id returns each record once', async () => {
  const made = [];
  for (const name of ['A', 'B', 'C'])
    made.push(
      await ops.apps.create({ name, redirect_uris: ['https://a.example/c'], scopes: ['read:tasks'] }),
    );
  const ids = (await Array.fromAsync(ops.apps.list({ limit: 2 }))).map(({ client_id }) => client_id);
  assert.deepEqual(ids.toSorted(), made.map(({ client_id }) => client_id).toSorted());
});

test('a result has its response, also of a page and of one record', async () => {
  const { data, response } = await ops.tasks.create({ title: 'Pump 7' }).withResponse();
  assert.deepEqual([data.title, response.status], ['Pump 7', 201]);
  assert.equal(response.headers.get('x-request-id'), response.requestId);
  assert.ok(response.requestId);
  const one = await ops.tasks.get(data.id).withResponse();
  assert.deepEqual([one.data, one.response.status], [data, 200]);
  const page = await ops.tasks.list({ limit: 1 }).page().withResponse();
  assert.deepEqual([page.data.tasks, page.response.status], [[data], 200]);
  await assert.rejects(ops.tasks.get(UNKNOWN).withResponse(), sdk.NotFoundError);
  await assert.rejects(ops.tasks.create({ title: '' }).withResponse(), sdk.BadRequestError);
});

test('a result is a promise whose continuations are plain promises', async () => {
  const call = ops.whoami();
  assert.ok(call instanceof Promise);
  const later = call.then(({ scopes }) => scopes.length);
  assert.equal(later.constructor, Promise);
  assert.ok((await later) > 0);
  assert.equal(await call.finally(() => {}), await call);
});

test('each request and each retry is reported without the key', async () => {
  way.faults.push({ status: 503, headers: { 'X-Request-Id': 'a' } }, 'lost request');
  await ops.tasks.list({ limit: 1 }).page();
  assert.deepEqual(
    attempts.map(({ operation, method, attempt, status }) => [operation, method, attempt, status]),
    [
      ['listTasks', 'GET', 1, 503],
      ['listTasks', 'GET', 2, undefined],
      ['listTasks', 'GET', 3, 200],
    ],
  );
  const [first, second, third] = attempts;
  assert.deepEqual([first?.requestId, second?.requestId], ['a', undefined]);
  assert.ok(second?.error instanceof sdk.ConnectionError && third?.error === undefined);
  assert.equal(third?.url, `${way.url}/v1/api-tenant-tasks?limit=1`);
  assert.ok(attempts.every(({ durationMs }) => durationMs >= 0));
  assert.deepEqual(
    retries.map(({ operation, failed, delayMs }) => [operation, failed, delayMs >= 1]),
    [
      ['listTasks', 1, true],
      ['listTasks', 2, true],
    ],
  );
  assert.ok(retries[0]?.error instanceof sdk.ServerError);
  assert.ok(!JSON.stringify([attempts, retries]).includes(apiKey));
});

test('one call can have its own retries, timeout and headers', async () => {
  way.faults.push({ status: 503 });
  const once = ops.users.list({}, { retryDelaysMs: [] });
  await assert.rejects(once.page(), sdk.ServerError);
  assert.equal(way.passed.length, 1);
  way.faults.push('silence');
  await assert.rejects(ops.whoami({ timeoutMs: 50, retryDelaysMs: [] }), sdk.TimeoutError);
  const headers = { 'X-Call': '7', Authorization: 'Bearer tak_other', Accept: 'text/html' };
  await ops.whoami({ headers });
  const sent = way.passed.at(-1)?.headers ?? {};
  assert.deepEqual([sent['x-team'], sent['x-call']], ['field', '7']);
  assert.deepEqual([sent.authorization, sent.accept], [`Bearer ${apiKey}`, 'application/json, text/csv']);
});

test('each request names the package and its version', async () => {
  await ops.whoami();
  const { version } = JSON.parse(readFileSync(new URL('../../sdk/package.json', import.meta.url), 'utf8'));
  assert.equal(VERSION, version);
  assert.equal(way.passed[0]?.headers['user-agent'], `tenant-ops-typescript/${version}`);
});

test('a page of a browser sends no User-Agent of its own', async (t) => {
  Object.assign(globalThis, { document: {} });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  await new sdk.TenantOps({ baseUrl: way.url, apiKey }).whoami();
  assert.ok(!/tenant-ops/.test(way.passed[0]?.headers['user-agent'] ?? ''));
});

test('a signal that is aborted between pages ends the list with its reason', async () => {
  for (const title of ['A', 'B']) await ops.tasks.create({ title });
  const stopping = new AbortController();
  const reason = new Error('stopped');
  const read = [];
  const listing = async () => {
    for await (const { id } of ops.tasks.list({ limit: 1 }, { signal: stopping.signal })) {
      read.push(id);
      stopping.abort(reason);
    }
  };
  await assert.rejects(listing, reason);
  assert.equal(read.length, 1);
});

test('a hook that throws fails the call, which is not sent again', async () => {
  const broken = new sdk.TenantOps({
    baseUrl: way.url,
    apiKey,
    onAttempt: () => {
      throw new Error('the log is full');
    },
  });
  await assert.rejects(broken.whoami(), /the log is full/);
  assert.equal(way.passed.length, 1);
});
