import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccount } from '../../src/features/accounts/overview.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
world.clock.advance(15 * 60 * 60_000);
const midnight = world.clock.now();
world.clock.advance(15 * 60 * 60_000);
const SINCE_MS = 29 * DAY_MS;

/** An account whose work and calls happened so long before midnight. */
async function accountWith(ages_ms: readonly number[]): Promise<string> {
  const tenant = await world.account();
  const device = await tenant.device();
  const { account_id } = tenant;
  for (const age_ms of ages_ms) {
    const at = new Date(midnight.getTime() - age_ms);
    await createTask({ ...tenant.ctx(), now: at }, { title: 'Work' });
    const { body } = await device.post('/device/v1/sessions', { role: 'trainer' });
    await world.db`update sessions set started_at = ${at}, duration_seconds = 120 where id = ${body.id}`;
    await world.db`
      insert into request_days (account_id, day, calls, errors)
      values (${account_id}, ${at.toISOString().slice(0, 10)}, 3, 1)
      on conflict do nothing`;
  }
  return account_id;
}

for (const [when, age_ms, counted] of [
  ['at the beginning of the thirty days', SINCE_MS, 1],
  ['a millisecond earlier', SINCE_MS + 1, 0],
] as const)
  test(`200 for an account with ${counted} of what happened ${when}`, async () => {
    const { tasks, sessions, minutes, calls } = await readAccount(
      world.platform(),
      await accountWith([age_ms]),
    );
    assert.deepEqual(
      { tasks, sessions, minutes, calls },
      { tasks: counted, sessions: counted, minutes: 2 * counted, calls: 3 * counted },
    );
  });

test('200 with what happened at the first and in the last millisecond of a day on that day', async () => {
  const { days } = await readAccount(
    world.platform(),
    await accountWith([SINCE_MS, 2 * DAY_MS, DAY_MS + 1, 1]),
  );
  assert.equal(days.length, 30);
  assert.deepEqual(
    days.flatMap(({ day, tasks, sessions }) => (tasks + sessions > 0 ? [[day, tasks, sessions]] : [])),
    [
      ['2026-02-02', 1, 1],
      ['2026-03-01', 2, 2],
      ['2026-03-02', 1, 1],
    ],
  );
  const called = days.filter(({ calls, errors }) => calls === 3 && errors === 1);
  assert.equal(called.length, 3);
});
