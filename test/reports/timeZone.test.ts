import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeSession, startSession } from '../../src/features/sessions/device.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const HOUR_MS = 3_600_000;

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const api = await tenant.api();
const { seat_id } = await tenant.device();

// In Berlin, 2025-03-30 has 23 hours and begins at 23:00 UTC of the previous day; 2025-10-26 has 25 hours and
// begins at 22:00 UTC.
for (const at of [
  '2025-03-29T22:59:59.999Z',
  '2025-03-29T23:00:00.000Z',
  '2025-03-30T21:59:59.999Z',
  '2025-03-30T22:00:00.000Z',
  '2025-10-25T21:59:59.999Z',
  '2025-10-25T22:00:00.000Z',
  '2025-10-26T22:59:59.999Z',
  '2025-10-26T23:00:00.000Z',
])
  await train(at);

async function train(at: string): Promise<void> {
  const glasses = { ...tenant.ctx(), actor: { kind: 'device', seat_id } as const };
  const { id } = await startSession({ ...glasses, now: new Date(at) }, { role: 'trainee' });
  await completeSession(glasses, { session_id: id, status: 'completed', duration_seconds: 60 });
}

const days = (rows: any[]) => rows.map(({ starts_on, sessions }) => [starts_on, sessions]);
const SPRING = 'from=2025-03-29&to=2025-03-31';

test('200 for a report in UTC until a time zone is selected', async () => {
  const { body } = await admin.get(`/report?${SPRING}`);
  assert.deepEqual(days(body.rows), [
    ['2025-03-29', 2],
    ['2025-03-30', 2],
    ['2025-03-31', 0],
  ]);
  assert.equal((await admin.get('/me')).body.account.time_zone, 'UTC');
});

test('200 for a time zone chosen by an admin, which every page uses', async () => {
  const { status, body } = await admin.put('/account/time-zone', { time_zone: 'Europe/Berlin' });
  assert.deepEqual([status, body], [200, { account_id: tenant.account_id, time_zone: 'Europe/Berlin' }]);
  assert.equal((await member.get('/me')).body.account.time_zone, 'Europe/Berlin');
  const { entries } = (await admin.get('/audit?limit=1')).body;
  assert.equal(entries[0].action, 'account.time_zone_changed');
});

test('200 for a report with days of 23 and of 25 hours', async () => {
  assert.deepEqual(days((await admin.get(`/report?${SPRING}`)).body.rows), [
    ['2025-03-29', 1],
    ['2025-03-30', 2],
    ['2025-03-31', 1],
  ]);
  assert.deepEqual(days((await admin.get('/report?from=2025-10-25&to=2025-10-27')).body.rows), [
    ['2025-10-25', 1],
    ['2025-10-26', 2],
    ['2025-10-27', 1],
  ]);
  const short = (await admin.get('/report?from=2025-03-30&to=2025-03-30')).body;
  assert.deepEqual([days(short.rows), short.before.sessions], [[['2025-03-30', 2]], 1]);
});

test('200 for reports by week, month and person with the same days', async () => {
  // 2025-03-31 is a Monday; its first session is still on Sunday in UTC.
  const weeks = (await admin.get(`/report?${SPRING}&by=week`)).body.rows;
  assert.deepEqual(days(weeks), [
    ['2025-03-24', 3],
    ['2025-03-31', 1],
  ]);
  const months = (await admin.get('/report?from=2025-03-01&to=2025-10-31&by=month')).body.rows;
  assert.deepEqual(
    [months.length, ...days([months[0], months[7]])],
    [8, ['2025-03-01', 4], ['2025-10-01', 4]],
  );
  const people = (await admin.get('/report/people?from=2025-03-30&to=2025-03-30')).body.people;
  assert.deepEqual(
    people.map((row: any) => row.sessions),
    [2],
  );
});

test('200 from the API in UTC, because its contract has no time zone', async () => {
  const { body } = await api.get(`/v1/usage?${SPRING}`);
  assert.deepEqual(days(body.rows), [
    ['2025-03-29', 2],
    ['2025-03-30', 2],
    ['2025-03-31', 0],
  ]);
});

test('200 with the tasks that are due today, and the overdue ones', async () => {
  // It is 23:30 in Berlin, where the 2nd lasts until 23:00 UTC.
  world.clock.advance(13.5 * HOUR_MS);
  const due = {
    'before today': '2026-03-01T22:59:59.999Z',
    'early today': '2026-03-01T23:00:00.000Z',
    'late today': '2026-03-02T22:59:59.999Z',
    'after today': '2026-03-02T23:00:00.000Z',
  };
  for (const [title, due_date] of Object.entries(due)) await createTask(tenant.ctx(), { title, due_date });
  const late = await consoleOf(world, tenant.admin);
  const titles = async (query: string) =>
    (await late.get(`/tasks?${query}&status=open`)).body.tasks.map(({ title }: any) => title).toSorted();
  assert.deepEqual(await titles('due=today'), ['early today', 'late today']);
  assert.deepEqual(await titles('due=today&sort=due_date'), ['early today', 'late today']);
  assert.deepEqual(await titles('due=overdue'), ['before today', 'early today']);
  const { days: shown } = (await late.get('/home')).body;
  assert.deepEqual([shown.length, shown.at(-1).day], [14, '2026-03-02']);
});

test('200 on Home with the current day of the time zone', async () => {
  world.clock.advance(HOUR_MS / 2);
  const late = await consoleOf(world, tenant.admin);
  const { days: shown, for_admins } = (await late.get('/home')).body;
  assert.deepEqual([shown.length, shown[0].day, shown.at(-1).day], [14, '2026-02-18', '2026-03-03']);
  assert.equal(for_admins.deliveries.at(-1).day, '2026-03-03');
});

for (const time_zone of ['', 'Mars/Olympus', '+01:00', 'europe/berlin', 'EST5EDT4,M3', "UTC'"]) {
  test(`400 for "${time_zone}"`, async () => {
    assert.equal((await admin.put('/account/time-zone', { time_zone })).status, 400);
  });
}

test('403 for a member', async () => {
  assert.equal((await member.put('/account/time-zone', { time_zone: 'UTC' })).status, 403);
});
