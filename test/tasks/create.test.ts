import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '../support/events.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const stranger = await (await world.account()).user();
const inactive = await tenant.user();
await world.db`update users set status = 'inactive' where id = ${inactive}`;
const PATH = '/v1/api-tenant-tasks';

test('201 with every default filled in', async () => {
  const { status, body } = await api.post(PATH, { title: 'Replace the filter' });
  assert.equal(status, 201);
  const { id, ...rest } = body;
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  assert.deepEqual(rest, {
    title: 'Replace the filter',
    description: null,
    status: 'open',
    priority: 'medium',
    source: 'api',
    external_id: null,
    assigned_to: null,
    due_date: null,
    created_at: '2026-03-02T09:00:00.000Z',
    completed_at: null,
    session_id: null,
  });
});

test('201 with every member', async () => {
  const user_id = await tenant.user('Bo Builder');
  const { status, body } = await api.post(PATH, {
    title: 'Check the torque',
    description: 'Eight bolts',
    priority: 'urgent',
    due_date: '2026-04-01T12:00:00+02:00',
    assigned_to: user_id,
    external_id: 'WO-1',
  });
  assert.equal(status, 201);
  assert.equal(body.description, 'Eight bolts');
  assert.equal(body.priority, 'urgent');
  assert.equal(body.due_date, '2026-04-01T10:00:00.000Z');
  assert.deepEqual(body.assigned_to, { user_id, name: 'Bo Builder' });
  assert.equal(body.external_id, 'WO-1');
});

for (const priority of ['low', 'medium', 'high', 'urgent']) {
  test(`201 with the priority ${priority}`, async () => {
    const { status, body } = await api.post(PATH, { title: 'A', priority });
    assert.deepEqual([status, body.priority], [201, priority]);
  });
}

test('201 with source api, also if the body contains another source', async () => {
  const { status, body } = await api.post(PATH, {
    title: 'A',
    source: 'manual',
    status: 'completed',
    id: 'x',
  });
  assert.equal(status, 201);
  assert.equal(body.source, 'api');
  assert.equal(body.status, 'open');
});

test('201 for a task, which emits task.created with exactly the promised members', async () => {
  const user_id = await tenant.user('Bo Builder');
  world.clock.advance(60_000);
  const { body } = await api.post(PATH, { title: 'Told', external_id: 'WO-2', assigned_to: user_id });
  const [event, ...more] = await eventsOf(world.db, tenant.account_id, body.id);
  assert.equal(more.length, 0);
  assert.equal(event?.event, 'task.created');
  assert.match(event.event_id, /^evt-[0-9a-f-]{36}$/);
  assert.equal(event.timestamp, '2026-03-02T09:01:00.000Z');
  assert.deepEqual(event.data, {
    task_id: body.id,
    title: 'Told',
    status: 'open',
    source: 'api',
    external_id: 'WO-2',
    assigned_to: user_id,
    created_at: '2026-03-02T09:01:00.000Z',
  });
});

test('400 for an invalid task, which leaves neither a task nor an event', async () => {
  const count = async () => {
    const [row] = await world.db`
      select (select count(*)::int from tasks where account_id = ${tenant.account_id}) as tasks,
             (select count(*)::int from events where account_id = ${tenant.account_id}) as events`;
    return { ...row };
  };
  const before = await count();
  const { status } = await api.post(PATH, {
    title: 'Nobody',
    assigned_to: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40',
  });
  assert.equal(status, 400);
  assert.deepEqual(await count(), before);
});

const refused: [string, unknown, string][] = [
  ['no body', undefined, 'title: required'],
  ['a body that is not an object', [], 'body: must be an object'],
  ['a body of null', null, 'body: must be an object'],
  ['no title', {}, 'title: required'],
  ['a title of null', { title: null }, 'title: must be 1 to 500 characters, not blank'],
  ['a title that is a number', { title: 7 }, 'title: must be 1 to 500 characters, not blank'],
  ['an empty title', { title: '' }, 'title: must be 1 to 500 characters, not blank'],
  ['a blank title', { title: ' \t' }, 'title: must be 1 to 500 characters, not blank'],
  ['an invisible title', { title: '\u200B\u3164 \u2800' }, 'title: must be 1 to 500 characters, not blank'],
  [
    'an unknown priority',
    { title: 'A', priority: 'soon' },
    'priority: must be one of low, medium, high, urgent',
  ],
  [
    'a priority of null',
    { title: 'A', priority: null },
    'priority: must be one of low, medium, high, urgent',
  ],
  ['an invalid due date', { title: 'A', due_date: 'tomorrow' }, 'due_date: must be a valid timestamp'],
  [
    'a due date that does not exist',
    { title: 'A', due_date: '2026-02-30' },
    'due_date: must be a valid timestamp',
  ],
  ['an assignee that is not a UUID', { title: 'A', assigned_to: 'Bo' }, 'assigned_to: must be a valid uuid'],
  [
    'an assignee of another account',
    { title: 'A', assigned_to: stranger },
    'assigned_to: not an active user of this account',
  ],
  [
    'a deactivated assignee',
    { title: 'A', assigned_to: inactive },
    'assigned_to: not an active user of this account',
  ],
  ['NUL in a text', { title: 'A\0' }, 'body: must not contain NUL characters'],
  ['a lone surrogate', { title: 'A\ud800' }, 'body: must not contain lone surrogates'],
];

for (const [what, body, message] of refused) {
  test(`400 for ${what}`, async () => {
    const answer = await api.post(PATH, body);
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { error: 'BAD_REQUEST', message });
  });
}

test('403 without write:tasks', async () => {
  const reader = await tenant.api(['read:tasks']);
  const { status, body } = await reader.post(PATH, { title: 'A' });
  assert.equal(status, 403);
  assert.equal(body.error, 'INSUFFICIENT_PERMISSIONS');
});
