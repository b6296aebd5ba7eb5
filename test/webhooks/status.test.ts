/* The status of an endpoint, which one function derives from its latest deliveries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRecentDeliveries } from '../../dashboard/format/describeRecentDeliveries.ts';
import { shortDate } from '../../dashboard/format/time.ts';
import type { Context } from '../../src/access/context.ts';
import {
  listEndpoints,
  pauseEndpoint,
  resetFailureCount,
} from '../../src/features/webhooks/endpoints/endpoints.ts';
import { readHome } from '../../src/features/home/home.ts';
import { readStaffHome } from '../../src/features/home/staffOverview.ts';
import { readQueueOverview } from '../../src/features/queues/queues.ts';
import {
  listRecentOutcomes,
  type DeliveryOutcome,
} from '../../src/features/webhooks/endpoints/sql/outcomes.ts';
import {
  toRecentDeliveries,
  readEndpointView,
  addRecentDeliveries,
} from '../../src/features/webhooks/endpoints/status.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { endpointOf, insertFailedDelivery } from '../support/endpoints.ts';
import { onOneServer } from '../support/cluster.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();

const OUTCOMES: Record<string, DeliveryOutcome> = {
  '+': { state: 'delivered', attempts: 1 },
  later: { state: 'delivered', attempts: 2 },
  third: { state: 'delivered', attempts: 3 },
  '-': { state: 'failed', attempts: 3 },
  again: { state: 'pending', attempts: 1 },
};

/** Outcomes, newest first, with the status and its text. */
const DECIDED = [
  ['', 'unused', 'No deliveries yet.'],
  ['+', 'healthy', 'The last delivery arrived.'],
  ['+ + +', 'healthy', 'The last 3 deliveries arrived.'],
  ['-', 'failing', 'The last delivery did not arrive.'],
  ['again + + + + +', 'failing', '5 of the last 6 deliveries arrived. 1 is being retried.'],
  ['- + + + + +', 'failing', '5 of the last 6 deliveries arrived.'],
  ['+ -', 'failing', '1 of the last 2 deliveries arrived.'],
  ['- again again', 'failing', 'None of the last 3 deliveries arrived. 2 are being retried.'],
  ['+ - +', 'recovering', '2 of the last 3 deliveries arrived.'],
  ['+ later + + later + +', 'recovering', 'The last 7 deliveries arrived, 2 on the second attempt.'],
  ['later - +', 'recovering', '2 of the last 3 deliveries arrived, 1 on the second attempt.'],
  [
    'later third third',
    'recovering',
    'The last 3 deliveries arrived, 1 on the second attempt, 2 on a later attempt.',
  ],
  ['+ + + + later', 'recovering', 'The last 5 deliveries arrived, 1 on the second attempt.'],
  ['+ + + + + later', 'healthy', 'The last 6 deliveries arrived, 1 on the second attempt.'],
  ['+ + + + + - +', 'healthy', '6 of the last 7 deliveries arrived.'],
] as const;

for (const [lately, status, words] of DECIDED)
  test(`${status} after ${lately || 'nothing'}: ${words}`, () => {
    const outcomes = lately.split(' ').flatMap((one) => OUTCOMES[one] ?? []);
    const recent = toRecentDeliveries(false, outcomes);
    assert.deepEqual([recent.status, describeRecentDeliveries(recent)], [status, words]);
    assert.equal(toRecentDeliveries(true, outcomes).status, 'paused');
  });

test('the sentence names the days of permanent failures, also after 20 successful deliveries', () => {
  const said = (lost: Parameters<typeof toRecentDeliveries>[2]) =>
    describeRecentDeliveries(
      toRecentDeliveries(
        false,
        Array.from({ length: 20 }, (): DeliveryOutcome => ({ state: 'delivered', attempts: 1 })),
        lost,
      ),
    );
  const at = (day: number) => `2026-03-0${day}T12:00:00.000Z`;
  assert.equal(
    said({ count: 2, is_more: false, first_at: at(4), last_at: at(4) }),
    `The last 20 deliveries arrived. 2 failed permanently on ${shortDate(at(4))}.`,
  );
  assert.equal(
    said({ count: 100, is_more: true, first_at: at(4), last_at: at(6) }),
    `The last 20 deliveries arrived. 100 or more failed permanently between ${shortDate(at(4))} and ${shortDate(at(6))}.`,
  );
});

