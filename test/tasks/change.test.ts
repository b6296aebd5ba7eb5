import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTaskChanges } from '../../src/features/tasks/change.ts';
import type { Task, TaskChanges } from '../../src/features/tasks/contract.ts';
import { readTaskDetail } from '../../src/features/tasks/history.ts';
import { lockTask } from '../../src/features/tasks/sql/change.ts';
import { connect, transaction, type Transaction } from '../../src/lib/sql/sql.ts';
import { compareTasks } from '../support/countedLists.ts';
import { eventsOf } from '../support/events.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const foreign = await (await world.account()).api();
const user_id = await tenant.user('Bo Builder');
const PATH = '/v1/api-tenant-tasks';
const STATUSES = ['open', 'in_progress', 'completed', 'cancelled'];

async function makeTask(status = 'open'): Promise<string> {
  const { body } = await api.post(PATH, { title: 'Work', description: 'First', external_id: 'WO-7' });
  if (status !== 'open') await change(body.id, { status });
  return body.id;
}

function change(id: string, body?: unknown) {
  return api.patch(`${PATH}?task_id=${id}`, body);
}

test('200 for a change of only the members in the request', async () => {
  const created = await api.post(PATH, {
    title: 'Work',
    description: 'First',
    priority: 'urgent',
    due_date: '2026-04-01T10:00:00.000Z',
    assigned_to: user_id,
    external_id: 'WO-8',
  });
  const { id } = created.body;
  for (const sent of [{ status: 'in_progress' }, { title: 'Other' }]) {
    const { body: before } = await api.get(`${PATH}?task_id=${id}`);
    const { status, body } = await change(id, sent);
    assert.equal(status, 200);
    assert.deepEqual(body, { ...before, ...sent });
    assert.deepEqual((await api.get(`${PATH}?task_id=${id}`)).body, body);
  }
});

test('200 with every member changed at once', async () => {
  const id = await makeTask();
  const changes = {
    title: 'Other',
    description: 'Second',
    status: 'in_progress',
    priority: 'urgent',
    due_date: '2026-04-01T10:00:00.000Z',
  };
  const { status, body } = await change(id, { ...changes, assigned_to: user_id });
  const { created_at, ...rest } = body;
  assert.deepEqual([status, created_at], [200, world.clock.now().toISOString()]);
  assert.deepEqual(rest, {
    id,
    ...changes,
    assigned_to: { user_id, name: 'Bo Builder' },
    source: 'api',
    external_id: 'WO-7',
    completed_at: null,
    session_id: null,
  });
  const { body: page } = await api.get(`${PATH}?external_id=WO-7&limit=1`);
  assert.deepEqual(page.tasks[0], body);
});

test('200 with a history entry for each member, equal to the responses', async () => {
  const id = await makeTask();
  const changes = {
    title: 'Other',
    description: 'Second',
    priority: 'urgent',
    status: 'completed',
    due_date: '2026-04-01T12:00:00.1239+02:00',
    assigned_to: user_id,
  };
  const { body: after } = await change(id, changes);
  const { body: emptied } = await change(id, { due_date: null, assigned_to: null });
  const { history } = await readTaskDetail(tenant.ctx(), id);
  const told = history
    .map(({ changes: members }) => members)
    .toSorted((a, b) => Object.keys(b).length - Object.keys(a).length);
  assert.deepEqual(told, [
    {
      title: ['Work', after.title],
      status: ['open', after.status],
      priority: ['medium', after.priority],
      due_date: [null, after.due_date],
      assigned_to: [null, after.assigned_to.name],
      description: [null, null],
    },
    { due_date: [after.due_date, emptied.due_date], assigned_to: [after.assigned_to.name, null] },
    {},
  ]);
  assert.equal(after.due_date, '2026-04-01T10:00:00.123Z');
});

test('200 for null, which clears nullable members', async () => {
  const id = await makeTask();
  await change(id, { assigned_to: user_id, due_date: '2026-05-01' });
  const { body } = await change(id, { assigned_to: null, due_date: null, description: null });
  assert.equal(body.assigned_to, null);
  assert.equal(body.due_date, null);
  assert.equal(body.description, null);
});

for (const empty of [{}, undefined, { unknown: 1 }]) {
  test(`200 for the empty change ${JSON.stringify(empty)}`, async () => {
    const id = await makeTask();
    const { status, body } = await change(id, empty);
    assert.equal(status, 200);
    assert.equal(body.title, 'Work');
    assert.equal((await eventsOf(world.db, tenant.account_id, id)).length, 1);
  });
}

for (const from of STATUSES) {
  for (const to of STATUSES) {
    test(`200 from ${from} to ${to}`, async () => {
      const id = await makeTask(from);
      const earlier = (await eventsOf(world.db, tenant.account_id, id)).length;
      const { status, body } = await change(id, { status: to });
      assert.equal(status, 200);
      assert.equal(body.status, to);
      assert.equal(body.completed_at !== null, to === 'completed');

      const emitted = (await eventsOf(world.db, tenant.account_id, id))
        .slice(earlier)
        .map(({ event, data }) => [event, data['previous_status'], data['new_status']]);
      const changed = ['task.status_changed', from, to];
      const expected = to === 'completed' ? [changed, ['task.completed', from, to]] : [changed];
      assert.deepEqual(emitted, from === to ? [] : expected);
    });
  }
}

test('200 for a repeated completion, which keeps the time of the first one until the task is reopened', async () => {
  const id = await makeTask('completed');
  const first = world.clock.now().toISOString();
  world.clock.advance(60_000);
  const at = async (status: string) => (await change(id, { status })).body.completed_at;
  assert.equal(await at('completed'), first);
  assert.equal((await change(id, { title: 'Other' })).body.completed_at, first);
  assert.equal(await at('open'), null);
  assert.equal(await at('completed'), world.clock.now().toISOString());
});

