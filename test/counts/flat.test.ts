import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../../src/access/context.ts';
import { countUncountedLists, rollUpBusyLists } from '../../src/counts/rollUp.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { createTask, listTasks } from '../../src/features/tasks/tasks.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { forgetCounts } from '../support/countedLists.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const FEW = 60;
const MANY = 1_500;
const LIMIT = 25;
const TABLES = ['tasks', 'users', 'count_cells'] as const;

const world = await openWorld({ on_one_server: true });
const { db } = world;
await keepStatistics(db);
const rollup = { db, lists: [COUNTED_TASKS] };
const [few, many] = [await world.account(), await world.account()];

async function write(tenant: Tenant, count: number): Promise<void> {
  const assigned_to = await tenant.user();
  for (let at = 0; at < count; at++) await createTask(tenant.ctx(), { title: 'Written', assigned_to });
}

type Asked = { offset?: number; status?: 'open' };

/** Counts the rows that a page reads in addition to its own rows, after its statement is planned. */
async function readBy(tenant: Tenant, asked: Asked = {}) {
  return db.begin(async (tx) => {
    const ctx: Context = { ...tenant.ctx(), db: tx as unknown as Database };
    const before = await rowsRead(ctx.db, TABLES);
    const { tasks, total } = await listTasks(ctx, { limit: LIMIT, offset: 0, ...asked });
    assert.equal(tasks.length, LIMIT);
    const after = await rowsRead(ctx.db, TABLES);
    const read = Object.fromEntries(TABLES.map((table) => [table, after[table] - before[table]]));
    return { ...read, total } as Record<(typeof TABLES)[number] | 'total', number>;
  });
}

await write(few, FEW);
await write(many, MANY);
const waiting = async () =>
  (await db`select 1 from count_deltas where account_id = ${many.account_id} and counted = 'tasks'`).length;
const written = await waiting();
await rollUpBusyLists(rollup);
const folded = await waiting();
const short = await readBy(few);
const pages = {
  'the first page': await readBy(many),
  'the first page of a status': await readBy(many, { status: 'open' }),
  'a page in the middle': await readBy(many, { offset: MANY / 2 }),
  'a page far down': await readBy(many, { offset: MANY - 2 * LIMIT }),
};
await forgetCounts(db, many.account_id, 'tasks');
const row_by_row = await readBy(many);
await countUncountedLists(rollup);
const counted = await readBy(many);

test(`200 for a first page of ${MANY} new tasks, with as few row reads as for ${FEW}`, () => {
  const page = pages['the first page'];
  assert.deepEqual([short.total, page.total], [FEW, MANY]);
  assert.ok(page.tasks <= short.tasks, `${page.tasks} in place of ${short.tasks}`);
  assert.ok(page.users <= LIMIT + 1, `${page.users} users`);
});

for (const [what, page] of Object.entries(pages)) {
  test(`200 for ${what}, read from a few cells`, () => {
    assert.equal(page.total, MANY);
    assert.ok(page.count_cells < 100, `${page.count_cells} cells`);
  });
}

test('the deltas of a busy list are rolled up immediately', () => {
  assert.deepEqual([written, folded], [MANY, 0]);
});

test('200 with the right total after rows were loaded without the service and then counted', () => {
  assert.deepEqual([counted.total, counted.tasks], [MANY, pages['the first page'].tasks]);
});

test('control: a row-by-row count reads every task', () => {
  assert.equal(row_by_row.total, MANY);
  assert.ok(row_by_row.tasks >= MANY, `${row_by_row.tasks} tasks`);
});
