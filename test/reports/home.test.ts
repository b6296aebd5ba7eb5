import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countUncountedLists } from '../../src/counts/rollUp.ts';
import { readHome } from '../../src/features/home/home.ts';
import { MOST_COUNTED_ROWS } from '../../src/features/home/contract.ts';
import { searchRecords } from '../../src/features/search/search.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import type { Context } from '../../src/access/context.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { forgetCounts } from '../support/countedLists.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const MANY = 20_000;

/** The number of tasks created in the last weeks, which the home page counts by day. */
const RECENT = 12_000;
const SECONDS_APART = 90;

const world = await openWorld({ on_one_server: true });
await keepStatistics(world.db);
const tenant = await world.account();
await world.db`
  insert into tasks (account_id, id, title, status, priority, source, created_at, due_date)
  select
    ${tenant.account_id}, gen_random_uuid(), 'Inspect the valve ' || number, 'open', 'medium', 'api',
    ${world.clock.now()}::timestamptz - interval '30 days' - number * interval '1 second',
    ${world.clock.now()}::timestamptz - number * interval '1 second'
  from generate_series(1, ${MANY}) as number`;
const busy = await world.account();
await world.db`
  insert into tasks (account_id, id, title, status, priority, source, created_at)
  select
    ${busy.account_id}, gen_random_uuid(), 'Oil the hinge', 'cancelled', 'medium', 'api',
    ${world.clock.now()}::timestamptz - number * ${SECONDS_APART}::int * interval '1 second'
  from generate_series(1, ${RECENT}) as number`;
await world.db`vacuum (analyze) tasks`;
for (const { account_id } of [tenant, busy]) await forgetCounts(world.db, account_id, 'tasks');
await countUncountedLists({ db: world.db, lists: [COUNTED_TASKS] });

async function measure<T>(
  work: (ctx: Context) => Promise<T>,
  caller: Tenant = tenant,
): Promise<{ answer: T; read: number }> {
  return world.db.begin(async (tx) => {
    const ctx: Context = { ...caller.ctx(), db: tx as unknown as Database };
    const before = await rowsRead(ctx.db, ['tasks']);
    const answer = await work(ctx);
    const after = await rowsRead(ctx.db, ['tasks']);
    return { answer, read: after.tasks - before.tasks };
  });
}

test('control: a row-by-row count reads every open task', async () => {
  const { answer, read } = await measure(async ({ db, account_id }) => {
    const [counted] = await db<[{ open: number }]>`
      select count(*)::int as open
      from tasks
      where account_id = ${account_id}
        and status in ('open', 'in_progress')`;
    return counted.open;
  });
  assert.equal(answer, MANY);
  assert.ok(read >= MANY, `${read}`);
});

test('the home page reads a bounded number of tasks and shows how many are open', async () => {
  const { answer, read } = await measure((ctx) => readHome(ctx, { role: 'admin', time_zone: 'UTC' }));
  assert.equal(answer.open_tasks, MANY);
  assert.equal(answer.overdue_tasks, MOST_COUNTED_ROWS);
  assert.ok(read <= 2 * MOST_COUNTED_ROWS, `${read}`);
});

/** Counts the tasks of each day row by row. */
async function countDays(ctx: Context, zone: string): Promise<{ day: string; tasks: number }[]> {
  return ctx.db<{ day: string; tasks: number }[]>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as tasks
    from tasks
    where account_id = ${ctx.account_id}
      and created_at >= ${ctx.now}::timestamptz - interval '20 days'
    group by 1
    order by 1`;
}

/** Time zones with offsets in hours, half hours and quarter hours, east and west of UTC. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

async function assertDays(tenant: Tenant): Promise<void> {
  for (const zone of ZONES) {
    const { answer } = await measure((ctx) => readHome(ctx, { role: 'member', time_zone: zone }), tenant);
    const plain = await countDays(tenant.ctx(), zone);
    const counted = answer.days.map(({ day, tasks_created }) => ({ day, tasks: tasks_created }));
    assert.equal(counted.length, 14);
    assert.deepEqual(
      counted.filter(({ tasks }) => tasks > 0),
      plain.slice(-14),
      zone,
    );
  }
}

test('the home page counts the tasks of each day in the time zone of the account', () => assertDays(busy));

test('control: a row-by-row count of the days reads each of their tasks', async () => {
  const { read } = await measure((ctx) => countDays(ctx, 'UTC'), busy);
  assert.ok(read >= RECENT, `${read}`);
});

for (const zone of ['UTC', 'Europe/Berlin'])
  test(`the home page reads at most the tasks around midnight in ${zone}, however many tasks exist`, async () => {
    const { read } = await measure((ctx) => readHome(ctx, { role: 'member', time_zone: zone }), busy);
    assert.ok(read <= RECENT / 10, `${read}`);
  });

test('the counts are the same for a list without cells, with cells of months, and with later changes', async () => {
  const small = await world.account();
  const add = (step: number) => world.db`
    insert into tasks (account_id, id, title, status, priority, source, created_at)
    select
      ${small.account_id}, gen_random_uuid(), 'Oil the hinge', 'open', 'medium', 'api',
      ${world.clock.now()}::timestamptz - number * ${step}::int * interval '47 minutes'
    from generate_series(1, 100) as number`;
  await add(3);
  await forgetCounts(world.db, small.account_id, 'tasks');
  await assertDays(small);
  await countUncountedLists({ db: world.db, lists: [COUNTED_TASKS] });
  await assertDays(small);
  await createTask(small.ctx(), { title: 'Oil the hinge' });
  await assertDays(small);
});

const TEXTS = ['Inspect', 'v', 'valve 777', 'nothing', 'in va'];
const MOST_SEARCHED = 5_000;

for (const text of TEXTS) {
  test(`a search for "${text}" reads a bounded number of tasks`, async () => {
    const { read } = await measure((ctx) => searchRecords(ctx, 'admin', { text }));
    assert.ok(read <= MOST_SEARCHED, `${read}`);
  });
}