test('200 for a change, which emits exactly the promised members', async () => {
  const id = await makeTask('in_progress');
  world.clock.advance(60_000);
  const changed_at = world.clock.now().toISOString();
  await change(id, { status: 'completed' });
  const events = await eventsOf(world.db, tenant.account_id, id);
  const change_data = {
    task_id: id,
    title: 'Work',
    previous_status: 'in_progress',
    new_status: 'completed',
    external_id: 'WO-7',
    source: 'api',
    integration: null,
    session_id: null,
    changed_by: 'api',
    changed_at,
  };
  const last = events.filter(({ timestamp }) => timestamp === changed_at);
  assert.deepEqual(last.find(({ event }) => event === 'task.status_changed')?.data, change_data);
  assert.deepEqual(last.find(({ event }) => event === 'task.completed')?.data, {
    ...change_data,
    completion_source: 'api',
    completed_at: changed_at,
    session_summary: null,
  });
});

test('200 for two concurrent completions, of which one completes the task', async () => {
  const id = await makeTask();
  const answers = await Promise.all([1, 2, 3, 4].map(() => change(id, { status: 'completed' })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const events = await eventsOf(world.db, tenant.account_id, id);
  assert.equal(events.filter(({ event }) => event === 'task.completed').length, 1);
});

test('200 for changes that waited for an assignment, with correct totals', async () => {
  const another = await tenant.user('Cy Carpenter');
  await using ends = new AsyncDisposableStack();
  const other_db = ends.adopt(connect(world.connection, LONG_TIMEOUTS), (db) => db.end({ timeout: 1 }));
  const [bo, cy] = [
    { user_id, name: 'Bo Builder' },
    { user_id: another, name: 'Cy Carpenter' },
  ];
  // Changes over the API are queued in the process, so the second change uses a transaction on another
  // connection.
  const changeElsewhere = (id: string, changes: TaskChanges) =>
    transaction(other_db, async (tx) => {
      const before = await lockTask(tx, tenant.account_id, id);
      return applyTaskChanges(tx, tenant.ctx(), before ?? assert.fail(), { changes, receivers: [] });
    });
  const assignThen = async (changes: TaskChanges) => {
    const id = await makeTask();
    const hold = (tx: Transaction) =>
      tx`select 1 from tasks where account_id = ${tenant.account_id} and id = ${id} for update`;
    const tasks = await askInOrder<Task>(world.db, hold, [
      async () => (await change(id, { assigned_to: user_id })).body,
      () => changeElsewhere(id, changes),
    ]);
    return { id, told: tasks.map(({ status, assigned_to }) => [status, assigned_to]) };
  };
  const started = await assignThen({ status: 'in_progress' });
  assert.deepEqual(started.told, [
    ['open', bo],
    ['in_progress', bo],
  ]);
  const given = await assignThen({ assigned_to: another });
  assert.deepEqual(given.told, [
    ['open', bo],
    ['open', cy],
  ]);
  const { history } = await readTaskDetail(tenant.ctx(), given.id);
  assert.deepEqual(
    history.flatMap(({ changes }) => (changes.assigned_to ? [changes.assigned_to] : [])),
    [
      ['Bo Builder', 'Cy Carpenter'],
      [null, 'Bo Builder'],
    ],
  );
  for (const assigned_to of [user_id, another]) {
    const { ours, naive } = await compareTasks(world.db, tenant.account_id, {
      assigned_to,
      limit: 50,
      offset: 0,
    });
    assert.deepEqual(ours, naive);
  }
});

const refused: [string, string, unknown, string][] = [
  ['no task_id', '', { title: 'A' }, 'task_id: required'],
  ['an empty task_id', '?task_id=', { title: 'A' }, 'task_id: required'],
  ['a task_id that is not a UUID', '?task_id=7', { title: 'A' }, 'task_id: must be a valid uuid'],
  ['two task_ids', '?task_id=a&task_id=b', { title: 'A' }, 'task_id: must be a string'],
  ['an unknown status', '?task_id=ID', { status: 'done' }, `status: must be one of ${STATUSES.join(', ')}`],
  ['a status of null', '?task_id=ID', { status: null }, `status: must be one of ${STATUSES.join(', ')}`],
  [
    'an unknown priority',
    '?task_id=ID',
    { priority: 'soon' },
    'priority: must be one of low, medium, high, urgent',
  ],
  ['a title of null', '?task_id=ID', { title: null }, 'title: must be 1 to 500 characters, not blank'],
  [
    'a description that is a number',
    '?task_id=ID',
    { description: 7 },
    'description: must be a string or null',
  ],
  [
    'an assignee of another account',
    '?task_id=ID',
    { assigned_to: 'ID' },
    'assigned_to: not an active user of this account',
  ],
];

for (const [what, query, body, message] of refused) {
  test(`400 for ${what}`, async () => {
    const id = await makeTask();
    const put = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('ID', id)) as unknown;
    const answer = await api.patch(PATH + String(put(query)), put(body));
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { error: 'BAD_REQUEST', message });
  });
}

test("404 for another account's task", async () => {
  const id = await makeTask();
  const { status, body } = await foreign.patch(`${PATH}?task_id=${id}`, { title: 'Mine' });
  assert.equal(status, 404);
  assert.deepEqual(body, { error: 'NOT_FOUND', message: 'Task not found' });
  assert.equal((await change(id)).body.title, 'Work');
});

test('404 for an unknown task', async () => {
  const { status, body } = await change('0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40', { title: 'A' });
  assert.equal(status, 404);
  assert.deepEqual(body, { error: 'NOT_FOUND', message: 'Task not found' });
});
