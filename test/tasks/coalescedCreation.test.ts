import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Context } from '../../src/access/context.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import type { NewTask, Task } from '../../src/features/tasks/contract.ts';
import { changeTask } from '../../src/features/tasks/change.ts';
import { createTask, listTasks } from '../../src/features/tasks/tasks.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { callerAt } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { eventsOf } from '../support/events.ts';
import { onOneServer } from '../support/cluster.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { openWorld, startNode } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const inactive = await tenant.user();
await world.db`update users set status = 'inactive' where id = ${inactive}`;
const statements: string[] = [];
const db = connect(world.connection, { ...LONG_TIMEOUTS, observe: (text) => void statements.push(text) });
after(() => db.end());

const PATH = '/v1/api-tenant-tasks';
const UNASSIGNABLE = 'assigned_to: not an active user of this account';
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Creates tasks in a single turn of the event loop. */
function createAll(inputs: readonly NewTask[], of = tenant, changes: Partial<Context> = {}) {
  return Promise.allSettled(inputs.map((input) => createTask({ ...of.ctx(), db, ...changes }, input)));
}

const titled = (count: number, title = 'Shared') => upTo(count).map((at) => ({ title: `${title} ${at}` }));

const made = (settled: readonly PromiseSettledResult<Task>[]) =>
  settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

const reasons = (settled: readonly PromiseSettledResult<Task>[]) =>
  settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));

async function assertTold(tasks: readonly Task[]): Promise<void> {
  for (const task of tasks) {
    const events = await eventsOf(world.db, tenant.account_id, task.id);
    assert.deepEqual(
      events.map(({ event, timestamp, data }) => ({ event, timestamp, data })),
      [
        {
          event: 'task.created',
          timestamp: task.created_at,
          data: {
            task_id: task.id,
            title: task.title,
            status: 'open',
            source: task.source,
            external_id: task.external_id,
            assigned_to: task.assigned_to?.user_id ?? null,
            created_at: task.created_at,
          },
        },
      ],
    );
  }
}

async function countTasks(like: string): Promise<number> {
  const rows = await world.db`select 1 from tasks where title like ${like}`;
  return rows.length;
}

test('201 for 27 of 30 concurrent requests with own events, 400 for three with a deactivated assignee', async () => {
  const api = await tenant.api();
  const assignee = await tenant.user();
  const answers = await Promise.all(
    upTo(30).map((at) =>
      api.post(PATH, { title: `Thirty ${at}`, assigned_to: at % 10 === 3 ? inactive : assignee }),
    ),
  );
  for (const [at, { status, body }] of answers.entries()) {
    assert.equal(status, at % 10 === 3 ? 400 : 201);
    if (status === 400) assert.deepEqual(body, { error: 'BAD_REQUEST', message: UNASSIGNABLE });
    else assert.equal(body.title, `Thirty ${at}`);
  }
  const tasks = answers.flatMap(({ status, body }) => (status === 201 ? [body] : []));
  await assertTold(tasks);
  assert.equal(await countTasks('Thirty %'), 27);
});

test('thirty concurrent creations run in one transaction of four statements', async () => {
  statements.length = 0;
  const tasks = made(await createAll(titled(30, 'Counted')));
  assert.deepEqual(
    tasks.map(({ title }) => title),
    titled(30, 'Counted').map(({ title }) => title),
  );
  assert.equal(statements.length, 6);
  await assertTold(tasks);
});

test('control: sequential creations have one transaction each', async () => {
  statements.length = 0;
  for (const input of titled(5, 'Single')) await createTask({ ...tenant.ctx(), db }, input);
  assert.equal(statements.length, 5 * 6);
});

/** Returns the first words of the statements in each write. */
async function writesOf(work: (ctx: Context) => Promise<unknown>): Promise<string[]> {
  const writes: string[][] = [];
  let current: string[] | undefined;
  const observe = (text: string) => {
    if (!current) {
      writes.push((current = []));
      setImmediate(() => (current = undefined));
    }
    current.push(text.trim().split(/\s/)[0] ?? '');
  };
  const watched = connect(world.connection, { max: 1, ...LONG_TIMEOUTS, observe });
  await work({ ...tenant.ctx(), db: watched });
  await watched.end();
  return writes.map((write) => write.join(' '));
}

test('a creation takes two writes, also with an assignee, as does a change of the status', async () => {
  const assigned_to = await tenant.user();
  assert.deepEqual(await writesOf((ctx) => createTask(ctx, { title: 'One' })), [
    'begin select',
    'insert insert insert commit',
  ]);
  assert.deepEqual(await writesOf((ctx) => createTask(ctx, { title: 'Two', assigned_to })), [
    'begin select select',
    'insert insert insert commit',
  ]);
  const { id } = await createTask(tenant.ctx(), { title: 'Changed' });
  assert.deepEqual(await writesOf((ctx) => changeTask(ctx, id, { status: 'completed' })), [
    'begin select select',
    'insert update insert insert commit',
  ]);
  const told = await eventsOf(world.db, tenant.account_id, id);
  assert.deepEqual(
    told.map(({ event }) => event),
    ['task.created', 'task.status_changed', 'task.completed'],
  );
});

