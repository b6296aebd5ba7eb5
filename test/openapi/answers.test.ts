/* The answers of the service match the OpenAPI document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../support/caller.ts';
import { openWorld } from '../support/world.ts';
import { answerSchemaPath, createSchemaValidator, resolveReference } from './support/document.ts';

const world = await openWorld();
const tenant = await world.account();
const { body: document } = await world.nobody.get('/v1/openapi.json');
const check = createSchemaValidator(document);
const api = await tenant.api();
const narrow = await tenant.api(['read:users']);
const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const TASKS = '/v1/api-tenant-tasks';

type Failing = { status: number; method: string; path: string; query?: string; body?: object; by?: Caller };

const FAILURES: Failing[] = [
  { status: 400, method: 'POST', path: TASKS, body: { priority: 'high' } },
  { status: 400, method: 'PATCH', path: '/v1/api-tenant-sessions', query: '?session_id=x', body: {} },
  { status: 401, method: 'GET', path: TASKS, by: world.nobody },
  { status: 401, method: 'GET', path: '/device/v1/manifest', by: world.as('tad_wrong') },
  { status: 401, method: 'POST', path: '/v1/oauth-token', body: { grant_type: 'refresh_token' } },
  { status: 403, method: 'POST', path: TASKS, body: { title: 'A' }, by: narrow },
  { status: 403, method: 'POST', path: '/v1/api-tenant-users', body: {}, by: narrow },
  { status: 404, method: 'PATCH', path: TASKS, query: `?task_id=${UNKNOWN}`, body: {} },
  { status: 404, method: 'POST', path: '/device/v1/pair', body: { code: 'KXWPLTQB' } },
];

for (const { status, method, path, query = '', body, by = api } of FAILURES)
  test(`${status} of ${method} ${path} has the code that the document describes, and no other code`, async () => {
    const answer = await by.call(path + query, { method, ...(body && { body }) });
    assert.equal(answer.status, status, answer.text);
    const place = answerSchemaPath(document, path, method, status);
    assert.deepEqual(check(place, answer.body), []);
    assert.equal(check(place, { ...answer.body, error: 'PLANTED' }).length > 0, true);
    assert.equal(check(place, { error: answer.body.error }).length > 0, true);
    assertHeaders(path, method, answer);
  });

test('405 has the content that the document describes', async () => {
  const answer = await api.call(TASKS, { method: 'PUT', body: {} });
  assert.equal(answer.status, 405);
  const place = answerSchemaPath(document, TASKS, 'GET', 405);
  assert.deepEqual(check(place, answer.body), []);
  assertHeaders(TASKS, 'GET', answer);
});

test('201 has the content that the document describes, also for a replay', async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const create = () => api.call(TASKS, { method: 'POST', body: { title: 'A' }, headers });
  const first = await create();
  assert.deepEqual([first.status, first.headers.get('Idempotent-Replayed')], [201, null]);
  const again = await create();
  assert.equal(again.headers.get('Idempotent-Replayed'), 'true');
  assertHeaders(TASKS, 'POST', again);
  const place = answerSchemaPath(document, TASKS, 'POST', 201);
  assert.deepEqual(check(place, again.body), []);
  assert.deepEqual(check(place, { ...again.body, added_later: 1 }), []);
  assert.equal(check(place, { ...again.body, due_date: 'tomorrow' }).length > 0, true);
  assert.equal(check(place, { ...again.body, id: undefined }).length > 0, true);
});

/** Asserts that each documented header is sent, except headers that only some answers have. */
function assertHeaders(
  path: string,
  method: string,
  { status, headers }: { status: number; headers: Headers },
) {
  const described = resolveReference(document, document.paths[path][method.toLowerCase()].responses[status])[
    'headers'
  ];
  const names = Object.keys(described);
  assert.ok(names.includes('X-Request-Id'));
  const some = path.startsWith('/v1/oauth') ? 'WWW-Authenticate' : '';
  for (const name of names) if (name !== some) assert.ok(headers.get(name) !== null, `${status} ${name}`);
}
