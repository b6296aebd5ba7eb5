/*
 * Sentences of the contract about all operations, records and codes together; docs/contract.md lists the tests of
 * all other sentences.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from '../src/lib/schema/type.ts';
import { DAY_MS } from '../src/lib/time/clock.ts';
import { methodsOf } from '../src/doors/declaration.ts';
import { ALL_SCOPES } from '../src/access/scopes.ts';
import { EVENTS } from '../src/events/catalogue.ts';
import { Form, FormChanges } from '../src/features/forms/contract.ts';
import { SessionChanges } from '../src/features/sessions/contract.ts';
import { NewTask, Task, TaskChanges } from '../src/features/tasks/contract.ts';
import { User } from '../src/features/users/contract.ts';
import { STATUS_OF } from '../src/lib/errors.ts';
import { consoleOf } from '../support/console.ts';
import { eventsOf } from './support/events.ts';
import { adminBrowser, connectApp, makeApp } from './support/oauth.ts';
import { ADDITIONS } from './support/additionalOperations.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const people = await consoleOf(world, tenant.admin);
const app = await makeApp(world, await world.account('Maker GmbH'));

/** Path, method and scope of every operation. */
const OPERATIONS = [
  '/v1/api-tenant-forms DELETE manage:forms',
  '/v1/api-tenant-forms GET read:forms',
  '/v1/api-tenant-forms POST manage:forms',
  '/v1/api-tenant-forms PUT manage:forms',
  '/v1/api-tenant-sessions DELETE write:sessions',
  '/v1/api-tenant-sessions GET read:sessions',
  '/v1/api-tenant-sessions PATCH write:sessions',
  '/v1/api-tenant-skills-execute POST write:skills',
  '/v1/api-tenant-tasks GET read:tasks',
  '/v1/api-tenant-tasks PATCH write:tasks',
  '/v1/api-tenant-tasks POST write:tasks',
  '/v1/api-tenant-users GET read:users',
  '/v1/api-tenant-users POST manage:users',
  '/v1/oauth-revoke POST null',
  '/v1/oauth-token POST null',
  '/v1/webhook-subscribe DELETE manage:webhooks',
  '/v1/webhook-subscribe GET manage:webhooks',
  '/v1/webhook-subscribe POST manage:webhooks',
];

test('every operation is under /v1/ with the method and the scope of the contract, and there are no other operations', () => {
  const served = world.app.doors
    .filter(({ prefix }) => prefix === '/v1')
    .flatMap(({ resources }) => resources)
    .flatMap((one) =>
      methodsOf(one).map((method) => `/v1${one.path} ${method} ${one.operations[method]?.scope}`),
    );
  assert.deepEqual(served.toSorted(), [...OPERATIONS, ...ADDITIONS].toSorted());
});

test('every scope of the contract has an operation', () => {
  const used = [...OPERATIONS, ...ADDITIONS].map((operation) => operation.split(' ').at(-1));
  assert.deepEqual(
    ALL_SCOPES.filter((scope) => !used.includes(scope)),
    [],
  );
});

test('the seventeen scopes are those of the contract', () => {
  assert.equal(
    ALL_SCOPES.join(', '),
    'read:sessions, write:sessions, read:tasks, write:tasks, read:users, manage:users, read:skills, ' +
      'write:skills, read:knowledge, write:knowledge, read:billing, manage:integrations, manage:devices, ' +
      'manage:webhooks, manage:api_keys, read:forms, manage:forms',
  );
});

test('every error code has the status of the contract', () => {
  const { invalid_client, invalid_grant, invalid_scope, TOO_MANY_REQUESTS, ...codes } = STATUS_OF;
  assert.deepEqual([invalid_client, invalid_grant, invalid_scope], [401, 400, 400]);
  assert.equal(TOO_MANY_REQUESTS, 429, 'for the doors beside the contract');
  assert.deepEqual(codes, {
    BAD_REQUEST: 400,
    CONFLICTING_ALIASES: 400,
    DISABLED: 400,
    MISSING_AUTH: 401,
    INVALID_KEY: 401,
    INSUFFICIENT_PERMISSIONS: 403,
    FORBIDDEN: 403,
    NOT_ENTITLED: 403,
    NOT_FOUND: 404,
    METHOD_NOT_ALLOWED: 405,
    CONFLICT: 409,
    INTERNAL_ERROR: 500,
  });
});

const membersOf = (schema: TSchema): string => Object.keys(Object(schema).properties).join(' ');

test('records and changes have the members of the contract', () => {
  assert.equal(
    membersOf(Task),
    'id title description status priority source external_id assigned_to due_date created_at completed_at session_id',
  );
  assert.equal(membersOf(NewTask), 'title description priority due_date assigned_to external_id');
  assert.equal(membersOf(TaskChanges), 'title description status priority due_date assigned_to');
  assert.equal(
    membersOf(User),
    'id email full_name role status seat last_session_at total_sessions total_minutes created_at',
  );
  assert.equal(
    membersOf(Form),
    'id name aliases category source is_active is_platform_library imported_from template_image_url ' +
      'template_mime_type field_count fields created_at updated_at',
  );
  assert.equal(
    membersOf(FormChanges),
    'name aliases is_active category fields template_image_url template_mime_type',
  );
  assert.deepEqual(membersOf(SessionChanges).split(' ').toSorted(), [
    'duration_seconds',
    'procedure_count',
    'procedures_count',
    'session_description',
    'session_name',
    'session_summary',
    'thumbnail_url',
    'video_url',
  ]);
});

