import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTask } from '../../src/features/tasks/tasks.ts';
import type { Sender } from '../../src/features/webhooks/sending/sender.ts';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const DELIVERIES = 300;
const STEP_MS = 100;
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const receiver = await openReceiver();
after(() => receiver.close());
receiver.answer = (_request, response) => void response.writeHead(500).end();
const tenant = await world.account();
for (let at = 0; at < 6; at++) await endpointOf(tenant, `${receiver.url}/${at}`);
for (let at = 0; at < DELIVERIES / 6; at++) await createTask(tenant.ctx(), { title: `Fails ${at}` });

test('300 failing deliveries: second in [10, 15] s, third in [60, 65] s, never a fourth', async (t) => {
  const sender = world.startSender();
  const attempts = async () =>
    (await world.db<[{ count: number }]>`select count(*)::int as count from webhook_attempts`)[0].count;
  await eventually(attempts, (count) => count === DELIVERIES);
  await passUntil(15_000, sender);
  await eventually(attempts, (count) => count === 2 * DELIVERIES);
  await passUntil(65_000, sender);
  await eventually(attempts, (count) => count === 3 * DELIVERIES);
  await passUntil(1_000, sender);
  const ledger = await ledgerOf(world.db);
  assert.deepEqual([await attempts(), ledger.failed, isBalanced(ledger)], [3 * DELIVERIES, DELIVERIES, true]);
  const posts = Object.values(
    Object.groupBy(receiver.received, ({ path, body }) => `${path} ${JSON.parse(body).event_id}`),
  );
  assert.deepEqual([posts.length, posts.filter((one) => one?.length !== 3)], [DELIVERIES, []]);

  const gaps = await world.db<{ attempt: number; least: number; most: number }[]>`
    select attempt, min(gap)::float8 as least, max(gap)::float8 as most
    from (
      select attempt,
        extract(epoch from attempted_at - lag(attempted_at) over (partition by event_id, endpoint_id order by attempt)) as gap
      from webhook_attempts
    ) as spaced
    where gap is not null
    group by attempt order by attempt`;
  for (const { attempt, least, most } of gaps)
    t.diagnostic(`attempt ${attempt}: ${least} to ${most} s behind the last`);
  const [second, third] = gaps;
  assert.ok(second && second.least >= 10 && second.most <= 15, JSON.stringify(second));
  assert.ok(third && third.least >= 60 && third.most <= 65, JSON.stringify(third));
});

/** Advances the held clock in steps and waits after each step until all due work is done. */
async function passUntil(ms: number, sender: Sender): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    world.clock.advance(STEP_MS);
    sender.wake();
    const due = async () => {
      const [row] = await world.db<[{ count: number }]>`
        select count(*)::int as count from webhook_queue where due_at <= ${world.clock.now()}`;
      return row.count;
    };
    await eventually(due, (count) => count === 0);
    await eventually(sender.in_flight, (count) => count === 0);
  }
}
