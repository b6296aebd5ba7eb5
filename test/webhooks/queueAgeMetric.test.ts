import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseEndpoint, resumeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { readDeliveryQueueState } from '../../src/features/webhooks/sending/sql/waiting.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const endpoint_id = await endpointOf(tenant, 'https://receiver.example/hook');
await (await tenant.api()).post('/v1/api-tenant-tasks', { title: 'Told' });
world.clock.advance(90_000);

const readState = () => readDeliveryQueueState(world.db, world.clock.now());
const setSuspended = (suspended_at: Date | null) => world.db`
  update webhook_endpoints set suspended_at = ${suspended_at} where id = ${endpoint_id}`;

test('the age of a due delivery is its waiting time', async () => {
  const { depth, oldest_due_s } = await readState();
  assert.equal(depth, 1);
  assert.ok(oldest_due_s >= 90 && oldest_due_s < 91, `${oldest_due_s} s`);
});

test('deliveries of a paused or suspended endpoint are not counted as late until it is resumed', async () => {
  await pauseEndpoint(tenant.ctx(), endpoint_id);
  assert.deepEqual(await readState(), { depth: 1, oldest_due_s: 0 });
  await resumeEndpoint(tenant.ctx(), endpoint_id);
  await setSuspended(world.clock.now());
  assert.deepEqual(await readState(), { depth: 1, oldest_due_s: 0 });
  await setSuspended(null);
  assert.ok((await readState()).oldest_due_s >= 90);
});
