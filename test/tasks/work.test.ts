import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Queryable } from '../../src/lib/sql/sql.ts';
import { listDeviceTasks, taskColumns, withAssignee } from '../../src/features/tasks/sql/tasks.ts';
import { onOneServer } from '../support/cluster.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const MOST = 100;
const MANY = 20_000;

const world = await openWorld();
const [busy, mixed] = [await world.account(), await world.account()];
const busy_user = await busy.user('Bo');
await addOpen(busy, MANY, { assigned_to: null });
await addOpen(busy, MANY, { assigned_to: busy_user });
await addOpen(busy, MANY, { assigned_to: await busy.user('Cy') });
await world.db`vacuum (analyze) tasks`;
const users = [await mixed.user('Di'), await mixed.user('Ed'), await mixed.user('Flo')] as const;

async function addOpen(
  { account_id }: Tenant,
  count: number,
  { assigned_to }: { assigned_to: string | null },
): Promise<void> {
  await world.db`
    insert into tasks (account_id, id, title, status, priority, source, assigned_to, created_at)
    select ${account_id}, gen_random_uuid(), 'Task', (array['open', 'in_progress'])[1 + number % 2],
      (array['low', 'high', 'urgent', 'medium'])[1 + number % 4], 'api', ${assigned_to},
      now() - number * interval '1 minute'
    from generate_series(1, ${count}::int) as number`;
}

/** Inserts tasks with few different times, so that many tasks have equal times. */
async function addAny({ account_id }: Tenant, count: number): Promise<void> {
  const any = (list: string) => world.db.unsafe(`(${list})[1 + floor(random() * cardinality(${list}))::int]`);
  const statuses = any(`array['open', 'in_progress', 'completed', 'cancelled']`);
  await world.db`
    insert into tasks (account_id, id, title, status, priority, source, assigned_to, created_at, completed_at)
    select ${account_id}, gen_random_uuid(), 'Task', made.status, made.priority, 'api', made.assigned_to,
      made.created_at, case when made.status = 'completed' then made.created_at end
    from (
      select
        ${statuses} as status,
        ${any(`array['low', 'medium', 'high', 'urgent']`)} as priority,
        ${any(`array[null, '${users.join(`', '`)}']::uuid[]`)} as assigned_to,
        '2026-01-01'::timestamptz + floor(random() * 40) * interval '1 minute' as created_at
      from generate_series(1, ${count}::int)
    ) as made`;
}

/** Control: sorts every open task, because no index has this order. */
async function sortAll(db: Queryable, account_id: string, user_id: string | null, limit: number) {
  return db<{ id: string }[]>`
    select ${taskColumns(db)}
    from tasks as task
    ${withAssignee(db, account_id)}
    where task.account_id = ${account_id}
      and task.status in ('open', 'in_progress')
      and (task.assigned_to is null or task.assigned_to = ${user_id})
    order by array_position(array['urgent', 'high', 'medium', 'low'], task.priority) + 0, task.created_at, task.id
    limit ${limit}`;
}

type List = (db: Queryable, account_id: string, user_id: string | null, limit: number) => Promise<object[]>;

/** Returns the number of rows and index entries that a list reads once its plan is cached. */
async function countRead(list: List): Promise<number> {
  return world.db.begin(async (tx) => {
    const ask = async () => assert.equal((await list(tx, busy.account_id, busy_user, MOST)).length, MOST);
    for (let planned = 0; planned < 6; planned++) await ask();
    const db = tx as unknown as Database;
    const before = await rowsRead(db, ['tasks']);
    await ask();
    const after = await rowsRead(db, ['tasks']);
    return after.tasks - before.tasks;
  });
}

test('the tasks of a device are the same, in the same order, as after sorting all open tasks', async () => {
  for (let round = 0; round < 6; round++) {
    await addAny(mixed, 150);
    for (const user_id of [...users, null])
      for (const limit of [1, 20, MOST]) {
        const shown = await listDeviceTasks(world.db, mixed.account_id, user_id, limit);
        assert.deepEqual(shown, await sortAll(world.db, mixed.account_id, user_id, limit));
      }
  }
});

test(
  'the tasks of a user among 60,000 open tasks are read only up to the limit',
  onOneServer('counts of rows read'),
  async () => {
    const read = await countRead(listDeviceTasks);
    assert.ok(read > 0 && read <= 5 * MOST, `${read} entries read`);
  },
);

test('control: sorting every open task reads all of them', onOneServer('counts of rows read'), async () => {
  const read = await countRead(sortAll);
  assert.ok(read >= 2 * MANY, `${read} entries read`);
});

test('200 for a manifest with the most urgent tasks, oldest first', async () => {
  const device = await busy.device({ user_id: busy_user });
  const { status, body } = await device.get('/device/v1/manifest');
  assert.equal(status, 200);
  assert.deepEqual(body.tasks, [...(await sortAll(world.db, busy.account_id, busy_user, MOST))]);
});