test('the six events have the members of the contract', () => {
  const changed =
    'task_id title previous_status new_status external_id source integration session_id changed_by changed_at';
  assert.deepEqual(
    Object.entries(EVENTS).map(([name, { data }]) => [name, membersOf(data)]),
    [
      ['task.created', 'task_id title status source external_id assigned_to created_at'],
      ['task.status_changed', changed],
      ['task.completed', `${changed} completion_source completed_at session_summary`],
      [
        'session.started',
        'session_id user_id user_name seat_id bundle_name session_name video_url started_at',
      ],
      [
        'session.completed',
        'session_id user_id user_name status started_at ended_at duration_minutes minutes_consumed video_url ' +
          'task_id task_title session_summary',
      ],
      [
        'skill.executed',
        'execution_id skill_id skill_name session_id user_id status response_target duration_ms executed_at',
      ],
    ],
  );
});

test('the OpenAPI document has no status 422, no code for an expired token and no code for version conflicts', async () => {
  const { body } = await world.nobody.get('/v1/openapi.json');
  const answers = Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([, operations]) => Object.values(Object(operations)))
    .flatMap((operation) => Object.keys(Object(operation).responses));
  const known = ['200', '201', '400', '401', '403', '404', '405', '409', '500', '503'];
  assert.ok(answers.length > 50);
  assert.deepEqual(
    answers.filter((status) => !known.includes(status)),
    [],
  );
});

const UNTAGGED = [
  '/v1/api-tenant-tasks',
  '/v1/api-tenant-tasks?task_id=TASK',
  '/v1/api-tenant-sessions',
  '/v1/api-tenant-users',
  '/v1/api-tenant-forms',
];

test('200 without an ETag, whatever If-Match and If-None-Match contain', async () => {
  const { body: task } = await api.post('/v1/api-tenant-tasks', { title: 'A' });
  const plain = await api.get('/v1/api-tenant-tasks');
  assert.match(plain.headers.get('content-type') ?? '', /^application\/json/);
  for (const path of UNTAGGED) {
    const { status, headers } = await api.get(path.replace('TASK', task.id));
    assert.deepEqual([status, headers.get('etag')], [200, null], path);
  }
  for (const headers of [{ 'If-None-Match': '*' }, { 'If-Match': '"1"' }]) {
    const answer = await api.call('/v1/api-tenant-tasks', { headers });
    assert.deepEqual([answer.status, answer.body], [200, plain.body]);
    const changed = await api.call(`/v1/api-tenant-tasks?task_id=${task.id}`, {
      method: 'PATCH',
      body: { title: 'A' },
      headers,
    });
    assert.deepEqual([changed.status, changed.headers.get('etag')], [200, null]);
  }
});

test('task.created is sent for a task that a user created', async () => {
  const { body } = await people.post('/tasks', { title: 'Dashboard' });
  const [event] = await eventsOf(world.db, tenant.account_id, body.id);
  assert.deepEqual([event?.event, event?.data['source']], ['task.created', 'manual']);
});

test('200 for a change by a user: changed_by and completion_source are user', async () => {
  const { body: task } = await api.post('/v1/api-tenant-tasks', { title: 'Changed by hand' });
  assert.equal((await people.patch(`/tasks?task_id=${task.id}`, { status: 'completed' })).status, 200);
  const events = (await eventsOf(world.db, tenant.account_id, task.id)).slice(1);
  assert.deepEqual(
    events.map(({ event, data }) => [event, data['changed_by'], data['completion_source']]),
    [
      ['task.status_changed', 'user', undefined],
      ['task.completed', 'user', 'user'],
    ],
  );
});

test('200 for a deleted session, which is removed from the reports and the totals of its user', async () => {
  const device = await tenant.device();
  const { body } = await device.post('/device/v1/sessions', { role: 'trainee' });
  await device.post('/device/v1/sessions/complete', {
    session_id: body.id,
    status: 'completed',
    duration_seconds: 120,
  });
  const figures = async () => {
    const { total } = (await people.get('/report?from=2026-03-02&to=2026-03-02')).body;
    const { users } = (await api.get('/v1/api-tenant-users')).body;
    const user = users.find(({ id }: { id: string }) => id === device.user_id);
    return [total.sessions, total.minutes, user.total_sessions, user.total_minutes, user.last_session_at];
  };
  assert.deepEqual(await figures(), [1, 2, 1, 2, '2026-03-02T09:00:00.000Z']);
  assert.equal((await api.delete(`/v1/api-tenant-sessions?session_id=${body.id}`)).status, 200);
  assert.deepEqual(await figures(), [0, 0, 0, 0, null]);
});

test('200 with a token whose scopes are both requested and allowed', async () => {
  const browser = await adminBrowser(world, tenant);
  const token = await connectApp(world, browser, app, 'read:tasks manage:users');
  assert.equal(token.scope, 'read:tasks');
  const bearer = world.as(token.access_token);
  assert.equal((await bearer.get('/v1/api-tenant-tasks')).status, 200);
  const not_requested = await bearer.post('/v1/api-tenant-tasks', { title: 'A' });
  assert.deepEqual([not_requested.status, not_requested.body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
  const invitee = { email: 'ben@example.com', full_name: 'Ben', roles: ['admin'] };
  const not_allowed = await bearer.post('/v1/api-tenant-users', invitee);
  assert.deepEqual([not_allowed.status, not_allowed.body.error], [403, 'FORBIDDEN']);
});

test('200 for a key after ten years, 401 after its revocation', async () => {
  const key = await tenant.api(['read:tasks']);
  assert.match(key.token ?? '', /^tak_[0-9A-Za-z]{55}$/);
  world.clock.advance(10 * 365 * DAY_MS);
  assert.equal((await key.get('/v1/api-tenant-tasks')).status, 200);
  await world.db`update api_keys set revoked_at = now() where id = ${key.key_id}`;
  assert.equal((await key.get('/v1/api-tenant-tasks')).status, 401);
});
