import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { changeTask } from '../../src/features/tasks/change.ts';
import type { Task, TaskChanges } from '../../src/features/tasks/contract.ts';
import { readTaskDetail } from '../../src/features/tasks/history.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { compareTasks } from '../support/countedLists.ts';
import { eventsOf } from '../support/events.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { countWaiting } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const db = connect(world.connection, LONG_TIMEOUTS);
after(() => db.end());

const PATH = '/v1/api-tenant-tasks';
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const ctx = () => ({ ...tenant.ctx(), db });

function makeTasks(count: number, title = 'Changed'): Promise<Task[]> {
  return Promise.all(upTo(count).map(() => createTask(ctx(), { title })));
}

/** Changes tasks in a single turn of the event loop. */
function changeAll(tasks: readonly { id: string }[], changes: TaskChanges | ((at: number) => TaskChanges)) {
  const of = typeof changes === 'function' ? changes : () => changes;
  return Promise.allSettled(tasks.map(({ id }, at) => changeTask(ctx(), id, of(at))));
}

const reasons = (settled: readonly PromiseSettledResult<Task>[]) =>
  settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));

async function toldOf(id: string): Promise<unknown[]> {
  const events = await eventsOf(world.db, tenant.account_id, id);
  return events
    .filter(({ event }) => event !== 'task.created')
    .map(({ event, data }) => [event, data['previous_status'], data['new_status']]);
}

async function historyOf(id: string): Promise<unknown[]> {
  const { history } = await readTaskDetail(tenant.ctx(), id);
  return history.map(({ changes }) => changes);
}

test('200 for 28 of 30 concurrent changes with own members, history and events, 404 for two missing tasks', async () => {
  const api = await tenant.api();
  const tasks = await makeTasks(30);
  const foreign = await createTask((await world.account()).ctx(), { title: 'Foreign' });
  const idAt = (at: number) =>
    at === 7 ? foreign.id : at === 20 ? crypto.randomUUID() : (tasks[at]?.id ?? '');
  const bodies = upTo(30).map((at): TaskChanges => {
    if (at % 3 === 0) return { status: 'completed' };
    return at % 3 === 1
      ? { title: `"Own" \\ ${at}`, due_date: '2026-04-01T12:00:00.123+02:00' }
      : { description: null, priority: 'urgent', status: 'in_progress' };
  });
  const answers = await Promise.all(
    upTo(30).map((at) => api.patch(`${PATH}?task_id=${idAt(at)}`, bodies[at])),
  );
  for (const [at, { status, body }] of answers.entries()) {
    if (at === 7 || at === 20) {
      assert.deepEqual([status, body.error], [404, 'NOT_FOUND']);
      continue;
    }
    const { due_date, ...plain } = bodies[at] ?? {};
    const expected = {
      ...tasks[at],
      ...plain,
      ...(due_date !== undefined && { due_date: '2026-04-01T10:00:00.123Z' }),
    };
    assert.equal(status, 200);
    assert.deepEqual({ ...body, completed_at: null }, { ...expected, completed_at: null });
    assert.equal(body.completed_at, at % 3 === 0 ? world.clock.now().toISOString() : null);
    assert.deepEqual(await toldOf(body.id), [
      ...(at % 3 === 1 ? [] : [['task.status_changed', 'open', expected.status]]),
      ...(at % 3 === 0 ? [['task.completed', 'open', 'completed']] : []),
    ]);
    const [latest] = await historyOf(body.id);
    if (at % 3 === 0) assert.deepEqual(latest, { status: ['open', 'completed'] });
    if (at % 3 === 1)
      assert.deepEqual(latest, { title: ['Changed', body.title], due_date: [null, body.due_date] });
    if (at % 3 === 2)
      assert.deepEqual(latest, { status: ['open', 'in_progress'], priority: ['medium', 'urgent'] });
  }
  const { task } = await readTaskDetail(tenant.ctx(), tasks[7]?.id ?? '');
  assert.equal(task.title, 'Changed');
});

/** All members of a task. Add each new member here, so that its write and its history are tested. */
const EVERY_MEMBER: Required<Omit<TaskChanges, 'assigned_to'>> = {
  title: 'Another',
  description: 'At length',
  status: 'in_progress',
  priority: 'low',
  due_date: '2026-05-01T10:00:00.000Z',
};

test('200 with every member changed, each with a history entry', async () => {
  const tasks = await makeTasks(9);
  const settled = await changeAll(tasks, EVERY_MEMBER);
  assert.deepEqual(reasons(settled), []);
  for (const { id } of tasks) {
    assert.partialDeepStrictEqual((await readTaskDetail(tenant.ctx(), id)).task, EVERY_MEMBER);
    const [latest] = await historyOf(id);
    assert.deepEqual(Object.keys(Object(latest)).toSorted(), Object.keys(EVERY_MEMBER).toSorted());
  }
});

