/* The timeout of an attempt, and an attempt that exceeds it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { OutgoingCall } from '../../src/lib/http/outgoing/outgoing.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openReceiver, openSocketServer } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const { outgoing } = world.tools;
const receiver = await openReceiver();
const silent = await openSocketServer(() => {});
after(() => Promise.all([receiver.close(), silent.close()]));

const timeouts: number[] = [];
/** A timeout for the silent receiver that is shorter than the real one, so that the test does not wait for 15 s. */
const SHORTENED_MS = 1_000;
world.startSender({
  outgoing: {
    ...outgoing,
    call(call: OutgoingCall) {
      timeouts.push(call.timeout_ms);
      const is_silent = call.url.includes(`:${silent.port}/`);
      return outgoing.call(is_silent ? { ...call, timeout_ms: SHORTENED_MS } : call);
    },
  },
});

/** Sends one event to this URL; returns its delivery once the state is stored, and its attempts. */
async function deliverTo(url: string) {
  const tenant = await world.account();
  const endpoint_id = await endpointOf(tenant, url);
  await (await tenant.api()).post('/v1/api-tenant-tasks', { title: 'Told' });
  const attempts = await eventually(
    () => world.db<{ outcome: string }[]>`
      select outcome from webhook_attempts where endpoint_id = ${endpoint_id}`,
    ({ length }) => length > 0,
  );
  const [delivery] = await world.db<{ state: string; attempts: number }[]>`
    select state, attempts from webhook_deliveries where endpoint_id = ${endpoint_id}`;
  return { outcomes: attempts.map(({ outcome }) => outcome), delivery: { ...delivery } };
}

test('an attempt has a timeout of 15 s', async () => {
  timeouts.length = 0;
  const { outcomes, delivery } = await deliverTo(receiver.url);
  assert.deepEqual([outcomes, delivery], [['delivered'], { state: 'delivered', attempts: 1 }]);
  assert.deepEqual(timeouts, [15_000]);
});

test('an attempt fails if the receiver does not answer before the timeout, and the next one is due', async () => {
  const { outcomes, delivery } = await deliverTo(`http://127.0.0.1:${silent.port}/`);
  assert.deepEqual([outcomes, delivery], [['timed_out_waiting'], { state: 'pending', attempts: 1 }]);
  assert.equal(silent.connections(), 1);
});
