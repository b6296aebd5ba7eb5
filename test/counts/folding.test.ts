import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldLong, foldShort } from '../../src/counts/fold.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { compareTasks, folderOf, foldAll, TIGHT } from '../support/counting.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const { db } = world;
const long = await world.account();
const short = await world.account();
const api = await long.api();
const folder = folderOf(db);
const whole = { limit: 1, offset: 0 };

const write = async (tenant: Tenant, count: number) => {
  for (let at = 0; at < count; at++) await createTask(tenant.ctx(), { title: 'Written' });
};
const waiting = async ({ account_id }: Tenant) =>
  (await db`select 1 from count_deltas where account_id = ${account_id}`).length;
const ledgerOf = async ({ account_id }: Tenant) =>
  (
    await db`select row_count::int, in_cells from count_ledgers where account_id = ${account_id} and counted = 'tasks'`
  )[0];
const totalOf = async () => (await api.get('/v1/api-tenant-tasks?limit=1')).body.total;

await write(long, TIGHT.promote_at - 1);
await write(short, 3);
await foldAll(folder);
const before = [await ledgerOf(long), await ledgerOf(short), await waiting(short)];
await write(long, 1);
await foldAll(folder);
const promoted = await ledgerOf(long);

await api.post('/v1/api-tenant-tasks', { title: 'Mine' });
const own = { total: await totalOf(), waiting: await waiting(long) };
const { promise: release, resolve } = Promise.withResolvers<void>();
const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>();
const holding = db.begin(async (tx) => {
  await tx`select 1 from count_ledgers where account_id = ${long.account_id} for update`;
  noteLocked();
  await release;
});
await locked;
await write(short, 2);
await foldLong(folder);
await foldShort(folder);
await foldLong({ ...folder, form: 'account by account' });
const beside = { long: await waiting(long), short: await waiting(short), total: await totalOf() };
resolve();
await holding;
await Promise.all([foldLong(folder), foldLong({ ...folder, form: 'account by account' }), foldLong(folder)]);
const after = { waiting: await waiting(long), ledger: await ledgerOf(long), total: await totalOf() };
const { ours, naive } = await compareTasks(db, long.account_id, whole);

test('a short list is counted row by row, and only its length is kept', () => {
  assert.deepEqual(before, [
    { row_count: TIGHT.promote_at - 1, in_cells: false },
    { row_count: 3, in_cells: false },
    0,
  ]);
});

test('a list that has become long is counted in cells', () => {
  assert.deepEqual(promoted, { row_count: TIGHT.promote_at, in_cells: true });
});

test('200 with the own task in the total before anybody folded it', () => {
  assert.deepEqual(own, { total: TIGHT.promote_at + 1, waiting: 1 });
});

test('what one node folds the others pass by, and fold the rest', () => {
  assert.deepEqual(beside, { long: 1, short: 0, total: TIGHT.promote_at + 1 });
});

test('several nodes at once fold everything once', () => {
  assert.deepEqual(after, {
    waiting: 0,
    ledger: { row_count: TIGHT.promote_at + 1, in_cells: true },
    total: TIGHT.promote_at + 1,
  });
  assert.equal(ours.total, naive.total);
});
