/* Rotation of a signing secret at a chosen time. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { readDeliveryView } from '../../src/features/webhooks/log/deliveryViews.ts';
import { deleteEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { revealEndpointSecret, rotateEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openReceiver } from '../support/receiver.ts';
import { headersOf } from '../support/requestHeads.ts';
import { openWorld } from '../support/world.ts';

const HOUR_MS = 60 * 60_000;
const NOBODY = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
// The service has two senders, either of which may send.
const senders = [world.startSender(), world.startSender()];
const receiver = await openReceiver();
after(() => receiver.close());

async function arrange() {
  const tenant = await world.account();
  const api = await tenant.api();
  const id = await endpointOf(tenant, `${receiver.url}/hook`);
  const { secret: old } = await revealEndpointSecret(tenant.ctx(), id);
  return { tenant, api, id, old };
}

type Arranged = Awaited<ReturnType<typeof arrange>>;
type Secrets = Record<string, string>;

const later = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString();

function pass(ms: number): void {
  world.clock.advance(ms);
  for (const sender of senders) sender.wake();
}

/** Returns the names of the secrets that sign the next delivery: in the contract's header, and in the list header. */
async function signedBy({ api, id }: Pick<Arranged, 'api' | 'id'>, secrets: Secrets) {
  const task = await api.post('/v1/api-tenant-tasks', { title: 'Told' });
  // The result must be stored before the clock advances, or the delivery would be sent again.
  await eventually(
    () => world.db`
      select 1
      from webhook_deliveries as delivery
      where delivery.endpoint_id = ${id}
        and delivery.state = 'pending'`,
    (pending) => pending.length === 0,
  );
  const { headers, body } = receiver.received.find((one) => one.body.includes(task.body.id)) ?? assert.fail();
  return namesOf(headers, body, secrets);
}

function namesOf(headers: Record<string, unknown>, body: string, secrets: Secrets) {
  const header = (name: string) => String(headers[name] ?? headers[name.toLowerCase()]);
  const makes = (secret: string, text: string, form: 'hex' | 'base64') =>
    createHmac('sha256', secret).update(text).digest(form);
  const plain = `${header('X-Webhook-Timestamp')}.${body}`;
  const standard = `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`;
  const named = (signature: string, text: string, form: 'hex' | 'base64') =>
    Object.keys(secrets).find((name) => makes(secrets[name] ?? '', text, form) === signature);
  return {
    one: named(header('X-Webhook-Signature'), plain, 'hex'),
    list: header('webhook-signature')
      .split(' ')
      .map((one) => named(one.replace('v1,', ''), standard, 'base64')),
  };
}

test('the old secret signs until the switch time, the new one afterwards, and the list has both until a day later', async () => {
  const arranged = await arrange();
  const { tenant, id, old } = arranged;
  const switches_at = later(HOUR_MS);
  const rotated = await rotateEndpointSecret(tenant.ctx(), id, { switches_at });
  assert.equal(rotated.switches_at, switches_at);
  const secrets = { old, new: rotated.secret };
  assert.deepEqual(await signedBy(arranged, secrets), { one: 'old', list: ['old', 'new'] });
  const shown = await revealEndpointSecret(tenant.ctx(), id);
  assert.deepEqual(
    [shown.secret, shown.next?.secret, shown.next?.switches_at],
    [old, rotated.secret, switches_at],
  );

  pass(HOUR_MS - 1);
  assert.equal((await signedBy(arranged, secrets)).one, 'old');
  pass(1);
  assert.deepEqual(await signedBy(arranged, secrets), { one: 'new', list: ['new', 'old'] });
  assert.deepEqual((await revealEndpointSecret(tenant.ctx(), id)).next, null);
  pass(DAY_MS - 1);
  assert.deepEqual((await signedBy(arranged, secrets)).list, ['new', 'old']);
  pass(1);
  assert.deepEqual(await signedBy(arranged, secrets), { one: 'new', list: ['new'] });

  // Control: without a time, the new secret is active immediately.
  const next = await rotateEndpointSecret(tenant.ctx(), id);
  const all = { ...secrets, next: next.secret };
  assert.deepEqual(await signedBy(arranged, all), { one: 'next', list: ['next', 'new'] });
});

test('the log shows the original headers of each attempt, before and after the switch', async () => {
  const arranged = await arrange();
  const { tenant, id, old } = arranged;
  const { secret } = await rotateEndpointSecret(tenant.ctx(), id, { switches_at: later(HOUR_MS) });
  const secrets = { old, new: secret };
  await signedBy(arranged, secrets);
  pass(HOUR_MS);
  await signedBy(arranged, secrets);
  const shown = await eventually(
    () => listShown(tenant, id, secrets),
    (found) => found.length === 2,
  );
  assert.deepEqual(shown, [
    { one: 'old', list: ['old', 'new'] },
    { one: 'new', list: ['new', 'old'] },
  ]);
});

