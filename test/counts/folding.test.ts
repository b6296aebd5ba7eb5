import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countUncountedLists, rollUpAllLists, rollUpBusyLists } from '../../src/counts/rollUp.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { DAY_MS, startOfDay } from '../../src/lib/time/clock.ts';
import { compareTasks, rollupOf, forgetCounts, SMALL_THRESHOLDS } from '../support/countedLists.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const { db } = world;
const busy = await world.account();
const quiet = await world.account();
const api = await busy.api();
const rollup = rollupOf(db);
const COUNT = 3 * SMALL_THRESHOLDS.busy;
const whole = { limit: 1, offset: 0 };

const write = async (tenant: Tenant, count: number) => {
  for (let at = 0; at < count; at++) await createTask(tenant.ctx(), { title: 'Written' });
};
const waiting = async ({ account_id }: Tenant) =>
  (await db`select 1 from count_deltas where account_id = ${account_id} and counted = 'tasks'`).length;
const ledgerOf = async ({ account_id }: Tenant) =>
  (
    await db`select row_count::int from count_ledgers where account_id = ${account_id} and counted = 'tasks'`
  )[0];
const totalOf = async () => (await api.get('/v1/api-tenant-tasks?limit=1')).body.total;
/** Returns the number of tasks of this day and of the next. */
const countDays = () =>
  COUNTED_TASKS.countPeriods(
    db,
    busy.account_id,
    [0, DAY_MS, 2 * DAY_MS].map((ms) => new Date(startOfDay(world.clock.now()).getTime() + ms)),
  );
const stateOf = async (tenant: Tenant) => ({
  waiting: await waiting(tenant),
  ledger: await ledgerOf(tenant),
});

await write(busy, COUNT);
await write(quiet, SMALL_THRESHOLDS.busy - 1);
const written = { state: await stateOf(busy), total: await totalOf() };
await rollUpBusyLists(rollup);
const once = { busy: await stateOf(busy), quiet: await stateOf(quiet), total: await totalOf() };
await rollUpAllLists(rollup);
const all = await stateOf(quiet);

await forgetCounts(db, busy.account_id, 'tasks');
const forgotten = { state: await stateOf(busy), total: await totalOf(), days: await countDays() };
await rollUpAllLists(rollup);
const passed_by = await stateOf(busy);
await countUncountedLists(rollup);
const counted = { state: await stateOf(busy), total: await totalOf(), days: await countDays() };

await api.post('/v1/api-tenant-tasks', { title: 'Mine' });
const own = { total: await totalOf(), waiting: await waiting(busy) };
const { promise: release, resolve } = Promise.withResolvers<void>();
const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>();
const holding = db.begin(async (tx) => {
  await tx`select 1 from count_ledgers where account_id = ${busy.account_id} for update`;
  noteLocked();
  await release;
});
await locked;
await write(quiet, 2);
await rollUpAllLists(rollup);
const beside = { busy: await waiting(busy), quiet: await waiting(quiet), total: await totalOf() };
resolve();
await holding;
await Promise.all([rollUpAllLists(rollup), rollUpAllLists(rollup), rollUpAllLists(rollup)]);
const after = { state: await stateOf(busy), total: await totalOf() };
const { ours, naive } = await compareTasks(db, busy.account_id, whole);

test('200 with the total of a list that was never rolled up, from its deltas', () => {
  assert.deepEqual(written, { state: { waiting: COUNT, ledger: undefined }, total: COUNT });
});

test('a list with many deltas is rolled up immediately, a list with few deltas together with others', () => {
  assert.deepEqual(once, {
    busy: { waiting: 0, ledger: { row_count: COUNT } },
    quiet: { waiting: SMALL_THRESHOLDS.busy - 1, ledger: undefined },
    total: COUNT,
  });
  assert.deepEqual(all, { waiting: 0, ledger: { row_count: SMALL_THRESHOLDS.busy - 1 } });
});

test('200 for a list without counts, counted row by row before the first rollup', () => {
  assert.deepEqual(forgotten, {
    state: { waiting: 0, ledger: { row_count: null } },
    total: COUNT,
    days: [COUNT, 0],
  });
  assert.deepEqual(passed_by, forgotten.state);
  assert.deepEqual(counted, {
    state: { waiting: 0, ledger: { row_count: COUNT } },
    total: COUNT,
    days: [COUNT, 0],
  });
});

test('200 with a new task in the total before the rollup', () => {
  assert.deepEqual(own, { total: COUNT + 1, waiting: 1 });
});

test('a list that one node rolls up is skipped by other nodes', () => {
  assert.deepEqual(beside, { busy: 1, quiet: 0, total: COUNT + 1 });
});

test('several concurrent nodes roll up everything once', () => {
  assert.deepEqual(after, {
    state: { waiting: 0, ledger: { row_count: COUNT + 1 } },
    total: COUNT + 1,
  });
  assert.equal(ours.total, naive.total);
});

test('the tasks of a day are counted without reading them', async () => {
  await db`delete from tasks where account_id = ${busy.account_id}`;
  assert.deepEqual(await countDays(), [COUNT + 1, 0]);
});
