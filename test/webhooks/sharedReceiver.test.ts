import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inspect } from 'node:util';
import { createGuard } from '../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient, type OutgoingClient } from '../../src/lib/http/outgoing/outgoing.ts';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { explainFailures } from '../support/whenFailed.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type Tenant, type World } from '../support/world.ts';

const ALLOWED = ['127.0.0.0/8'];
const TASKS = '/v1/api-tenant-tasks';
const DELIVERIES = 100;
const WITHIN_MS = 5_000;
const MAX_PER_LANE = 64;

const receiver = await openReceiver();
receiver.answer = ({ path }, response) => {
  if (!path.startsWith('/hang')) response.writeHead(204).end();
};
const guard = createGuard(ALLOWED);
const byOrigin = createOutgoingClient({ guard, max_per_route: MAX_PER_LANE });
const narrow = createOutgoingClient({ guard, max_per_route: 1 });
after(() => Promise.all([receiver.close(), byOrigin.close(), narrow.close()]));

/** Control: the state of an earlier version, in which all accounts shared the connections to an origin. */
const shared: OutgoingClient = {
  ...byOrigin,
  call: (call) => byOrigin.call({ ...call, account_id: 'everybody' }),
};

const world = await openWorld({ webhook_allow: ALLOWED });
const control = await openWorld({ webhook_allow: ALLOWED });
const waiting = await openWorld({ webhook_allow: ALLOWED });
explainFailures(() => describeSending(world));

const hangingAt = ({ account_id }: Tenant) => `/hang/${account_id}`;

async function openHanging(world: World, { endpoints, events }: { endpoints: number; events: number }) {
  const tenant = await world.account();
  const api = await tenant.api();
  for (let at = 0; at < endpoints; at++)
    await endpointOf(tenant, `${receiver.url}${hangingAt(tenant)}/${at}`);
  for (let at = 0; at < events; at++) assert.equal((await api.post(TASKS, { title: 'Hangs' })).status, 201);
  return tenant;
}

/** Returns the number of another account's deliveries to the same receiver that arrive in time. */
async function deliverBeside(world: World, name: string): Promise<number> {
  const tenant = await world.account();
  const api = await tenant.api();
  await endpointOf(tenant, `${receiver.url}/${name}`);
  for (let at = 0; at < DELIVERIES; at++)
    assert.equal((await api.post(TASKS, { title: 'Arrives' })).status, 201);
  const arrived = () => receiver.received.filter(({ path }) => path === `/${name}`).length;
  await eventually(arrived, (count) => count === DELIVERIES, WITHIN_MS).catch(() => {});
  return arrived();
}

/** Describes the deliveries that did not arrive. */
async function describeSending({ db }: World): Promise<string> {
  const [queue, attempts, senders] = await Promise.all([
    db`
      select account_id, sender_id, claim_id = event_id as is_unclaimed, count(*)::int as deliveries
      from webhook_queue
      group by account_id, sender_id, is_unclaimed`,
    db`
      select account_id, outcome, count(*)::int as attempts, max(total_ms) as longest_ms
      from webhook_attempts
      group by account_id, outcome`,
    db`select *, now() from webhook_senders`,
  ]);
  return inspect({ queue, attempts, senders }, { depth: 3, maxArrayLength: null });
}

/** Waits until this many attempts of the accounts hang. */
async function hung(tenants: readonly Tenant[], attempts: number): Promise<void> {
  const held = () =>
    receiver.received.filter(({ path }) => tenants.some((one) => path.startsWith(hangingAt(one)))).length;
  await eventually(held, (count) => count >= attempts);
}

test('delivered beside 16 hanging endpoints of another account at the same origin', async () => {
  const tenant = await openHanging(world, { endpoints: 16, events: 40 });
  world.startSender();
  await hung([tenant], 200);
  assert.equal(await deliverBeside(world, 'beside16'), DELIVERIES);
});

test('delivered beside 300 hanging endpoints of three accounts at the same origin', async () => {
  const tenants = await Promise.all([1, 2, 3].map(() => openHanging(world, { endpoints: 100, events: 10 })));
  await hung(tenants, 180);
  assert.equal(await deliverBeside(world, 'beside300'), DELIVERIES);
});

test('control: with connections shared by all accounts of an origin, deliveries are missing', async () => {
  const tenant = await openHanging(control, { endpoints: 16, events: 40 });
  control.startSender({ outgoing: shared });
  await hung([tenant], MAX_PER_LANE);
  assert.ok((await deliverBeside(control, 'control')) < DELIVERIES);
});

test('pending and due again, without a used attempt, if no connection was free', async () => {
  const { account_id } = await openHanging(waiting, { endpoints: 1, events: 2 });
  waiting.startSender({ outgoing: narrow });
  const free = () => waiting.db<{ attempt: number; due_at: string }[]>`
    select attempt, due_at
    from webhook_queue
    where account_id = ${account_id}
      and claim_id is null`;
  const [row] = await eventually(free, (rows) => rows.length === 1);
  assert.equal(row?.attempt, 1);
  assert.equal(row?.due_at, new Date(waiting.clock.now().getTime() + 1_000).toISOString());
  const attempts = await waiting.db`select 1 from webhook_attempts where account_id = ${account_id}`;
  assert.equal(attempts.length, 0);
});
