/* Whether an endpoint is healthy: one function decides, by what became of its latest deliveries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentOutcomesText } from '../../dashboard/format/recentOutcomes.ts';
import type { Context } from '../../src/access/context.ts';
import {
  listEndpoints,
  pauseEndpoint,
  resetFailureCount,
} from '../../src/features/webhooks/endpoints/endpoints.ts';
import { readHome } from '../../src/features/home/home.ts';
import { readStaffHome } from '../../src/features/home/staffOverview.ts';
import { readQueues } from '../../src/features/queues/queues.ts';
import { listOutcomes, type DeliveryOutcome } from '../../src/features/webhooks/endpoints/sql/outcomes.ts';
import { toRecent, readEndpointView, addStatus } from '../../src/features/webhooks/endpoints/status.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { endpointOf, failLately } from '../support/endpoints.ts';
import { onOneServer } from '../support/cluster.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();

const OUTCOMES: Record<string, DeliveryOutcome> = {
  '+': { state: 'delivered', attempts: 1 },
  later: { state: 'delivered', attempts: 2 },
  '-': { state: 'failed', attempts: 3 },
  again: { state: 'pending', attempts: 1 },
};

/** Newest first. */
const DECIDED = [
  ['', 'unused', 'No deliveries yet'],
  ['+', 'healthy', '1 delivered'],
  ['+ + +', 'healthy', 'All 3 delivered'],
  ['-', 'failing', '1 of 1 failed'],
  ['again + + + + +', 'failing', '1 of 6 failed, 1 being retried'],
  ['- + + + + +', 'failing', '1 of 6 failed'],
  ['+ -', 'failing', '1 of 2 failed'],
  ['+ - +', 'recovering', '1 of 3 failed'],
  ['+ later + + later + +', 'recovering', '2 of 7 failed, both delivered later'],
  ['later - +', 'recovering', '2 of 3 failed, 1 delivered later'],
  ['later later later', 'recovering', '3 of 3 failed, all delivered later'],
  ['+ + + + later', 'recovering', '1 of 5 failed, delivered later'],
  ['+ + + + + later', 'healthy', '1 of 6 failed, delivered later'],
  ['+ + + + + - +', 'healthy', '1 of 7 failed'],
] as const;

for (const [lately, status, words] of DECIDED)
  test(`${status} after ${lately || 'nothing'}: ${words}`, () => {
    const outcomes = lately.split(' ').flatMap((one) => OUTCOMES[one] ?? []);
    const recent = toRecent(false, outcomes);
    assert.deepEqual([recent.status, recentOutcomesText(recent)], [status, words]);
    assert.equal(toRecent(true, outcomes).status, 'paused');
  });

test('one status on the list, the page, both homes and the queues, and no reset of a counter changes it', async () => {
  const tenant = await world.account();
  const ctx = tenant.ctx();
  const id = await endpointOf(tenant, 'https://hooks.example.com/a');
  const said = async () => {
    const [listed] = await addStatus(ctx, await listEndpoints(ctx));
    const { for_admins } = await readHome(ctx, { role: 'admin', time_zone: 'UTC' });
    const { failing_endpoints } = await readQueues(world.platform());
    const on_home = for_admins?.endpoints.find((one) => one.id === id);
    const in_queues = failing_endpoints.find((one) => one.id === id);
    const shown = await readEndpointView(ctx, id);
    const everywhere = [listed, shown, on_home, in_queues].map((one) => one?.recent.status);
    return [...everywhere, (await readStaffHome(world.platform())).failing_endpoints];
  };
  assert.deepEqual(await said(), ['unused', 'unused', undefined, undefined, 0], 'the control');
  await failLately(world, id);
  assert.deepEqual(await said(), ['failing', 'failing', 'failing', 'failing', 1]);
  await world.db`update webhook_endpoints set failure_count = 3 where id = ${id}`;
  assert.equal((await resetFailureCount(ctx, id)).failure_count, 0);
  assert.deepEqual(await said(), ['failing', 'failing', 'failing', 'failing', 1]);
  await world.db`update webhook_deliveries set state = 'delivered', failed_at = null where endpoint_id = ${id}`;
  assert.deepEqual(await said(), ['recovering', 'recovering', 'recovering', 'recovering', 0]);
  await pauseEndpoint(ctx, id);
  assert.deepEqual(await said(), ['paused', 'paused', undefined, undefined, 0]);
});

test('the status and the time of the last attempt are of one moment, whatever is sent while they are read', async () => {
  const tenant = await world.account();
  const ctx = tenant.ctx();
  const id = await endpointOf(tenant, 'https://hooks.example.com/c');
  const before = await listEndpoints(ctx);
  assert.equal(before[0]?.last_triggered_at, null, 'the control');
  await failLately(world, id);
  const [shown] = await addStatus(ctx, before);
  assert.deepEqual(
    [shown?.recent.status, shown?.last_triggered_at],
    ['failing', world.clock.now().toISOString()],
  );
});

test('a delivery that arrived and is sent once more on request does not make an endpoint fail', async () => {
  const tenant = await world.account();
  const ctx = tenant.ctx();
  const id = await endpointOf(tenant, 'https://hooks.example.com/d');
  const beside = await endpointOf(tenant, 'https://hooks.example.com/e');
  await failLately(world, id);
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

/** Beside a long log and a long backlog: what was tried lies behind what waits. */
const MANY = 5_000;
const PLANNED_AT_MOST = 5;

test(
  'the outcomes of an endpoint are read in a few rows, planned for its values or for any',
  onOneServer('it tells what it read'),
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
        const [found] = await listOutcomes(db, account_id, [id]);
        assert.deepEqual([found?.outcomes.length, found?.outcomes[0]?.state], [20, 'pending']);
      }
      const after = await rowsRead(db, ['webhook_deliveries', 'webhook_queue']);
      const walked = after.webhook_deliveries + after.webhook_queue;
      const read = (walked - before.webhook_deliveries - before.webhook_queue) / (2 * PLANNED_AT_MOST);
      assert.ok(read > 0 && read < MANY / 10, `${read} rows and entries read`);
    });
  },
);
