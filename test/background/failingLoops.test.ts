import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { checkCounts } from '../../src/counts/check.ts';
import { countUncountedLists, rollUpAllLists } from '../../src/counts/rollUp.ts';
import { listSilentSessions } from '../../src/features/sessions/sql/sessions.ts';
import { closeSilentSessions } from '../../src/features/sessions/sweeper.ts';
import { closeAbandonedExecutions } from '../../src/features/skills/executions/sweeper.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { createLog } from '../../src/lib/log.ts';
import { createBackoffRunner } from '../../src/lib/concurrency/backoffRunner.ts';
import { rollupOf, forgetCounts } from '../support/countedLists.ts';
import { assertPoisonDoesNotBlock, rejectRows } from '../support/failingRows.ts';
import { insertAbandonedExecution } from '../support/executions.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const { db, clock } = world;
const log = createLog('silent');
const platform = () => world.platform();

async function tenants(): Promise<[Tenant, Tenant]> {
  return [await world.account(), await world.account()];
}

const isClosed = async ({ id }: { id: string }) =>
  (await db`select 1 from sessions where id = ${id} and status = 'failed'`).length === 1;

test('sweeper: a session that cannot be closed does not block others', async () => {
  const [first, second] = await tenants();
  const silent = [await fallSilent(first), await fallSilent(second)] as const;
  clock.advance(DAY_MS);
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'users', `id <> '${silent[0].user_id}' or total_minutes = 0`),
    run: (backoff) => closeSilentSessions(platform(), backoff),
    isHealthyDone: () => isClosed(silent[1]),
    isPoisonedDone: () => isClosed(silent[0]),
  });
});

async function fallSilent(tenant: Tenant): Promise<{ id: string; user_id: string }> {
  const glasses = await tenant.device();
  const { body } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
  clock.advance(90_000);
  await glasses.patch(`/device/v1/sessions?session_id=${body.id}`, {});
  return { id: body.id, user_id: glasses.user_id };
}

test('sweeper: many sessions that cannot be closed do not delay others', async () => {
  const [first, second] = await tenants();
  const { id, user_id } = await fallSilent(first);
  await db`
    insert into sessions (account_id, id, seat_id, user_id, role, status, started_at, last_seen_at, created_at)
    select account_id, gen_random_uuid(), seat_id, user_id, role, status, started_at, last_seen_at, created_at
    from sessions
    cross join generate_series(1, 120)
    where id = ${id}`;
  const last = await fallSilent(second);
  clock.advance(DAY_MS + 1_000);
  const poison = rejectRows(world, 'users', `id <> '${user_id}' or total_minutes = 0`);
  await poison.plant();
  const head = await listSilentSessions(db, clock.now(), undefined, 100);
  assert.ok(!head.some((one) => one.id === last.id), 'control: it is not among the first');
  const closed = await closeSilentSessions(platform(), createBackoffRunner('test', { clock, log }));
  assert.equal(closed, 1);
  await poison.heal();
});

test('executions: an execution that cannot be closed does not block others', async () => {
  const [first, second] = [await abandon(), await abandon()];
  const isEnded = async (id: string) =>
    (await db`select 1 from skill_executions where id = ${id} and status = 'failure'`).length === 1;
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'skill_executions', `id <> '${first}' or status = 'running'`),
    run: (backoff) => closeAbandonedExecutions(platform(), backoff),
    isHealthyDone: () => isEnded(second),
    isPoisonedDone: () => isEnded(first),
  });
});

async function abandon(): Promise<string> {
  const { account_id } = await world.account();
  const now = clock.now();
  const id = await insertAbandonedExecution(db, account_id, now, { closes_at: now });
  clock.advance(1);
  return id;
}

test('rollup: a list that cannot be counted does not block others', async () => {
  const [first, second] = await tenants();
  for (const tenant of [first, second]) {
    await forgetDelta(tenant);
    await forgetCounts(db, tenant.account_id, 'tasks');
  }
  const rollup = rollupOf(db, { lists: [COUNTED_TASKS] });
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'count_ledgers', `account_id <> '${first.account_id}' or row_count is null`),
    run: (backoff) => countUncountedLists({ ...rollup, backoff }),
    isHealthyDone: () => isCounted(second),
    isPoisonedDone: () => isCounted(first),
  });
});

test('rollup: a list that cannot be rolled up does not block others', async () => {
  const [first, second] = await tenants();
  for (const tenant of [first, second]) await createTask(tenant.ctx(), { title: 'Counted' });
  const rollup = rollupOf(db, { lists: [COUNTED_TASKS] });
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'count_cells', `account_id <> '${first.account_id}'`),
    run: (backoff) => rollUpAllLists({ ...rollup, backoff }),
    isHealthyDone: () => isCounted(second),
    isPoisonedDone: () => isCounted(first),
  });
});

async function isCounted({ account_id }: Tenant): Promise<boolean> {
  const ledgers = await db`
    select 1
    from count_ledgers
    where account_id = ${account_id}
      and counted = 'tasks'
      and row_count = 1`;
  return ledgers.length === 1;
}

test('count checks: a list that cannot be corrected does not block others', async () => {
  const [first, second] = await tenants();
  for (const { account_id } of [first, second])
    await db`insert into count_ledgers (account_id, counted, row_count) values (${account_id}, 'tasks', 0)`;
  for (const tenant of [first, second]) await forgetDelta(tenant);
  const { lists } = rollupOf(db, { lists: [COUNTED_TASKS] });
  await assertPoisonDoesNotBlock(world, {
    poison: rejectRows(world, 'count_cells', `account_id <> '${first.account_id}'`),
    pause_ms: 2 * DAY_MS,
    run: (backoff) => checkCounts({ db, lists, clock, log, backoff }),
    isHealthyDone: () => isCounted(second),
    isPoisonedDone: () => isCounted(first),
  });
});

/** Changes a row and removes its counter delta. */
async function forgetDelta(tenant: Tenant): Promise<void> {
  await createTask(tenant.ctx(), { title: 'Forgotten' });
  await db`delete from count_deltas where account_id = ${tenant.account_id}`;
}
