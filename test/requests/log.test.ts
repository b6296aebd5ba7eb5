import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { insertRequests, type RequestRow } from '../../src/features/requests/sql/requestLog.ts';
import { createRequestRecorder } from '../../src/features/requests/recorder.ts';
import { redactBody, redactQuery } from '../../src/features/requests/redact.ts';
import { createLog } from '../../src/lib/log.ts';
import { makeToken, TOKEN_PREFIXES } from '../../src/access/tokens.ts';
import { TABLES_KEPT_REQUEST_LOG_DAYS } from '../../src/database/database.ts';
import { runHousekeeping } from '../../src/workers/housekeeping.ts';
import { consoleOf } from '../../support/console.ts';
import { processorTimeOf } from '../support/processorTime.ts';
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

test('200 with every request of a live key, newest first, and none of an invalid key', async () => {
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
  assert.equal(first.ms, Math.round(first.ms * 10) / 10);
});

test('200 on Home with the requests per day of two weeks, without other accounts', async () => {
  const { calls } = (await admin.get('/home')).body.for_admins;
  assert.deepEqual([calls.length, calls.at(-1).calls, calls.at(-1).errors], [14, 4, 2]);
  assert.equal(
    calls.slice(0, -1).some((day: any) => day.calls > 0),
    false,
  );
  const others = (await stranger.get('/home')).body.for_admins.calls;
  assert.equal(others.at(-1).calls, 0);
});

