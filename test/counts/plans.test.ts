import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTasks } from '../../src/features/tasks/tasks.ts';
import type { Context } from '../../src/access/context.ts';
import type { Database } from '../../src/lib/sql.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const FEW = 1_000;
const MANY = 20_000;

const world = await openWorld();
const [large, small] = [await world.account(), await world.account()];
await addTasks(large, MANY);
await world.db`vacuum (analyze) tasks`;
// What the statistics do not know of, as beside an account of ten million.
await addTasks(small, FEW);

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

for (const [what, filter] of Object.entries(FILTERS)) {
  test(`a page with ${what} reads each row a few times at most, in an account unknown to the statistics`, async () => {
    const read = await world.db.begin(async (tx) => {
      const ctx: Context = { ...small.ctx(), db: tx as unknown as Database };
      const { tasks } = await listTasks(ctx, { limit: 50, offset: 0, ...filter });
      assert.equal(tasks.length, 50);
      return rowsRead(ctx.db, ['tasks']);
    });
    assert.ok(read.tasks > 0 && read.tasks <= 4 * FEW, `${read.tasks} entries read`);
  });
}
