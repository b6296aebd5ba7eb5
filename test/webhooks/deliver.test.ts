import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import {
  changeEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  readEndpoint,
  resumeEndpoint,
} from '../../src/features/webhooks/endpoints/endpoints.ts';
import { revealEndpointSecret, rotateEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const TASKS = '/v1/api-tenant-tasks';

/** Returns a tenant with an endpoint at its own receiver, so that tests do not affect each other. */
async function arrange() {
  const receiver = await openReceiver();
  after(() => receiver.close());
  const tenant = await world.account();
  const api = await tenant.api();
  const endpoint_id = await endpointOf(tenant, `${receiver.url}/hook`);
  const create = async (title = 'Told') => (await api.post(TASKS, { title })).body.id as string;
  const state = async () =>
    (
      await world.db<{ state: string; attempts: number }[]>`
        select state, attempts from webhook_deliveries where endpoint_id = ${endpoint_id}`
    ).at(0);
  return { receiver, tenant, api, endpoint_id, create, state };
}

const got = (receiver: Receiver, count: number) =>
  eventually(
    () => receiver.received.length,
    (length) => length === count,
  );

/** Advances the held clock and wakes the sender, whose timers use real time. */
function pass(ms: number) {
  world.clock.advance(ms);
  sender.wake();
}

const beacon = await arrange();

/** Waits until the sender has claimed all due deliveries: a delivery that only a claim can find has arrived. */
async function claimDue() {
  const before = beacon.receiver.received.length;
  await pauseEndpoint(beacon.tenant.ctx(), beacon.endpoint_id);
  await beacon.create();
  await resumeEndpoint(beacon.tenant.ctx(), beacon.endpoint_id);
  await got(beacon.receiver, before + 1);
}

test('delivered: exactly the stored bytes, signed with the secret of the endpoint', async () => {
  const { receiver, tenant, endpoint_id, create, state } = await arrange();
  const task_id = await create('Grüße "an" alle');
  await got(receiver, 1);
  const [request] = receiver.received;
  assert.ok(request);
  const [event] = await world.db<{ id: string; body: string }[]>`
    select id, body from events where account_id = ${tenant.account_id} and event = 'task.created'`;
  assert.deepEqual([request.method, request.path, request.body], ['POST', '/hook', event?.body]);
  const { event: type, event_id, timestamp, data } = JSON.parse(request.body);
  assert.deepEqual(
    [type, timestamp, data.task_id],
    ['task.created', world.clock.now().toISOString(), task_id],
  );
  assert.equal(event_id, `evt-${event?.id}`);

  const { secret } = await revealEndpointSecret(tenant.ctx(), endpoint_id);
  assert.match(secret, /^[0-9a-f]{64}$/);
  const seconds = String(request.headers['x-webhook-timestamp']);
  assert.equal(seconds, String(Math.floor(world.clock.now().getTime() / 1000)));
  const expected = createHmac('sha256', secret).update(`${seconds}.${request.body}`).digest('hex');
  assert.equal(request.headers['x-webhook-signature'], expected);
  assert.equal(request.headers['content-type'], 'application/json');
  assert.equal(request.headers['user-agent'], 'Test');
  assert.equal(request.headers['webhook-id'], event_id);
  await eventually(state, (row) => row?.state === 'delivered' && row.attempts === 1);
});

test('the endpoint has the time of its last delivery, and none before the first', async () => {
  const { tenant, endpoint_id, create, state } = await arrange();
  const triggered = async () => (await readEndpoint(tenant.ctx(), endpoint_id)).last_triggered_at;
  assert.equal(await triggered(), null);
  await create();
  await eventually(state, (row) => row?.state === 'delivered');
  assert.equal(await triggered(), world.clock.now().toISOString());
});

test('the time of the last delivery is written at most once a second', async () => {
  const { tenant, endpoint_id, create } = await arrange();
  const triggered = async () => (await readEndpoint(tenant.ctx(), endpoint_id)).last_triggered_at;
  const open = async () =>
    world.db`select 1 from webhook_deliveries where endpoint_id = ${endpoint_id} and state = 'pending'`;
  const deliver = async () => {
    await create();
    await eventually(open, ({ length }) => length === 0);
    return triggered();
  };
  const first = await deliver();
  world.clock.advance(1_000);
  assert.equal(await deliver(), first);
  world.clock.advance(1);
  assert.equal(await deliver(), world.clock.now().toISOString());
});

test('failed after three attempts, the second 10 to 15 s after the first and the third 60 to 65 s after the second', async () => {
  const { receiver, tenant, endpoint_id, create, state } = await arrange();
  receiver.answer = (_request, response) => void response.writeHead(503).end('no');
  await create();
  await got(receiver, 1);
  await eventually(state, (row) => row?.attempts === 1);
  pass(9_900);
  await claimDue();
  assert.equal(receiver.received.length, 1);
  pass(5_100);
  await got(receiver, 2);
  await eventually(state, (row) => row?.attempts === 2);
  pass(59_900);
  await claimDue();
  assert.equal(receiver.received.length, 2);
  pass(5_100);
  await got(receiver, 3);
  await eventually(state, (row) => row?.state === 'failed' && row.attempts === 3);
  pass(600_000);
  await claimDue();
  assert.equal(receiver.received.length, 3);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal((await readEndpoint(tenant.ctx(), endpoint_id)).failure_count, 1);
});

test('failed at once, without a second attempt, when the address is blocked', async () => {
  const { receiver, tenant, endpoint_id, create, state } = await arrange();
  await world.db`update webhook_endpoints set url = 'https://10.0.0.1/' where id = ${endpoint_id}`;
  await create();
  await eventually(state, (row) => row?.state === 'failed' && row.attempts === 1);
  const [attempt] =
    await world.db`select outcome, address from webhook_attempts where endpoint_id = ${endpoint_id}`;
  assert.deepEqual(attempt, { outcome: 'blocked_address', address: '10.0.0.1' });
  assert.equal((await readEndpoint(tenant.ctx(), endpoint_id)).failure_count, 1);
  assert.equal(receiver.received.length, 0);
});

test('a rotated secret stops signing X-Webhook-Signature immediately and webhook-signature after a day', async () => {
  const { receiver, tenant, endpoint_id, create, state } = await arrange();
  const before = await revealEndpointSecret(tenant.ctx(), endpoint_id);
  const next = await rotateEndpointSecret(tenant.ctx(), endpoint_id);
  const { switches_at, ...secret } = next;
  assert.equal(switches_at, null);
  assert.deepEqual(await revealEndpointSecret(tenant.ctx(), endpoint_id), { ...secret, next: null });
  await create();
  await got(receiver, 1);
  const signed = (index: number, secret: string) => {
    const { headers, body } = receiver.received[index] ?? assert.fail();
    const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const signature = createHmac('sha256', secret).update(text).digest('base64');
    return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
  };
  assert.deepEqual([signed(0, next.secret), signed(0, before.secret)], [true, true]);
  await eventually(state, (row) => row?.state === 'delivered');
  pass(25 * 60 * 60_000);
  await create();
  await got(receiver, 2);
  assert.deepEqual([signed(1, next.secret), signed(1, before.secret)], [true, false]);
});

test('deliveries wait for a paused endpoint and are sent after it is resumed', async () => {
  const { receiver, tenant, endpoint_id, create } = await arrange();
  await pauseEndpoint(tenant.ctx(), endpoint_id);
  for (const title of ['A', 'B', 'C']) await create(title);
  await claimDue();
  assert.equal(receiver.received.length, 0);
  await resumeEndpoint(tenant.ctx(), endpoint_id);
  await got(receiver, 3);
});

test('a changed URL applies to waiting deliveries, a deleted endpoint cancels them', async () => {
  const { receiver, tenant, endpoint_id, create, state } = await arrange();
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  await create();
  await eventually(state, (row) => row?.attempts === 1);
  await changeEndpoint(tenant.ctx(), endpoint_id, { url: `${receiver.url}/new` });
  pass(15_000);
  await eventually(state, (row) => row?.attempts === 2);
  assert.equal(receiver.received.at(-1)?.path, '/new');
  await deleteEndpoint(tenant.ctx(), endpoint_id);
  pass(65_000);
  await claimDue();
  assert.equal(receiver.received.length, 2);
  assert.equal((await state())?.state, 'cancelled');
});

test('only subscribed events of the own account arrive', async () => {
  const { receiver, tenant, api, create } = await arrange();
  const other = await arrange();
  const id = await create();
  await api.patch(`${TASKS}?task_id=${id}`, { status: 'completed' });
  const open = () => world.db`select 1 from webhook_deliveries where state = 'pending'
    and account_id in (${tenant.account_id}, ${other.tenant.account_id})`;
  await eventually(open, ({ length }) => length === 0);
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body).event),
    ['task.created'],
  );
  assert.equal(other.receiver.received.length, 0);
});

