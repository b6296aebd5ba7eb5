import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { countUncountedLists } from '../../src/counts/rollUp.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { listTasksForDashboard } from '../../src/features/tasks/browse.ts';
import { listTasks } from '../../src/features/tasks/tasks.ts';
import type { Context } from '../../src/access/context.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { forgetCounts } from '../support/countedLists.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const FEW = 1_000;
const MANY = 20_000;
const PARTS = 10;

const world = await openWorld({ on_one_server: true });
await keepStatistics(world.db);
const [large, small] = [await world.account(), await world.account()];
await addTasks(large, MANY);
await world.db`vacuum (analyze) tasks`;
// The planner's statistics do not contain this account, as happens beside an account with ten million tasks.
await addTasks(small, FEW);
for (const { account_id } of [large, small]) await forgetCounts(world.db, account_id, 'tasks');
await countUncountedLists({ db: world.db, lists: [COUNTED_TASKS] });

async function addTasks({ account_id }: Tenant, count: number): Promise<void> {
  await world.db`
    insert into tasks (account_id, id, title, status, priority, source, created_at)
    select ${account_id}, gen_random_uuid(), 'Task', (array['open', 'cancelled'])[1 + number % 2], 'medium', 'api',
      now() - number * interval '1 minute'
    from generate_series(1, ${count}) as number`;
}

const FILTERS = {
  'no filter': {},
  'a status': { status: 'open' },
  'a source': { source: 'api' },
  'a source, far down': { source: 'api', offset: 400 },
} as const;

const RANGE = {
  from: new Date(Date.now() - 5 * DAY_MS).toISOString(),
  to: new Date(Date.now() - DAY_MS).toISOString(),
};
const NARROW = { status: 'open', source: 'api', assigned_to: await small.user('Bo'), ...RANGE } as const;
const KEPT = {
  ...FILTERS,
  'a range': RANGE,
  'a range, far down': { ...RANGE, offset: 400 },
  'all of it': NARROW,
};
const DAY = 1_440;

/** Returns the offset of the first task of an older day. */
async function placeOfDay({ account_id }: Tenant): Promise<number> {
  const [newer] = await world.db<[{ count: number }]>`
    select count(*)::int as count
    from tasks
    where account_id = ${account_id}
      and created_at >= date_trunc('day', now() - interval '8 days', 'UTC')`;
  return newer.count;
}

const PLACES = {
  'in the middle': MANY / 2,
  'at the end': MANY - 50,
  'that begins with a day': await placeOfDay(large),
};

/**
 * PostgreSQL plans a statement this many times for its values; then it uses a generic plan if that is not more
 * expensive.
 */
const PLANNED_AT_MOST = 5;

for (const [what, filter] of Object.entries(FILTERS)) {
  test(`a page with ${what} reads each row a few times at most, in an account unknown to the statistics`, async () => {
    const read = await world.db.begin(async (tx) => {
      const ctx: Context = { ...small.ctx(), db: tx as unknown as Database };
      const before = await rowsRead(ctx.db, ['tasks']);
      const { tasks } = await listTasks(ctx, { limit: 50, offset: 0, ...filter });
      assert.equal(tasks.length, 50);
      const after = await rowsRead(ctx.db, ['tasks']);
      return after.tasks - before.tasks;
    });
    assert.ok(read > 0 && read <= 5 * FEW, `${read} entries read`);
  });
}

for (const [which, offset] of Object.entries(PLACES)) {
  test(`a page ${which} of ${MANY} rows skips less than one day of ${DAY} rows`, async () => {
    const read = await world.db.begin(async (tx) => {
      const ctx: Context = { ...large.ctx(), db: tx as unknown as Database };
      const before = await rowsRead(ctx.db, ['tasks']);
      const { tasks } = await listTasks(ctx, { limit: 50, offset });
      assert.equal(tasks.length, 50);
      const after = await rowsRead(ctx.db, ['tasks']);
      return after.tasks - before.tasks;
    });
    assert.ok(read > 0 && read <= DAY + 3 * 50, `${read} entries read`);
  });
}

for (const [what, filter] of Object.entries(KEPT)) {
  for (const [size, tenant] of Object.entries({ large, small })) {
    test(`a page with ${what} uses a cached plan after a few executions, in a ${size} account`, async () => {
      await world.db.begin(async (tx) => {
        const ctx: Context = { ...tenant.ctx(), db: tx as unknown as Database };
        const ask = async (times: number) => {
          for (let n = 0; n < times; n++) await listTasks(ctx, { limit: 50, offset: 0, ...filter });
          return countPlans(ctx.db);
        };
        const early = await ask(PLANNED_AT_MOST);
        const late = await ask(PLANNED_AT_MOST);
        assert.equal(late.made - early.made, 0, 'planned for its values');
        assert.equal(late.kept - early.kept, PLANNED_AT_MOST);
      });
    });
  }
}

test('a page of overdue tasks reads few other rows, for any number of dated tasks', async () => {
  const tenant = await world.account();
  for (let part = 0; part < PARTS; part++) await addDueTasks(tenant, part);
  await world.db`analyze tasks`;
  await world.db.begin(async (tx) => {
    const ctx: Context = { ...tenant.ctx(), db: tx as unknown as Database };
    const before = await rowsRead(ctx.db, ['tasks']);
    for (let n = 0; n < 2 * PLANNED_AT_MOST; n++)
      assert.equal((await listTasksForDashboard(ctx, { due: 'overdue', limit: 50, offset: 0 })).total, PARTS);
    const after = await rowsRead(ctx.db, ['tasks']);
    const read = (after.tasks - before.tasks) / (2 * PLANNED_AT_MOST);
    assert.ok(read > 0 && read <= 5 * PARTS, `${read} entries read`);
  });
});

/** Adds tasks with due dates; one of them is overdue. */
async function addDueTasks({ account_id }: Tenant, part: number): Promise<void> {
  const now = world.clock.now();
  await world.db`
    insert into tasks (account_id, id, title, status, priority, source, created_at, due_date)
    select ${account_id}, gen_random_uuid(), 'Task', 'open', 'medium', 'api',
      ${now}::timestamptz - (${part}::int * ${MANY}::int + number) * interval '1 minute',
      ${now}::timestamptz + (case when number = ${MANY}::int then -1 else number end) * interval '1 minute'
    from generate_series(1, ${MANY}::int) as number`;
}

/** Counts custom and generic plans of this connection's list statements. */
async function countPlans(db: Database): Promise<{ made: number; kept: number }> {
  const [plans] = await db<[{ made: number; kept: number }]>`
    select sum(custom_plans)::int as made, sum(generic_plans)::int as kept
    from pg_prepared_statements
    where statement like '%count_ledgers%'
      and statement not like '%pg_prepared_statements%'`;
  return plans;
}