async function listShown({ ctx }: { ctx: Arranged['tenant']['ctx'] }, endpoint_id: string, secrets: Secrets) {
  const rows = await world.db<{ event_id: string }[]>`
    select delivery.event_id
    from webhook_deliveries as delivery
    where delivery.endpoint_id = ${endpoint_id}
      and delivery.state = 'delivered'
    order by delivery.event_id`;
  const deliveries = await Promise.all(
    rows.map(({ event_id }) => readDeliveryView(ctx(), { endpoint_id, event_id })),
  );
  return deliveries.map(({ evidence, body }) =>
    namesOf(headersOf(evidence[0]?.request_head), body ?? '', secrets),
  );
}

test('409 for a rotation while one is scheduled, 200 after it was applied or cancelled', async () => {
  const arranged = await arrange();
  const { api, id, old } = arranged;
  const path = (what: string) => `/v1/endpoints/${what}?endpoint_id=${id}`;
  const switches_at = later(HOUR_MS);
  const first = await api.post(path('rotate'), { switches_at });
  assert.deepEqual([first.status, first.body.switches_at], [200, switches_at]);
  for (const body of [{}, { switches_at: later(2 * HOUR_MS) }]) {
    const refused = await api.post(path('rotate'), body);
    assert.deepEqual([refused.status, refused.body.error], [409, 'CONFLICT']);
    assert.match(refused.body.message, new RegExp(`already scheduled for ${switches_at}`));
  }
  assert.equal((await api.get(`/v1/endpoint?endpoint_id=${id}`)).body.secret_switches_at, switches_at);

  const ended = await api.delete(path('rotate'));
  assert.deepEqual([ended.status, ended.body.secret_switches_at], [200, null]);
  assert.equal((await api.delete(path('rotate'))).status, 409);
  const secrets = { old, first: first.body.secret };
  assert.deepEqual(await signedBy(arranged, secrets), { one: 'old', list: ['old'] });

  const second = await api.post(path('rotate'), { switches_at });
  const switched = await api.post(path('switch'));
  const now = world.clock.now().toISOString();
  assert.deepEqual([switched.status, switched.body.secret_switches_at], [200, now]);
  const both = { old, second: second.body.secret };
  assert.deepEqual(await signedBy(arranged, both), { one: 'second', list: ['second', 'old'] });
  pass(1);
  const again = await api.post(path('switch'));
  assert.deepEqual([again.status, again.body.secret_switches_at], [200, now]);
  assert.equal((await api.delete(path('rotate'))).status, 409);
  pass(DAY_MS);
  assert.deepEqual(await signedBy(arranged, both), { one: 'second', list: ['second'] });
});

test('200 for a past time, which means now, and for the last possible time', async () => {
  const { tenant, api, id } = await arrange();
  const path = `/v1/endpoints/rotate?endpoint_id=${id}`;
  const past = await api.post(path, { switches_at: later(-1) });
  assert.equal(past.body.switches_at, null);
  assert.equal((await revealEndpointSecret(tenant.ctx(), id)).secret, past.body.secret);
  const last = '9999-12-31T23:59:59.999Z';
  assert.equal((await api.post(path, { switches_at: last })).body.switches_at, last);
  assert.equal((await api.post(path, { switches_at: 'soon' })).status, 400);
});

test("404 for a deleted, another account's and an unknown endpoint", async () => {
  const { tenant, id } = await arrange();
  const stranger = await (await world.account()).api();
  const own = await tenant.api();
  const statuses = async (api: typeof own, endpoint: string) => [
    (await api.post(`/v1/endpoints/rotate?endpoint_id=${endpoint}`, {})).status,
    (await api.delete(`/v1/endpoints/rotate?endpoint_id=${endpoint}`)).status,
    (await api.post(`/v1/endpoints/switch?endpoint_id=${endpoint}`)).status,
  ];
  await rotateEndpointSecret(tenant.ctx(), id, { switches_at: later(HOUR_MS) });
  assert.deepEqual(await statuses(stranger, id), [404, 404, 404]);
  assert.deepEqual(await statuses(own, NOBODY), [404, 404, 404]);
  await deleteEndpoint(tenant.ctx(), id);
  assert.deepEqual(await statuses(own, id), [404, 404, 404]);
});