test('deliveries of a dead sender are sent by another sender after the lease', async () => {
  const { receiver, create, state, endpoint_id } = await arrange();
  await pauseFor(endpoint_id, true);
  await create();
  await world.db`
    update webhook_queue
    set due_at = ${new Date(world.clock.now().getTime() + 40_000)}, claim_id = ${randomUUID()}
    where endpoint_id = ${endpoint_id}`;
  await pauseFor(endpoint_id, false);
  pass(39_000);
  await claimDue();
  assert.equal(receiver.received.length, 0);
  pass(2_000);
  await got(receiver, 1);
  // The attempt of the dead sender counts, because it may have been sent.
  await eventually(state, (row) => row?.state === 'delivered' && row.attempts === 2);
});

test('the ledger is balanced', async () => {
  const { cancelled } = (
    await world.db<[{ cancelled: number }]>`
      select count(*)::int as cancelled from webhook_deliveries where state = 'cancelled'`
  )[0];
  const ledger = await ledgerOf(world.db);
  assert.ok(isBalanced({ ...ledger, created: ledger.created - cancelled }), JSON.stringify(ledger));
});

async function pauseFor(endpoint_id: string, paused: boolean) {
  await world.db`update webhook_endpoints set paused_at = ${paused ? world.clock.now() : null} where id = ${endpoint_id}`;
}