test('200 filtered by outcome, status, method, key, path, request id and time', async () => {
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

test("404 for another account's request, which no list contains", async () => {
  const [{ id }] = await list();
  assert.equal((await stranger.get(`/request?id=${id}`)).status, 404);
  assert.deepEqual((await stranger.get('/requests')).body.requests, []);
});

test('200 with consecutive steps for the chart', async () => {
  const { body } = await admin.get('/requests/series?span=hour');
  assert.equal(body.steps.length, 60);
  const { ok, refused, failed, p95_ms } = body.steps.at(-1);
  assert.deepEqual([ok, refused, failed], [2, 2, 0]);
  assert.ok(p95_ms > 0);
  assert.equal((await admin.get('/requests/series?span=week&outcome=failed')).body.steps.length, 56);
});

const HEARD = {
  account_id: tenant.account_id,
  credential_id: api.key_id,
  client_id: null,
  refusal: null,
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

const OUTCOMES: [outcome: string, statuses: number[]][] = [
  ['ok', [200, 399]],
  ['refused', [400, 499]],
  ['failed', [500, 599]],
];

test('200 with the same outcome of a status in the list, the chart and on Home', async () => {
  const { account_id, admin: owner } = await world.account();
  const dashboard = await consoleOf(world, owner);
  const write = (rows: readonly RequestRow[]) => insertRequests(world.db, rows);
  const recorder = createRequestRecorder(write, world.clock, createLog('silent'));
  for (const status of OUTCOMES.flatMap(([, statuses]) => statuses))
    recorder.record({ ...HEARD, account_id, status });
  await recorder.close();
  for (const [outcome, statuses] of OUTCOMES) {
    const { requests } = (await dashboard.get(`/requests?outcome=${outcome}`)).body;
    assert.deepEqual(requests.map(({ status }: any) => status).toSorted(), statuses, outcome);
  }
  const { ok, refused, failed } = (await dashboard.get('/requests/series?span=hour')).body.steps.at(-1);
  assert.deepEqual([ok, refused, failed], [2, 2, 2]);
  const { calls, errors } = (await dashboard.get('/home')).body.for_admins.calls.at(-1);
  assert.deepEqual([calls, errors], [6, 4]);
  await world.db`delete from request_log where account_id = ${account_id}`;
});

test('a path is truncated to 500 characters and a client name to 300, with a visible mark', async () => {
  const written: RequestRow[] = [];
  const recorder = createRequestRecorder(
    async (rows) => void written.push(...rows),
    world.clock,
    createLog('silent'),
  );
  for (const more of [0, 1])
    recorder.record({ ...HEARD, url: `/${'x'.repeat(499 + more)}?a=1`, user_agent: 'u'.repeat(300 + more) });
  await recorder.close();
  assert.deepEqual(
    written.map(({ path, user_agent }) => [path.length, path.at(-1), user_agent.length, user_agent.at(-1)]),
    [
      [500, 'x', 300, 'u'],
      [501, '…', 301, '…'],
    ],
  );
});

test('no response waits for the request log: entries beyond its limits are dropped', async () => {
  const sizes: number[] = [];
  const write = async (rows: readonly unknown[]) => {
    sizes.push(rows.length);
    if (sizes.length === 1) throw new Error('no database');
  };
  const recorder = createRequestRecorder(write, world.clock, createLog('silent'));
  for (let at = 0; at < 2_010; at++) recorder.record(HEARD);
  await recorder.close();
  assert.equal(recorder.dropped(), 10 + 50);
  assert.deepEqual(
    sizes,
    Array.from({ length: 40 }, () => 50),
  );
});

test('a query is truncated to 1,000 characters', () => {
  const query = `a=${'x'.repeat(998)}`;
  assert.equal(redactQuery(query), query);
  assert.equal(redactQuery(`${query}y`), `${query}…`);
});

test('credentials are redacted at any position, also if truncated', () => {
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
  assert.equal(
    redactBody('{"secret":{"a":[{"b":1}]},"c":[{"d":1}]}'),
    '{"secret":"[redacted]","c":[{"d":1}]}',
  );
  assert.equal(redactBody(''), null);
  assert.equal(
    redactQuery(`code=1&key=${token}&password=p`),
    'code=1&key=tak_[redacted]&password=[redacted]',
  );
});

for (const prefix of TOKEN_PREFIXES) {
  test(`a token that begins with ${prefix} is hidden anywhere in a text`, () => {
    const token = makeToken(prefix, tenant.account_id);
    const texts = [token, `x_${token}`, `Bearer%20${token}`, `\n${token}`, `"${token}`];
    for (const text of texts) {
      const told = [redactBody(JSON.stringify({ note: text })), redactQuery(`note=${text}`)].join(' ');
      assert.ok(!told.includes(token.slice(4)), told);
      assert.ok(told.includes(`${prefix}[redacted]`), told);
    }
  });
}

test('control: a rule with a list of prefixes misses a prefix, and a token after an escape sequence', () => {
  const named = /\b(tak|tao|tor|toc|tos|tad|tai|tap|tbs|tpr)_[0-9A-Za-z]{4,}/g;
  const token = makeToken('tin_', tenant.account_id);
  assert.ok(token.replaceAll(named, '').includes(token));
  assert.ok(`Bearer%20tak_${token.slice(4)}`.replaceAll(named, '').includes(token.slice(4)));
});

const LONG = 'x'.repeat(20_000);
const HIDDEN: [string, string, string][] = [
  ['a list', '{"secrets":["hush","hush"],"a":1}', '{"secrets":"[redacted]","a":1}'],
  ['a list that was cut off', '{"secret":["hush","hu', '{"secret":"[redacted]"'],
  ['an object that was cut off', '{"credential":{"a":[{"b":"hush"},{"c":"hu', '{"credential":"[redacted]"'],
  ['a number', '{"password": 7741, "a": 1}', '{"password": "[redacted]", "a": 1}'],
  ['tokens', '{"tokens":{"access":"hush"}}', '{"tokens":"[redacted]"}'],
  [
    'a list of objects',
    '[{"api_key":"hush"},{"apiKey":"hush"}',
    '[{"api_key":"[redacted]"},{"apiKey":"[redacted]"}',
  ],
  ['a verifier', '{"code_verifier":"hush"}', '{"code_verifier":"[redacted]"}'],
  ['an escaped value', '{"pass\\u0077ord":["hush","hu', '{"password":"[redacted]"'],
  ['ordinary values unchanged', '{"secret":null,"token":true,"a":"b', '{"secret":null,"token":true,"a":"b'],
  ['a depth of 20,000', `{"secret":${'['.repeat(20_000)}"hush"`, '{"secret":"[redacted]"'],
];

for (const [what, body, told] of HIDDEN) {
  test(`redacted in a body, complete or truncated: ${what}`, () => assert.equal(redactBody(body), told));
}

test('200 with redacted secrets in a body above 16,384 characters, also in lists', async () => {
  const body = { title: 'Long', secrets: ['hush-1', { inner: 'hush-2' }], api_key: 'hush-3', notes: LONG };
  const { headers } = await api.post('/v1/api-tenant-tasks', body);
  await world.app.requests.flush();
  const [{ id }] = await list(`?request_id=${headers.get('x-request-id')}`);
  const { request_body: told } = (await admin.get(`/request?id=${id}`)).body;
  assert.match(told, /^\{"title":"Long","secrets":"\[redacted\]","api_key":"\[redacted\]","notes":"x+…$/);
  await world.db`delete from request_log where id = ${id}`;
});

test('a query of 15 KB without an equals sign is redacted quickly, and an encoded name is recognized', () => {
  const spent_ms = processorTimeOf(() => {
    for (const text of [LONG, '&'.repeat(15_000), '='.repeat(15_000), '%'.repeat(15_000)]) redactQuery(text);
  });
  assert.ok(spent_ms < 100, `${spent_ms} ms`);
  assert.equal(redactQuery('pass%77ord=p&a=b=c&d'), 'pass%77ord=[redacted]&a=b=c&d');
});

test('control: a pattern without an anchor takes quadratic time', () => {
  const timeOf = (length: number) =>
    processorTimeOf(() => 'x'.repeat(length).replaceAll(/([^&=]+)=([^&]*)/g, ''));
  timeOf(1_000);
  const [short, long] = [timeOf(4_000), timeOf(16_000)];
  assert.ok(long > 6 * short, `${short} ms for 4,000 characters, ${long} ms for 16,000`);
});

test('requests are kept for the configured days', async () => {
  const housekeeping = {
    db: world.db,
    clock: world.clock,
    log: createLog('silent'),
    tables: [],
    retention_days: 30,
    other_tables: [{ names: TABLES_KEPT_REQUEST_LOG_DAYS, days: 7 }],
    deleteOldQueueRows: async () => {},
  };
  const count = async () =>
    (await world.db<[{ count: number }]>`select count(*)::int as count from request_log`)[0].count;
  await runHousekeeping(housekeeping);
  assert.equal(await count(), 4);
  world.clock.advance(8 * DAY_MS);
  await runHousekeeping(housekeeping);
  assert.equal(await count(), 0);
});
