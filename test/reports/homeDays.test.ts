/* The days on the home page: figures without counters are computed from the newest rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countUncountedLists } from '../../src/counts/rollUp.ts';
import { MOST_CHARTED_ROWS, type Home } from '../../src/features/home/contract.ts';
import { readHome } from '../../src/features/home/home.ts';
import { COUNTED_SESSIONS } from '../../src/features/sessions/sql/counted.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { forgetCounts } from '../support/countedLists.ts';
import { LONG_LOG_ROWS, writeLongLog } from '../support/longLogs.ts';
import { countRowsRead } from '../support/bounds.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld, type Tenant } from '../support/world.ts';

/** The number of records, all in one morning, because the held clock is at nine. */
const MANY = 25_000;

const world = await openWorld({ on_one_server: true });
const { db } = world;
await keepStatistics(db);
const now = world.clock.now();

async function addWork({ account_id }: Tenant, seat_id: string, count: number): Promise<void> {
  await db`
    insert into tasks (account_id, id, title, status, priority, source, created_at, completed_at)
    select ${account_id}, gen_random_uuid(), 'Inspect', 'completed', 'medium', 'api', row.at, row.at
    from generate_series(1, ${count}) as number
    cross join lateral (select ${now}::timestamptz - number * interval '2 seconds' as at) as row`;
  await db`
    insert into sessions (
      account_id, id, seat_id, user_id, role, status, started_at, completed_at, last_seen_at, created_at, duration_seconds,
      ended_by
    )
    select
      ${account_id}, gen_random_uuid(), seat.id, seat.user_id, 'trainee', 'completed', row.at, row.at, row.at, row.at, 60,
      'device'
    from seats as seat
    cross join generate_series(1, ${count}) as number
    cross join lateral (select ${now}::timestamptz - number * interval '2 seconds' as at) as row
    where seat.account_id = ${account_id}
      and seat.id = ${seat_id}`;
}

const busy = await world.account();
const calm = await world.account();
for (const [tenant, count] of [
  [busy, MANY],
  [calm, MANY / 5],
] as const)
  await addWork(tenant, (await tenant.device()).seat_id, count);
await writeLongLog(world, {
  table: 'webhook_deliveries',
  account_id: calm.account_id,
  endpoint_id: calm.admin_id,
});
await db`vacuum (analyze)`;
for (const { account_id } of [busy, calm])
  for (const list of ['tasks', 'sessions']) await forgetCounts(db, account_id, list);
await countUncountedLists({ db, lists: [COUNTED_TASKS, COUNTED_SESSIONS] });

const read = (tenant: Tenant): Promise<Home> => readHome(tenant.ctx(), { role: 'admin', time_zone: 'UTC' });

test('days before the oldest counted row have no figures, and the day of that row has partial figures', async () => {
  const { days } = await read(busy);
  const figures = days.map(({ tasks_completed, minutes, sessions }) => [tasks_completed, minutes, sessions]);
  const since_midnight = (now.getTime() - Date.parse('2026-03-02T00:00:00Z')) / 2_000;
  assert.deepEqual(figures.slice(-3), [
    [null, null, 0],
    [MOST_CHARTED_ROWS - since_midnight, MOST_CHARTED_ROWS - since_midnight, MANY - since_midnight],
    [since_midnight, since_midnight, since_midnight],
  ]);
});

test('every day has figures if the account has fewer rows than are counted', async () => {
  const { days, for_admins } = await read(calm);
  const total = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0);
  assert.equal(total(days.map(({ tasks_completed }) => tasks_completed)), MANY / 5);
  assert.equal(total(days.map(({ minutes }) => minutes)), MANY / 5);
  assert.equal(total(for_admins?.deliveries.map(({ delivered }) => delivered) ?? []), LONG_LOG_ROWS);
});

for (const table of ['tasks', 'sessions'])
  test(`the home page reads a bounded number of ${table}`, async () => {
    const rows = await countRowsRead(world, busy, table, (ctx) =>
      readHome(ctx, { role: 'member', time_zone: 'UTC' }),
    );
    assert.ok(rows < MANY, `${rows} rows read`);
  });
