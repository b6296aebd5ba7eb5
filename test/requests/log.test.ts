import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordRequests } from '../../src/features/requests/recorder.ts';
import { redactBody, redactQuery } from '../../src/features/requests/redact.ts';
import { createLog } from '../../src/lib/log.ts';
import { BRIEF_TABLES } from '../../src/database.ts';
import { keepHouse } from '../../src/workers/housekeeping.ts';
import { consoleOf } from '../support/console.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const stranger = await consoleOf(world, (await world.account()).admin);
const api = await tenant.api();
const reader = await tenant.api(['read:tasks']);

const made = await api.post('/v1/api-tenant-tasks', { title: 'Oil the press', client_secret: 'hush' });
await reader.post('/v1/api-tenant-tasks', { title: 'Not allowed' });
await api.get('/v1/api-tenant-tasks?status=open&token=hush');
await api.get('/v1/api-tenant-tasks?limit=0');
await world.as('tak_nonsense').get('/v1/api-tenant-tasks');
await world.app.requests.flush();

const list = async (search = '') => (await admin.get(`/requests${search}`)).body.requests;

test('200 with every request of a live key, newest first, and none of a wrong one', async () => {
  const requests = await list();
  assert.deepEqual(
    requests.map(({ method, status }: any) => `${method} ${status}`),
    ['GET 400', 'GET 200', 'POST 403', 'POST 201'],
  );
  const first = requests.at(-1);
  assert.deepEqual(first.by, { kind: 'key', id: api.key_id, name: 'Test' });
  assert.equal(first.request_id, made.headers.get('x-request-id'));
  assert.equal(first.path, '/v1/api-tenant-tasks');
  assert.ok(first.ms > 0);
});

test('200 on the home page: the calls of each of two weeks’ days, none of another account', async () => {
  const { calls } = (await admin.get('/home')).body.for_admins;
  assert.deepEqual([calls.length, calls.at(-1).calls, calls.at(-1).errors], [14, 4, 2]);
  assert.equal(
    calls.slice(0, -1).some((day: any) => day.calls > 0),
    false,
  );
  const others = (await stranger.get('/home')).body.for_admins.calls;
  assert.equal(others.at(-1).calls, 0);
});

test('200 narrowed by outcome, status, method, key, path, request id and time', async () => {
  const counts = await Promise.all(
    [
      '?outcome=refused',
      '?status=201',
      '?method=GET',
      `?key_id=${reader.key_id}`,
      '?path=users',
      `?request_id=${made.headers.get('x-request-id')}`,
      '?from=2026-03-03',
      '?limit=3',
    ].map(async (search) => (await list(search)).length),
  );
  assert.deepEqual(counts, [2, 1, 2, 1, 0, 1, 0, 3]);
  assert.equal((await admin.get('/requests?limit=3')).body.has_more, true);
});

test('200 with the bodies, secrets hidden in body and query', async () => {
  const [, queried, , posted] = await list();
  const detail = (await admin.get(`/request?id=${posted.id}`)).body;
  assert.deepEqual(JSON.parse(detail.request_body), { title: 'Oil the press', client_secret: '[redacted]' });
  assert.equal(JSON.parse(detail.answer_body).id, made.body.id);
  assert.equal((await admin.get(`/request?id=${queried.id}`)).body.query, 'status=open&token=[redacted]');
});

test("404 for another account's request, which is in no list of theirs", async () => {
  const [{ id }] = await list();
  assert.equal((await stranger.get(`/request?id=${id}`)).status, 404);
  assert.deepEqual((await stranger.get('/requests')).body.requests, []);
});

test('200 with one step after the other for the chart', async () => {
  const { body } = await admin.get('/requests/series?span=hour');
  assert.equal(body.steps.length, 60);
  const { ok, refused, failed, p95_ms } = body.steps.at(-1);
  assert.deepEqual([ok, refused, failed], [2, 2, 0]);
  assert.ok(p95_ms > 0);
  assert.equal((await admin.get('/requests/series?span=week&outcome=failed')).body.steps.length, 56);
});

test('no answer waits for the log: what does not fit or is not taken is dropped', async () => {
  const heard = {
    account_id: tenant.account_id,
    credential_id: api.key_id,
    client_id: null,
    request_id: api.key_id,
    method: 'GET',
    url: '/v1/x?a=1',
    status: 200,
    ms: 1,
    address: '::1',
    user_agent: '',
    body: undefined,
    answer: undefined,
  };
  const sizes: number[] = [];
  const write = async (rows: readonly unknown[]) => {
    sizes.push(rows.length);
    if (sizes.length === 1) throw new Error('no database');
  };
  const recorder = recordRequests(write, world.clock, createLog('silent'));
  for (let at = 0; at < 2_010; at++) recorder.hear(heard);
  await recorder.close();
  assert.equal(recorder.dropped(), 10 + 50);
  assert.deepEqual(
    sizes,
    Array.from({ length: 40 }, () => 50),
  );
});

test('credentials are hidden wherever they stand, even cut off', () => {
  const token = `tak_${'a'.repeat(60)}`;
  const body = { note: `use ${token}`, list: [{ api_key: 'x', device_token_set: true }] };
  assert.deepEqual(JSON.parse(redactBody(JSON.stringify(body)) ?? ''), {
    note: 'use tak_[redacted]',
    list: [{ api_key: '[redacted]', device_token_set: true }],
  });
  assert.equal(redactBody('{"secret":"abc'), '{"secret":"[redacted]"');
  assert.equal(redactBody('{"auth_header":"a\\"b","c":"d'), '{"auth_header":"[redacted]","c":"d');
  assert.equal(redactBody(String.raw`{"pass\u0077ord":"abc"}`), '{"password":"[redacted]"}');
  assert.equal(redactBody('{"title" : "Pump 7"}'), '{"title" : "Pump 7"}');
  assert.equal(redactBody('{"a":"tao_abcdef'), '{"a":"tao_[redacted]');
  assert.equal(redactBody(`"${'x'.repeat(10_000)}"`)?.length, 4_097);
  assert.equal(redactBody(''), null);
  assert.equal(
    redactQuery(`code=1&key=${token}&password=p`),
    'code=1&key=tak_[redacted]&password=[redacted]',
  );
});

test('a request is kept for as long as the setting says', async () => {
  const house = {
    db: world.db,
    clock: world.clock,
    log: createLog('silent'),
    tables: [],
    retention_days: 30,
    other_tables: [{ names: BRIEF_TABLES, days: 7 }],
    forget: async () => {},
  };
  const count = async () =>
    (await world.db<[{ count: number }]>`select count(*)::int as count from request_log`)[0].count;
  await keepHouse(house);
  assert.equal(await count(), 4);
  world.clock.advance(8 * 24 * 60 * 60_000);
  await keepHouse(house);
  assert.equal(await count(), 0);
});