test('ids, times and list positions follow the arrival order', async () => {
  const another = await world.account();
  const tasks = made(await createAll(titled(20), another));
  const ids = tasks.map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted());
  const listed = await listTasks(another.ctx(), { limit: 50, offset: 0 });
  assert.equal(listed.total, 20);
  assert.deepEqual(listed.tasks, tasks.toReversed());
});

test('each task of a batch has its own members, source and actor', async () => {
  const user_id = await tenant.user('Bo Builder');
  const key = await tenant.api();
  const ctx = { ...tenant.ctx(), db };
  const [byUser, byApi] = await Promise.all([
    createTask(ctx, {
      title: 'Of a user',
      assigned_to: user_id,
      description: '"quoted" \\ {}',
      priority: 'low',
    }),
    createTask(
      { ...ctx, actor: { kind: 'api', credential_id: key.key_id } },
      { title: 'Of a key', due_date: '2026-04-01T10:00:00.000Z', external_id: 'WO-9' },
    ),
  ]);
  assert.deepEqual(
    [byUser.source, byUser.assigned_to, byUser.description, byUser.priority, byUser.due_date],
    ['manual', { user_id, name: 'Bo Builder' }, '"quoted" \\ {}', 'low', null],
  );
  assert.deepEqual(
    [byApi.source, byApi.assigned_to, byApi.external_id, byApi.priority, byApi.due_date],
    ['api', null, 'WO-9', 'medium', '2026-04-01T10:00:00.000Z'],
  );
  const creators = await world.db<{ created_by_kind: string; created_by_id: string }[]>`
    select created_by_kind, created_by_id
    from tasks
    where id in ${world.db([byUser.id, byApi.id])}
    order by title desc`;
  assert.deepEqual(
    [...creators],
    [
      { created_by_kind: 'user', created_by_id: tenant.admin_id },
      { created_by_kind: 'api', created_by_id: key.key_id },
    ],
  );
  await assertTold([byUser, byApi]);
});

test('a task that the database rejects does not reject others', async () => {
  await world.db.unsafe(REFUSING);
  const settled = await createAll([...titled(9, 'Beside'), { title: 'Refused' }]);
  await world.db.unsafe('alter table tasks drop constraint refusing');
  assert.deepEqual(
    reasons(settled).map(({ code }) => code),
    ['23514'],
  );
  await assertTold(made(settled));
  assert.equal(await countTasks('Beside %'), 9);
  assert.equal(await countTasks('Refused'), 0);
});

const REFUSING = `
  alter table tasks add constraint refusing check (title <> 'Refused') not valid`;

test('a task whose assignee is locked by another transaction does not delay others', async () => {
  const locked = await tenant.user();
  const others: Promise<unknown>[] = [];
  await world.db.begin(async (tx) => {
    await tx`select 1 from users where account_id = ${tenant.account_id} and id = ${locked} for update`;
    const waiting = createTask({ ...tenant.ctx(), db }, { title: 'Waits', assigned_to: locked });
    others.push(waiting);
    assert.equal(made(await createAll(titled(9, 'Unhindered'))).length, 9);
    assert.equal(await countTasks('Waits'), 0);
  });
  await Promise.all(others);
  assert.equal(await countTasks('Waits'), 1);
});

async function countWaiting(): Promise<number> {
  const rows = await world.db`
    select 1
    from pg_locks
    where locktype = 'advisory'
      and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.length;
}

test(
  'an account waits at most a few ms for its batch, and never for another account',
  onOneServer('a trigger'),
  async () => {
    const another = await world.account();
    await world.db.unsafe(HOLDING);
    const held: Promise<unknown>[] = [];
    await world.db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(77)`;
      for (const at of upTo(3)) {
        held.push(createAll([{ title: 'Held' }, { title: `Beside ${at}` }]));
        await eventually(countWaiting, (count) => count === at + 1);
      }
      assert.equal(made(await createAll(titled(3), another)).length, 3);
      assert.equal(made(await createAll(titled(3, 'Own'))).length, 3);
      assert.equal(await countTasks('Held'), 0);
    });
    await Promise.all(held);
    await world.db.unsafe('drop trigger holding on tasks');
    assert.equal(await countTasks('Held'), 3);
  },
);

const HOLDING = `
  create function hold() returns trigger language plpgsql as
    $$ begin if new.title = 'Held' then perform pg_advisory_xact_lock(77); end if; return new; end $$;
  create trigger holding before insert on tasks for each row execute function hold()`;

test('a stop during a batch answers each created task', async () => {
  const app = await startNode({ db, tools: world.tools }, 0);
  const { key } = await createKey(tenant.ctx(), { name: 'Stopped', scopes: ['write:tasks'] });
  const api = callerAt(app.server.listeningOrigin, key);
  statements.length = 0;
  const asked = Promise.allSettled(titled(40, 'Stopped').map((input) => api.post(PATH, input)));
  await eventually(
    () => statements.some((text) => text.includes('insert into tasks')),
    (is_making) => is_making,
  );
  await app.close();
  const answers = await asked;
  const tasks = answers.flatMap((one) =>
    one.status === 'fulfilled' && one.value.status === 201 ? [one.value.body] : [],
  );
  assert.ok(tasks.length > 0);
  assert.equal(await countTasks('Stopped %'), tasks.length);
  await assertTold(tasks);
});