test('200 with the same endpoint status on every page, also after a counter reset', async () => {
  const tenant = await world.account();
  const ctx = tenant.ctx();
  const id = await endpointOf(tenant, 'https://hooks.example.com/a');
  const said = async () => {
    const [listed] = await addRecentDeliveries(ctx, await listEndpoints(ctx));
    const { for_admins } = await readHome(ctx, { role: 'admin', time_zone: 'UTC' });
    const { failing_endpoints } = await readQueueOverview(world.platform());
    const on_home = for_admins?.endpoints.find((one) => one.id === id);
    const in_queues = failing_endpoints.find((one) => one.id === id);
    const shown = await readEndpointView(ctx, id);
    const everywhere = [listed, shown, on_home, in_queues].map((one) => one?.recent);
    for (const recent of everywhere) assert.deepEqual(recent ?? shown.recent, shown.recent);
    return [
      ...everywhere.map((recent) => recent?.status),
      (await readStaffHome(world.platform())).failing_endpoints,
    ];
  };
  assert.deepEqual(await said(), ['unused', 'unused', undefined, undefined, 0], 'the control');
  await insertFailedDelivery(world, id);
  assert.deepEqual(await said(), ['failing', 'failing', 'failing', 'failing', 1]);
  await world.db`update webhook_endpoints set failure_count = 3 where id = ${id}`;
  assert.equal((await resetFailureCount(ctx, id)).failure_count, 0);
  assert.deepEqual(await said(), ['failing', 'failing', 'failing', 'failing', 1]);
  await world.db`update webhook_deliveries set state = 'delivered', failed_at = null where endpoint_id = ${id}`;
  assert.deepEqual(await said(), ['recovering', 'recovering', 'recovering', 'recovering', 0]);
  await pauseEndpoint(ctx, id);
  assert.deepEqual(await said(), ['paused', 'paused', undefined, undefined, 0]);
});

test('200 with the permanent failures of each endpoint until their retry, with the first and the last time', async () => {
  const tenant = await world.account();
  const ctx = tenant.ctx();
  const [id, beside] = [
    await endpointOf(tenant, 'https://hooks.example.com/f'),
    await endpointOf(tenant, 'https://hooks.example.com/g'),
  ];
  const lost = async () => {
    const shown = await addRecentDeliveries(ctx, await listEndpoints(ctx));
    const by_id = new Map(shown.map((one) => [one.id, one.recent.lost]));
    return [by_id.get(id), by_id.get(beside)];
  };
  assert.deepEqual(await lost(), [null, null]);
  const first_at = world.clock.now().toISOString();
  await insertFailedDelivery(world, id);
  world.clock.advance(DAY_MS);
  await insertFailedDelivery(world, id);
  const last_at = world.clock.now().toISOString();
  assert.deepEqual(await lost(), [{ count: 2, is_more: false, first_at, last_at }, null]);
  await world.db`update webhook_deliveries set failed_at = null where endpoint_id = ${id}`;
  assert.deepEqual(await lost(), [null, null]);
});

test('the status and the time of the last attempt are from the same moment, whatever is sent meanwhile', async () => {
  const tenant = await world.account();
  const ctx = tenant.ctx();
  const id = await endpointOf(tenant, 'https://hooks.example.com/c');
  const before = await listEndpoints(ctx);
  assert.equal(before[0]?.last_triggered_at, null, 'the control');
  await insertFailedDelivery(world, id);
  const [shown] = await addRecentDeliveries(ctx, before);
  assert.deepEqual(
    [shown?.recent.status, shown?.last_triggered_at],
    ['failing', world.clock.now().toISOString()],
  );
});

