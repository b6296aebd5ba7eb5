import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIGRATIONS_FOLDER } from '../../src/database/database.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { checkCounts, UNCHECKED_LIST_QUEUE, type CountCheckOptions } from '../../src/counts/check.ts';
import { recordCheck } from '../../src/counts/sql/check.ts';
import { createLog } from '../../src/lib/log.ts';
import { transaction } from '../../src/lib/sql/sql.ts';
import { changeTask } from '../../src/features/tasks/change.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { compareTasks, countAll, rollupOf, SMALL_THRESHOLDS } from '../support/countedLists.ts';
import { openWorld } from '../support/world.ts';

const MINUTE_MS = 60_000;

const world = await openWorld();
const tenant = await world.account();
const { db, clock } = world;
const { account_id } = tenant;
const person = await tenant.user();
const rollup = rollupOf(db);
const whole = { limit: 10, offset: 0 };
const observed: [string, number][] = [];
const checker: CountCheckOptions = {
  db,
  lists: rollup.lists,
  clock,
  log: createLog('silent'),
  observe: (...what) => observed.push(what),
};

for (let at = 0; at < 10 * SMALL_THRESHOLDS.dense; at++) {
  await createTask(
    { ...tenant.ctx(), now: new Date(clock.now().getTime() + at * MINUTE_MS) },
    { title: 'Old' },
  );
}
await countAll(rollup);

async function check(): Promise<number> {
  clock.advance(DAY_MS + 1);
  observed.length = 0;
  await checkCounts(checker);
  assert.deepEqual(observed.map(([list]) => list).toSorted(), ['tasks', 'users']);
  return observed.reduce((sum, [, wrong]) => sum + wrong, 0);
}

async function differs(filter = {}): Promise<boolean> {
  const { ours, naive } = await compareTasks(db, account_id, { ...whole, ...filter });
  return ours.total !== naive.total;
}

/** Removes a counter delta, as if a row had been changed without it. */
async function forgetDelta(): Promise<void> {
  const forgotten = await db`
    delete from count_deltas
    where account_id = ${account_id}
      and id = (select id from count_deltas where account_id = ${account_id} limit 1)`;
  assert.equal(forgotten.count, 1);
}

const right = await check();
await createTask(tenant.ctx(), { title: 'Counted', assigned_to: person });
const unfolded = { wrong: await check(), differs: await differs() };
await countAll(rollup);
const folded = { wrong: await check(), differs: await differs() };

await createTask(tenant.ctx(), { title: 'Forgotten', assigned_to: person });
await forgetDelta();
const forgotten = { differs: await differs(), of_person: await differs({ assigned_to: person }) };
const found = await check();
const repaired = {
  differs: await differs(),
  of_person: await differs({ assigned_to: person }),
  wrong: await check(),
};

const { id } = await createTask(tenant.ctx(), { title: 'Moved' });
await countAll(rollup);
await changeTask(tenant.ctx(), id, { status: 'completed' });
await forgetDelta();
await countAll(rollup);
const half = { differs: (await differs({ status: 'completed' })) || (await differs({ status: 'open' })) };
const half_found = await check();
const half_repaired = (await differs({ status: 'completed' })) || (await differs({ status: 'open' }));
await checkCounts({ ...checker, observe: () => assert.fail('checked twice within a day') });

/** Counts how many of the two queries for unchecked lists find a list that was last checked at this time. */
async function findAfter(checked_at: Date | null): Promise<number> {
  const now = new Date(clock.now().getTime() + DAY_MS);
  return transaction(db, async (tx) => {
    await recordCheck(tx, account_id, 'tasks', checked_at);
    const listed = await UNCHECKED_LIST_QUEUE.listDue(tx, now);
    const is_listed = listed.some((one) => one.account_id === account_id && one.counted === 'tasks');
    const is_locked = await UNCHECKED_LIST_QUEUE.lock(tx, { account_id, counted: 'tasks' }, now);
    return Number(is_listed) + Number(is_locked);
  });
}
const found_after = {
  never: await findAfter(null),
  earlier: await findAfter(new Date(clock.now().getTime() - 1)),
  now: await findAfter(clock.now()),
};

/* Counters of an earlier version: first without the cells of totals, then as the migration creates them. */
const migration = await readFile(join(MIGRATIONS_FOLDER, '0035_short_counts.sql'), 'utf8');
await db`delete from count_cells where trait = ''`;
const without = await check();
await db`delete from count_cells where trait = ''`;
await db.unsafe(/insert into count_cells[^;]*;/.exec(migration)?.[0] ?? '');
const migrated = { wrong: await check(), differs: await differs() };
await db`update count_ledgers set row_count = row_count + 1 where account_id = ${account_id} and counted = 'tasks'`;
const longer = { differs: await differs(), wrong: await check(), mended: !(await differs()) };

/* The newest month has rows but no counter cells. */
clock.advance(40 * DAY_MS);
await createTask(tenant.ctx(), { title: 'Of the newest month' });
await countAll(rollup);
const newest = new Date(clock.now().getTime() - 20 * DAY_MS);
const lost = await db`
  delete from count_cells
  where account_id = ${account_id}
    and counted = 'tasks'
    and starts_at > ${newest}`;
const without_newest = { lost: lost.count, wrong: await check(), afterwards: await check() };

test('a check confirms correct counters, with and without pending deltas', () => {
  assert.equal(right, 0);
  assert.deepEqual(
    [unfolded, folded],
    [
      { wrong: 0, differs: false },
      { wrong: 0, differs: false },
    ],
  );
});

test('a missing delta is detected by the check and corrected', () => {
  assert.deepEqual(forgotten, { differs: true, of_person: true });
  assert.ok(found > 0);
  assert.deepEqual(repaired, { differs: false, of_person: false, wrong: 0 });
});

test('an unchecked list is due, and is not claimed after another process checked it', () => {
  assert.deepEqual(found_after, { never: 2, earlier: 2, now: 0 });
});

test('the migration creates the missing cells of totals; without the migration, the check creates them', () => {
  assert.ok(without > 0);
  assert.deepEqual(migrated, { wrong: 0, differs: false });
});

test('a stored list length that differs from the cells is detected and corrected', () => {
  assert.deepEqual(longer, { differs: true, wrong: 1, mended: true });
});

test('a half-recorded status change is detected and corrected', () => {
  assert.deepEqual(half, { differs: true });
  assert.ok(half_found > 0);
  assert.equal(half_repaired, false);
});

test('a month with rows and without cells is detected and corrected', () => {
  assert.ok(without_newest.lost > 0);
  assert.deepEqual(without_newest, { ...without_newest, wrong: without_newest.lost, afterwards: 0 });
});
