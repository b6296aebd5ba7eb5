import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../src/access/context.ts';
import { completeSession, startSession } from '../../src/features/sessions/device.ts';
import { deleteSession } from '../../src/features/sessions/sessions.ts';
import type { SessionFilter } from '../../src/features/sessions/contract.ts';
import { countUncountedLists, rollUpAllLists, rollUpBusyLists } from '../../src/counts/rollUp.ts';
import { transaction } from '../../src/lib/sql/sql.ts';
import type { TaskFilter } from '../../src/features/tasks/contract.ts';
import { changeTask } from '../../src/features/tasks/change.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import {
  createRandomChooser,
  compareSessions,
  compareTasks,
  rollupOf,
  forgetCounts,
  randomMoment,
  type RandomChooser,
  type Comparison,
} from '../support/countedLists.ts';
import { openWorld } from '../support/world.ts';

const SEED = Number(process.env['SEED'] ?? 20_261);
const COMPARISONS = 1_100;
const STATUSES = ['open', 'in_progress', 'completed', 'cancelled'] as const;

const world = await openWorld();
const tenant = await world.account();
const { db } = world;
const { account_id } = tenant;
const people = [await tenant.user(), await tenant.user(), await tenant.user()];
const glasses = await tenant.device();
const task_ids: string[] = [];
const session_ids: string[] = [];
const state = { writing: true, compared: 0, forgotten: 0 };
const mismatches: Comparison[] = [];

/** Writes tasks and sessions until the test ends, so that a new account quickly becomes a large one. */
async function write(choice: RandomChooser): Promise<void> {
  while (state.writing) {
    if (choice.below(3) > 0) await writeTask(choice);
    else await writeSession(choice);
    await sleep(task_ids.length < 800 ? 0 : 5);
  }
}

async function writeTask(choice: RandomChooser): Promise<void> {
  const kind = choice.one(['user', 'api'] as const);
  const actor = kind === 'user' ? { kind, user_id: tenant.admin_id } : { kind, credential_id: account_id };
  const ctx: Context = { ...tenant.ctx(), actor, now: randomMoment(choice) };
  const assigned_to = choice.one([null, ...people]);
  const id = choice.maybe(task_ids.length > 1_500 ? 0.8 : 0.3, () => choice.one(task_ids));
  if (id === undefined) {
    task_ids.push((await createTask(ctx, { title: 'Counted', assigned_to })).id);
  } else {
    const changes = choice.one([{ assigned_to }, { status: choice.one(STATUSES) }, { title: 'Renamed' }]);
    await changeTask(ctx, id, changes);
  }
}

async function writeSession(choice: RandomChooser): Promise<void> {
  const actor = { kind: 'device', seat_id: glasses.seat_id } as const;
  const now = new Date('2026-06-01T00:00:00Z');
  const ctx = { ...tenant.ctx(), actor, now };
  const id = choice.maybe(session_ids.length > 600 ? 0.8 : 0.4, () => choice.one(session_ids));
  if (id === undefined) {
    const started_at = randomMoment(choice).toISOString();
    const role = choice.one(['trainer', 'trainee'] as const);
    session_ids.push((await startSession(ctx, { role, started_at })).id);
  } else if (choice.below(4) === 0) await deleteSession(ctx, id);
  else {
    const end = completeSession(ctx, {
      session_id: id,
      status: choice.one(['completed', 'failed'] as const),
    });
    await end.catch(() => {});
  }
}

function rangeOf(choice: RandomChooser): { from?: string; to?: string } {
  const from = choice.maybe(0.4, () => randomMoment(choice).toISOString());
  const to = choice.maybe(0.4, () => randomMoment(choice).toISOString());
  return { ...(from && { from }), ...(to && { to }) };
}

function pageOf(choice: RandomChooser, length: number): { limit: number; offset: number } {
  return { limit: choice.one([1, 10, 50]), offset: choice.one([0, choice.below(length + 20)]) };
}

async function compare(choice: RandomChooser): Promise<void> {
  while (state.compared < 2 * COMPARISONS) {
    const status = choice.maybe(0.4, () => choice.one(STATUSES));
    const source = choice.maybe(0.3, () => choice.one(['api', 'manual', 'integration'] as const));
    const assigned_to = choice.maybe(0.4, () => choice.one(people));
    const tasks: TaskFilter = { ...rangeOf(choice), ...pageOf(choice, task_ids.length) };
    note(
      await compareTasks(db, account_id, {
        ...tasks,
        ...(status && { status }),
        ...(source && { source }),
        ...(assigned_to && { assigned_to }),
      }),
    );
    const role = choice.maybe(0.4, () => choice.one(['trainer', 'trainee'] as const));
    const end = choice.maybe(0.4, () => choice.one(['completed', 'failed', 'in_progress'] as const));
    const sessions: SessionFilter = { ...rangeOf(choice), ...pageOf(choice, session_ids.length) };
    note(
      await compareSessions(db, account_id, {
        ...sessions,
        ...(role && { role }),
        ...(end && { status: end }),
      }),
    );
  }
}

function note(comparison: Comparison): void {
  state.compared++;
  const { ours, naive } = comparison;
  if (ours.total !== naive.total || ours.ids.join() !== naive.ids.join()) mismatches.push(comparison);
}

async function fold(which: 'all' | 'busy'): Promise<void> {
  const rollup = rollupOf(db);
  while (state.writing) {
    await countUncountedLists(rollup);
    await rollUpBusyLists(rollup);
    await sleep(50);
    if (which === 'all') await rollUpAllLists(rollup);
  }
}

/** Removes the counters of lists repeatedly, as for rows loaded without the service. */
async function forget(choice: RandomChooser): Promise<void> {
  while (state.writing) {
    await sleep(1_500);
    await transaction(db, (tx) => forgetCounts(tx, account_id, choice.one(['tasks', 'sessions'])));
    state.forgotten++;
  }
}

const working = [1, 2, 3].map((at) => write(createRandomChooser(SEED + at)));
working.push(fold('all'), fold('busy'), forget(createRandomChooser(SEED + 6)));
await Promise.all([4, 5].map((at) => compare(createRandomChooser(SEED + at))));
state.writing = false;
await Promise.all(working);
const splits = await db<{ level: string; count: number }[]>`
  select level, count(*)::int as count from count_splits group by level order by level`;
await countUncountedLists(rollupOf(db));
const ledgers =
  await db`select counted, row_count is not null as is_counted from count_ledgers order by counted`;

test(`200 with the same counts as row by row, compared ${state.compared} times under concurrent writes`, () => {
  assert.deepEqual(mismatches.slice(0, 3), []);
  assert.ok(state.compared >= 2_000);
});

test('lists lose their counts and get them again, with cells of every level', () => {
  assert.ok(state.forgotten >= 2);
  assert.deepEqual(
    [...ledgers],
    [
      { counted: 'sessions', is_counted: true },
      { counted: 'tasks', is_counted: true },
      { counted: 'users', is_counted: true },
    ],
  );
  assert.deepEqual(
    splits.map(({ level }) => level),
    ['day', 'hour', 'minute', 'month'],
  );
});