test('a failed manual retry of a delivered event does not make an endpoint fail', async () => {
  const tenant = await world.account();
  const ctx = tenant.ctx();
  const id = await endpointOf(tenant, 'https://hooks.example.com/d');
  const beside = await endpointOf(tenant, 'https://hooks.example.com/e');
  await insertFailedDelivery(world, id);
  const again = async (outcome: string) => {
    await world.db`delete from webhook_attempts where endpoint_id = ${id}`;
    await world.db`
      insert into webhook_attempts (account_id, event_id, endpoint_id, id, attempt, attempted_at, outcome, total_ms)
      select account_id, event_id, endpoint_id, event_id, 1, ${world.clock.now()}, ${outcome}, 1
      from webhook_deliveries
      where account_id = ${ctx.account_id}
        and endpoint_id = ${id}`;
    await world.db`
      update webhook_deliveries
      set state = 'pending', attempts = 1, settled_at = null, failed_at = null
      where endpoint_id = ${id}`;
    return (await readEndpointView(ctx, id)).recent.status;
  };
  assert.equal(await again('bad_status'), 'failing', 'the control');
  assert.equal(await again('delivered'), 'healthy');
  await world.db`update webhook_attempts set endpoint_id = ${beside} where endpoint_id = ${id}`;
  assert.equal(
    (await readEndpointView(ctx, id)).recent.status,
    'failing',
    'what arrived beside does not count',
  );
});

/** A long log and a long backlog, so that the finished deliveries come after many pending ones. */
const MANY = 5_000;
const PLANNED_AT_MOST = 5;

test(
  'the outcomes of an endpoint are read in a few rows, with a custom or a generic query plan',
  onOneServer('counts of rows read'),
  async () => {
    const tenant = await world.account();
    const { account_id } = tenant;
    const id = await endpointOf(tenant, 'https://hooks.example.com/b');
    await keepStatistics(world.db);
    await world.db`
    with numbered as (
      select number, lpad(to_hex(number), 12, '0') as digits
      from generate_series(1, ${2 * MANY}::int) as number
    ),
    delivery as (
      insert into webhook_deliveries (account_id, event_id, endpoint_id, event, state, attempts, created_at)
      select ${account_id}, ('01980000-0000-7000-8000-' || digits)::uuid, ${id}, 'task.created',
        case when number > ${MANY}::int then 'pending' else 'delivered' end,
        case when number > ${MANY}::int + 1 then 0 else 1 end, now()
      from numbered
    )
    insert into webhook_queue (account_id, endpoint_id, event_id, due_at)
    select ${account_id}, ${id}, ('01980000-0000-7000-8000-' || digits)::uuid,
      now() + (case when number = ${MANY}::int + 1 then 10 else 0 end) * interval '1 second'
    from numbered
    where number > ${MANY}::int`;
    await world.db`analyze webhook_deliveries`;
    await world.db.begin(async (tx) => {
      const { db }: Pick<Context, 'db'> = { db: tx as unknown as Database };
      const before = await rowsRead(db, ['webhook_deliveries', 'webhook_queue']);
      for (let n = 0; n < 2 * PLANNED_AT_MOST; n++) {
        const [found] = await listRecentOutcomes(db, account_id, [id]);
        assert.deepEqual([found?.outcomes.length, found?.outcomes[0]?.state], [20, 'pending']);
      }
      const after = await rowsRead(db, ['webhook_deliveries', 'webhook_queue']);
      const walked = after.webhook_deliveries + after.webhook_queue;
      const read = (walked - before.webhook_deliveries - before.webhook_queue) / (2 * PLANNED_AT_MOST);
      assert.ok(read > 0 && read < MANY / 10, `${read} rows and entries read`);
    });
  },
);
