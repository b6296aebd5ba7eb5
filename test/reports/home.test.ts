import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countUncounted } from '../../src/counts/fold.ts';
import { readHome } from '../../src/features/home/home.ts';
import { MOST_OVERDUE } from '../../src/features/home/contract.ts';
import { search } from '../../src/features/search/search.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import type { Context } from '../../src/access/context.ts';
import type { Database } from '../../src/lib/sql.ts';
import { forgetCounts } from '../support/counting.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld } from '../support/world.ts';

const MANY = 20_000;

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
await world.db`vacuum (analyze) tasks`;
await forgetCounts(world.db, tenant.account_id, 'tasks');
await countUncounted({ db: world.db, lists: [COUNTED_TASKS] });

async function measure<T>(work: (ctx: Context) => Promise<T>): Promise<{ answer: T; read: number }> {
  return world.db.begin(async (tx) => {
    const ctx: Context = { ...tenant.ctx(), db: tx as unknown as Database };
    const before = await rowsRead(ctx.db, ['tasks']);
    const answer = await work(ctx);
    const after = await rowsRead(ctx.db, ['tasks']);
    return { answer, read: after.tasks - before.tasks };
  });
}

test('control: counting row by row reads every open task', async () => {
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

test('the home page reads a bounded number of tasks and tells how many are open', async () => {
  const { answer, read } = await measure((ctx) => readHome(ctx, { role: 'admin', time_zone: 'UTC' }));
  assert.equal(answer.open_tasks, MANY);
  assert.equal(answer.overdue_tasks, MOST_OVERDUE);
  assert.ok(read <= 2 * MOST_OVERDUE, `${read}`);
});

const TEXTS = ['Inspect', 'v', 'valve 777', 'nothing', 'in va'];
const MOST_SEARCHED = 5_000;

for (const text of TEXTS) {
  test(`a search for "${text}" reads a bounded number of tasks`, async () => {
    const { read } = await measure((ctx) => search(ctx, 'admin', { text }));
    assert.ok(read <= MOST_SEARCHED, `${read}`);
  });
}