test('all concurrent changes of one task are applied sequentially', async (t) => {
  const [task] = await makeTasks(1);
  // No change waits for too long, however slow the machine is.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const id = task?.id ?? '';
  const titles = upTo(8).map((at) => `Title ${at}`);
  const settled = await Promise.all(titles.map((title) => changeTask(ctx(), id, { title })));
  assert.deepEqual(
    settled.map(({ title }) => title),
    titles,
  );
  const history = (await historyOf(id)) as { title?: [string, string] }[];
  const steps = new Map(history.flatMap(({ title }) => (title ? [title] : [])));
  assert.deepEqual([...steps.values()].toSorted(), titles);
  let last = 'Changed';
  for (let step = 0; step < titles.length; step++) last = steps.get(last) ?? 'a title that nobody had';
  assert.equal(last, (await readTaskDetail(tenant.ctx(), id)).task.title);
});

test('the event of a task of an integration contains the integration', async () => {
  const { integration_id, secret } = await createIntegration(tenant.ctx(), { provider: 'fieldware' });
  const { body } = await world.as(secret).post('/inbound/v1/tasks', { external_id: 'WO-1', title: 'Pushed' });
  const tasks = [...(await makeTasks(3)), body as Task];
  assert.deepEqual(reasons(await changeAll(tasks, { status: 'completed' })), []);
  const events = await eventsOf(world.db, tenant.account_id, body.id);
  assert.deepEqual(
    events.slice(1).map(({ event, data }) => [event, data['integration']]),
    ['task.status_changed', 'task.completed'].map((event) => [
      event,
      { integration_id, provider: 'fieldware' },
    ]),
  );
});

test('a change that the database rejects does not reject others', async () => {
  const tasks = await makeTasks(9);
  await world.db.unsafe(REFUSING);
  const settled = await changeAll(tasks, (at) => ({ title: at === 4 ? 'Refused' : 'Beside' }));
  await world.db.unsafe('alter table tasks drop constraint refusing_change');
  assert.deepEqual(
    reasons(settled).map(({ code }) => code),
    ['23514'],
  );
  const after = await Promise.all(tasks.map(({ id }) => readTaskDetail(tenant.ctx(), id)));
  assert.deepEqual(
    after.map(({ task }) => task.title),
    upTo(9).map((at) => (at === 4 ? 'Changed' : 'Beside')),
  );
});

const REFUSING = `
  alter table tasks add constraint refusing_change check (title <> 'Refused') not valid`;

test('a change of a task locked by another transaction does not delay others', async () => {
  const [locked = { id: '' }, ...others] = await makeTasks(10);
  const waiting: Promise<unknown>[] = [];
  await world.db.begin(async (tx) => {
    await tx`
      select 1 from tasks where account_id = ${tenant.account_id} and id = ${locked.id} for update`;
    waiting.push(changeTask(ctx(), locked.id, { title: 'Late' }));
    assert.deepEqual(reasons(await changeAll(others, { title: 'Unhindered' })), []);
    await eventually(
      () => countWaiting(world.db),
      (count) => count === 1,
    );
    assert.equal((await readTaskDetail(tenant.ctx(), locked.id)).task.title, 'Changed');
  });
  await Promise.all(waiting);
  assert.equal((await readTaskDetail(tenant.ctx(), locked.id)).task.title, 'Late');
});

test('totals are exact when tasks with the same time change places in the list', async () => {
  const another = await world.account();
  const own = { ...another.ctx(), db };
  const tasks = await Promise.all(upTo(12).map(() => createTask(own, { title: 'Same moment' })));
  await world.db`update tasks set created_at = ${tasks[0]?.created_at ?? ''} where account_id = ${another.account_id}`;
  await world.db`delete from count_deltas where account_id = ${another.account_id}`;
  await world.db`
    insert into count_deltas (account_id, counted, id, owner, trait, at, change)
    select account_id, 'tasks', gen_random_uuid(), null, 'open manual', created_at, 1
    from tasks
    where account_id = ${another.account_id}`;
  const statusAt = (at: number) => (at < 8 ? 'completed' : 'in_progress');
  await Promise.all(tasks.map(({ id }, at) => changeTask(own, id, { status: statusAt(at) })));
  for (const [status, total] of [
    ['completed', 8],
    ['in_progress', 4],
    ['open', 0],
  ] as const) {
    const { ours, naive } = await compareTasks(db, another.account_id, { status, limit: 50, offset: 0 });
    assert.deepEqual(ours, naive);
    assert.equal(ours.total, total);
  }
});
