/* Requests without a matching operation appear in the log of the account whose credential they had. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createLog } from '../../src/lib/log.ts';
import { createRequestRecorder, type RequestBeforeRedaction } from '../../src/features/requests/recorder.ts';
import type { RequestRow } from '../../src/features/requests/sql/requestLog.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const admin = await consoleOf(world, tenant.admin);
const stranger = await consoleOf(world, other.admin);
const api = await tenant.api();

const unknown = await api.get('/v1/api-tenant-taks?limit=1');
await api.call('/v1/api-tenant-tasks', { method: 'PUT' });
await world.nobody.get('/v1/nothing-without');
await world.as('tak_nonsense').get('/v1/nothing-with-nonsense');
await api.get('/v1/api-tenant-tasks?limit=0');
await api.get('/v1/api-tenant-tasks');
await world.app.requests.flush();

const listOf = async (by = admin, search = '') => (await by.get(`/requests${search}`)).body.requests;
const saveAs = ({ cookie }: { cookie: string }, search = '') =>
  world.nobody.call(`/requests.csv${search}`, { headers: { Cookie: cookie } });

test('404 and 405 are logged for the account of the credential, with path and error code', async () => {
  const told = (await listOf()).map(({ method, path, status, error }: any) => [method, path, status, error]);
  assert.deepEqual(told.toSorted(), [
    ['GET', '/v1/api-tenant-taks', 404, 'NOT_FOUND'],
    ['GET', '/v1/api-tenant-tasks', 200, null],
    ['GET', '/v1/api-tenant-tasks', 400, 'BAD_REQUEST'],
    ['PUT', '/v1/api-tenant-tasks', 405, 'METHOD_NOT_ALLOWED'],
  ]);
  const [entry] = await listOf(admin, `?request_id=${unknown.headers.get('x-request-id')}`);
  assert.deepEqual(entry.by, { kind: 'key', id: api.key_id, name: 'Test' });
  const { query, answer_body } = (await admin.get(`/request?id=${entry.id}`)).body;
  assert.equal(query, 'limit=1');
  assert.equal(JSON.parse(answer_body).error, 'NOT_FOUND');
});

test('404 of other accounts, anonymous callers and invalid keys are in no list', async () => {
  assert.deepEqual(await listOf(stranger), []);
  const [{ count }] = await world.db<[{ count: number }]>`select count(*)::int as count from request_log`;
  assert.equal(count, 4);
});

test('200 with the filtered list as CSV, without other accounts', async () => {
  const { status, text, headers } = await saveAs(admin);
  assert.equal(status, 200);
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="requests-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [head, ...lines] = text.trimEnd().split('\r\n');
  assert.equal(
    head?.replace('\uFEFF', ''),
    'Time,Method,Path,Status,Error,Milliseconds,Caller kind,Caller,Caller id,Request id',
  );
  assert.equal(lines.length, 4);
  assert.match(text, /,GET,\/v1\/api-tenant-taks,404,NOT_FOUND,[\d.]+,key,Test,/);
  const narrow = await saveAs(admin, '?status=405');
  assert.equal(narrow.text.trimEnd().split('\r\n').length, 2);
  assert.match(narrow.text, /METHOD_NOT_ALLOWED/);
  assert.equal((await saveAs(admin, '?to=2020-01-01')).text.trimEnd().split('\r\n').length, 1);
  assert.doesNotMatch((await saveAs(stranger)).text, /\/v1\//);
});

test('400 for a CSV with an invalid time, 403 for members, 303 without a sign-in', async () => {
  assert.equal((await saveAs(admin, '?from=never')).status, 400);
  assert.equal((await saveAs(await consoleOf(world, await memberOf(tenant)))).status, 403);
  const signed_out = await world.nobody.call('/requests.csv?status=405');
  assert.equal(signed_out.headers.get('location'), '/sign-in?next=%2Frequests.csv%3Fstatus%3D405');
});

const SEEN: RequestBeforeRedaction = {
  account_id: tenant.account_id,
  credential_id: api.key_id,
  client_id: null,
  refusal: null,
  request_id: api.key_id,
  method: 'GET',
  url: '/v1/x',
  status: 404,
  ms: 1,
  address: '::1',
  user_agent: '',
  body: undefined,
  answer: '{"error":"NOT_FOUND","message":"Path not found"}',
};

test('at most 20 callers are looked up concurrently, and a flush waits for them', async () => {
  const written: RequestRow[] = [];
  const recorder = createRequestRecorder(
    async (rows) => void written.push(...rows),
    world.clock,
    createLog('silent'),
  );
  const found = Promise.withResolvers<RequestBeforeRedaction>();
  for (let at = 0; at < 25; at++) recorder.recordLater(() => found.promise);
  const flushed = recorder.flush();
  await setImmediate();
  assert.equal(written.length, 0);
  found.resolve(SEEN);
  await flushed;
  assert.equal(written.length, 20);
  assert.equal(recorder.dropped(), 5);
  recorder.recordLater(() => Promise.resolve(undefined));
  recorder.recordLater(() => Promise.reject(new Error('no database')));
  await recorder.close();
  assert.equal(written.length, 20);
  assert.equal(recorder.dropped(), 6);
});

test('concurrent flushes end after the rows of both are written', async () => {
  const found = Promise.withResolvers<RequestBeforeRedaction>();
  const written = Promise.withResolvers<void>();
  const taken: number[] = [];
  const recorder = createRequestRecorder(
    (rows) => (taken.push(rows.length), written.promise),
    world.clock,
    createLog('silent'),
  );
  recorder.recordLater(() => found.promise);
  let is_closed = false;
  const flushed = recorder.flush();
  const closed = recorder.close().then(() => (is_closed = true));
  found.resolve(SEEN);
  await eventually(
    () => taken,
    ({ length }) => length > 0,
  );
  await setImmediate();
  assert.deepEqual([taken, is_closed], [[1], false]);
  written.resolve();
  await Promise.all([flushed, closed]);
});

const ANSWERS: [answer: string | undefined, status: number, error: string | null][] = [
  [SEEN.answer, 404, 'NOT_FOUND'],
  [SEEN.answer, 200, null],
  ['{"error":"invalid_grant","message":"x"}', 400, 'invalid_grant'],
  ['{"error":{"code":-32600}}', 400, null],
  ['{"error":"two words"}', 400, null],
  ['<html>', 502, null],
  [undefined, 500, null],
];

for (const [answer, status, error] of ANSWERS)
  test(`${status} with ${answer ?? 'no body'} has the error ${error}`, async () => {
    const written: RequestRow[] = [];
    const recorder = createRequestRecorder(
      async (rows) => void written.push(...rows),
      world.clock,
      createLog('silent'),
    );
    recorder.record({ ...SEEN, status, answer });
    await recorder.close();
    assert.equal(written[0]?.error, error);
  });
