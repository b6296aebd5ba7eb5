/* Changes of many tasks at once in the dashboard: the matching tasks of a filter, and batches of edits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { compareTasks } from '../support/countedLists.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld, type Tenant } from '../support/world.ts';
import { consoleOf } from '../../support/console.ts';
import { eventsOf } from '../support/events.ts';

const world = await openWorld();
const tenant = await world.account();
const member = await consoleOf(world, await memberOf(tenant));
const admin = await consoleOf(world, tenant.admin);
const other = await consoleOf(world, (await world.account()).admin);
const api = await tenant.api();

type Values = { status?: string; priority?: string; due_date?: string | null; assigned_to?: string | null };
type Edit = { task_id: string; changes: Values; expected?: Values };

async function addTask(body: object = {}): Promise<string> {
  return (await api.post('/v1/api-tenant-tasks', { title: 'Oil the press', ...body })).body.id;
}

const addTasks = (count: number) => Promise.all(Array.from({ length: count }, () => addTask()));
const change = (edits: readonly Edit[], caller = member) => caller.patch('/tasks/batch', { edits });
const detailOf = async (id: string) => (await member.get(`/task?task_id=${id}`)).body;

async function toldOf(id: string): Promise<unknown[]> {
  const events = await eventsOf(world.db, tenant.account_id, id);
  return events.map(({ event, data }) => [event, data['new_status'] ?? data['status']]);
}

async function assertCounts(): Promise<void> {
  const filter = { status: 'completed', limit: 25, offset: 0 } as const;
  const { ours, naive } = await compareTasks(world.db, tenant.account_id, filter);
  assert.deepEqual(ours, naive);
}

test('200 for a batch that changes every task with its history, events and counts', async () => {
  const ids = await addTasks(100);
  const user_id = await tenant.user('Bo Builder');
  const changes = {
    status: 'completed',
    priority: 'urgent',
    due_date: '2026-05-01T10:00:00.000Z',
    assigned_to: user_id,
  };
  const { status, body } = await change(ids.map((task_id) => ({ task_id, changes })));
  assert.deepEqual([status, body], [200, { rejected: [] }]);
  for (const id of ids.slice(0, 3)) {
    const { task, history } = await detailOf(id);
    assert.deepEqual(
      [task.status, task.priority, task.due_date, task.assigned_to.name],
      ['completed', 'urgent', '2026-05-01T10:00:00.000Z', 'Bo Builder'],
    );
    assert.ok(task.completed_at);
    assert.equal(history.length, 2);
    assert.deepEqual(history[0].changes, {
      status: ['open', 'completed'],
      priority: ['medium', 'urgent'],
      due_date: [null, '2026-05-01T10:00:00.000Z'],
      assigned_to: [null, 'Bo Builder'],
    });
    assert.deepEqual(await toldOf(id), [
      ['task.created', 'open'],
      ['task.status_changed', 'completed'],
      ['task.completed', 'completed'],
    ]);
  }
  await assertCounts();
  await change(ids.map((task_id) => ({ task_id, changes: { status: 'open' } })));
  assert.equal((await detailOf(ids[0] ?? '')).task.completed_at, null);
});

test('200 without events or history for tasks that have the values already', async () => {
  const task_id = await addTask();
  const { body } = await change([{ task_id, changes: { status: 'open', assigned_to: null } }]);
  assert.deepEqual(body, { rejected: [] });
  assert.equal((await detailOf(task_id)).history.length, 1);
  assert.deepEqual(await toldOf(task_id), [['task.created', 'open']]);
});

test('200 with the rejected tasks and their errors, while the others are changed', async () => {
  const foreign = await foreignTask(await world.account());
  const [changed, moved, assigned, missing] = [
    await addTask(),
    await addTask(),
    await addTask(),
    crypto.randomUUID(),
  ];
  await admin.patch(`/tasks?task_id=${moved}`, { status: 'cancelled' });
  const edits: Edit[] = [
    { task_id: changed, changes: { status: 'completed' }, expected: { status: 'open' } },
    { task_id: moved, changes: { status: 'completed' }, expected: { status: 'open' } },
    { task_id: assigned, changes: { assigned_to: crypto.randomUUID() } },
    { task_id: missing, changes: { status: 'completed' } },
    { task_id: foreign.id, changes: { status: 'completed' } },
  ];
  const { status, body } = await change(edits);
  assert.equal(status, 200);
  assert.deepEqual(
    body.rejected.map(({ task_id, details }: any) => [task_id, details.rule]),
    [
      [moved, 'changed_meanwhile'],
      [assigned, 'unknown_user'],
      [missing, 'not_found'],
      [foreign.id, 'not_found'],
    ],
  );
  assert.equal(body.rejected[0].details.conflict.changed_by.name, 'Ada Admin');
  assert.equal((await detailOf(changed)).task.status, 'completed');
  assert.equal((await detailOf(moved)).task.status, 'cancelled');
  assert.equal(await foreign.status(), 'open');
});

async function foreignTask(owner: Tenant) {
  const theirs = await owner.api();
  const { id } = (await theirs.post('/v1/api-tenant-tasks', { title: 'Foreign' })).body;
  const status = async () => (await theirs.get(`/v1/api-tenant-tasks?task_id=${id}`)).body.status;
  return { id, status };
}

test('200 for two batches of the same tasks at the same time, in opposite order', async () => {
  const ids = await addTasks(60);
  const edits = (status: string) => ids.map((task_id) => ({ task_id, changes: { status } }));
  const answers = await Promise.all([
    change(edits('completed')),
    change(edits('cancelled').toReversed(), admin),
    change(edits('completed').toReversed()),
    change(edits('cancelled'), admin),
  ]);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.rejected?.length]),
    [
      [200, 0],
      [200, 0],
      [200, 0],
      [200, 0],
    ],
  );
  for (const id of ids.slice(0, 5)) {
    const { task, history } = await detailOf(id);
    const steps = history.map(({ changes }: any) => changes.status).filter(Boolean);
    assert.equal(steps[0][1], task.status);
    for (const [at, step] of steps.entries()) if (at > 0) assert.equal(step[1], steps[at - 1][0]);
  }
  await assertCounts();
});

test('200 with the integration in the events of its tasks', async () => {
  const { secret } = await createIntegration(tenant.ctx(), { provider: 'erp' });
  const pushed = await world.nobody.call('/inbound/v1/tasks', {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
    body: { external_id: 'WO-1', title: 'Pushed' },
  });
  const task_id: string = pushed.body.task_id ?? pushed.body.id;
  await change([
    { task_id, changes: { status: 'completed' } },
    { task_id: await addTask(), changes: { status: 'completed' } },
  ]);
  const events = await eventsOf(world.db, tenant.account_id, task_id);
  assert.equal(Object(events.at(-1)?.data['integration']).provider, 'erp');
});

test('200 with an undo that restores the previous values of each task, except where another user changed one', async () => {
  const [low, high, touched] = [
    await addTask({ priority: 'low' }),
    await addTask({ priority: 'high' }),
    await addTask({ priority: 'low' }),
  ];
  const ids = [low, high, touched];
  await change(ids.map((task_id) => ({ task_id, changes: { priority: 'urgent' } })));
  await admin.patch(`/tasks?task_id=${touched}`, { priority: 'medium' });
  const undo = (task_id: string, priority: string): Edit => ({
    task_id,
    changes: { priority },
    expected: { priority: 'urgent' },
  });
  const { body } = await change([undo(low, 'low'), undo(high, 'high'), undo(touched, 'low')]);
  assert.deepEqual(
    body.rejected.map(({ task_id }: any) => task_id),
    [touched],
  );
  const priorities = await Promise.all(ids.map(async (id) => (await detailOf(id)).task.priority));
  assert.deepEqual(priorities, ['low', 'high', 'medium']);
});

test('400 for an empty batch, more than 100 tasks and unknown values, with nothing written', async () => {
  const task_id = await addTask();
  const bodies = [
    { edits: [] },
    { edits: Array.from({ length: 101 }, () => ({ task_id, changes: { status: 'completed' } })) },
    {
      edits: [
        { task_id, changes: { status: 'completed' } },
        { task_id, changes: { status: 'done' } },
      ],
    },
    { edits: [{ task_id, changes: { priority: null } }] },
  ];
  for (const body of bodies)
    assert.equal((await member.patch('/tasks/batch', body)).status, 400, JSON.stringify(body).slice(0, 90));
  assert.equal((await detailOf(task_id)).task.status, 'open');
});

test('200 with exactly the tasks of the list for every filter, in bounded steps', async () => {
  const account = await world.account();
  const user_id = await account.user('Cy');
  await world.db`
    insert into tasks (account_id, id, title, status, priority, source, assigned_to, due_date, created_at)
    select ${account.account_id}, gen_random_uuid(), (array['Oil the pump', 'Paint the gate'])[1 + number % 2],
      (array['open', 'in_progress', 'cancelled'])[1 + number % 3],
      (array['low', 'high', 'urgent', 'medium'])[1 + number % 4], 'api',
      case when number % 5 = 0 then ${user_id}::uuid end,
      case when number % 7 = 0 then '2026-01-01'::timestamptz end,
      now() - number * interval '1 minute'
    from generate_series(1, 4500::int) as number`;
  const caller = await consoleOf(world, account.admin);
  const expected = {
    '': 4500,
    '?status=open': 1500,
    '?priority=urgent': 1125,
    '?title=pum': 2250,
    '?title=gate%20pai&status=open': 0,
    [`?assigned_to=${user_id}`]: 900,
    '?due=overdue': 428,
    '?due=overdue&priority=low': 107,
    '?external_id=none': 0,
    '?from=2100-01-01T00:00:00Z': 0,
  };
  for (const [query, count] of Object.entries(expected)) {
    const { ids, calls } = await matchingOf(caller, query);
    if (query.includes('gate')) assert.ok(ids.length > 0);
    else assert.equal(ids.length, count, query);
    assert.equal(new Set(ids).size, ids.length, query);
    assert.equal(calls, 3, query);
  }
  assert.deepEqual((await matchingOf(other, '')).ids, []);
});

async function matchingOf(caller: typeof member, query: string) {
  const ids: string[] = [];
  let next: string | null = null;
  let calls = 0;
  do {
    const cursor: string = next === null ? '' : `${query === '' ? '?' : '&'}before_id=${next}`;
    const { status, body } = await caller.get(`/tasks/matching${query}${cursor}`);
    assert.equal(status, 200, JSON.stringify(body));
    ids.push(...body.tasks.map(({ id }: { id: string }) => id));
    next = body.next;
    calls += 1;
  } while (next !== null);
  return { ids, calls };
}
