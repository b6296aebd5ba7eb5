/* Operations for the pages of developers and settings that the public API does not have. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { openReceiver } from '../support/receiver.ts';
import { headersOf } from '../support/requestHeads.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const receiver = await openReceiver();
after(() => receiver.close());
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const stranger = await consoleOf(world, (await world.account()).admin);
const endpoint_id = await endpointOf(tenant, receiver.url, ['task.created']);

async function testEvent(): Promise<any> {
  const { event_id } = (await admin.post(`/endpoints/test?endpoint_id=${endpoint_id}`, {})).body;
  sender.wake();
  const read = async () =>
    (await admin.get(`/delivery?event_id=${event_id}&endpoint_id=${endpoint_id}`)).body;
  return eventually(read, ({ state }) => state === 'delivered');
}

test('200 with the sent headers, also after the secret and the URL changed', async () => {
  const delivery = await testEvent();
  const received = receiver.received.at(-1)?.headers ?? {};
  const sent = headersOf(delivery.evidence[0].request_head);
  for (const name of ['X-Webhook-Timestamp', 'X-Webhook-Signature', 'webhook-signature', 'webhook-id'])
    assert.equal(sent[name], received[name.toLowerCase()], name);

  world.clock.advance(1_000);
  const { secret } = (await admin.post(`/endpoints/rotate?endpoint_id=${endpoint_id}`)).body;
  const earlier = await admin.get(`/delivery?event_id=${delivery.event_id}&endpoint_id=${endpoint_id}`);
  assert.deepEqual(earlier.body.evidence, delivery.evidence);
  assert.equal(delivery.evidence[0].request_head.split('\n')[0], `POST ${receiver.url}`);
  assert.match(delivery.evidence[0].answer_head, /^date: /m);
  const later = await testEvent();
  const next = headersOf(later.evidence[0].request_head);
  const text = `${next['X-Webhook-Timestamp']}.${later.body}`;
  assert.equal(next['X-Webhook-Signature'], createHmac('sha256', secret).update(text).digest('hex'));
  assert.equal(next['webhook-signature'], receiver.received.at(-1)?.headers['webhook-signature']);
});

test('200 with the delivery results of the last week for every endpoint', async () => {
  const { endpoints } = (await admin.get('/endpoints/health')).body;
  assert.equal(endpoints.length, 1);
  assert.deepEqual([endpoints[0].endpoint_id, endpoints[0].waiting], [endpoint_id, 0]);
  assert.deepEqual(
    endpoints[0].days.map((day: any) => day.delivered + day.failed),
    [0, 0, 0, 0, 0, 0, 2],
  );
});

test('200 with every review of an app for its owner, 404 for others', async () => {
  const fresh = { name: 'Planner', redirect_uris: ['https://a.example/cb'], scopes: ['read:tasks'] };
  const { client_id } = (await admin.post('/apps', fresh)).body;
  const of = `?client_id=${client_id}`;
  await admin.post(`/apps/review${of}`);
  await staff.post(`/staff/reviews${of}`, { decision: 'send_back', notes: 'Say more.' });
  await admin.post(`/apps/review${of}`);
  const { reviews } = (await admin.get(`/apps/review${of}`)).body;
  assert.deepEqual(
    reviews.map(({ decision, notes }: any) => [decision, notes]),
    [
      [null, null],
      ['sent_back', 'Say more.'],
    ],
  );
  assert.equal((await admin.get(`/app${of}`)).body.name, 'Planner');
  assert.deepEqual((await admin.get(`/app/connections${of}`)).body.connections, []);
  for (const path of ['/app', '/apps/review', '/app/connections'])
    assert.equal((await stranger.get(path + of)).status, 404, path);
});

test('200 for a new name of the account, with an audit entry', async () => {
  const { body } = await admin.patch('/account', { name: 'Werkstatt Süd' });
  assert.equal(body.name, 'Werkstatt Süd');
  assert.equal((await admin.get('/me')).body.account.name, 'Werkstatt Süd');
  const { entries } = (await admin.get('/audit?action=account&limit=1')).body;
  assert.equal(entries[0].action, 'account.renamed');
  assert.equal((await admin.patch('/account', { name: ' ' })).status, 400);
});

test('200 for a new password, which ends all other sign-ins', async () => {
  const own = await world.account();
  const here = await consoleOf(world, own.admin);
  const elsewhere = await consoleOf(world, own.admin);
  const change = (current_password: string) =>
    here.call('/password', { method: 'PUT', body: { current_password, new_password: 'a much longer one' } });
  assert.match((await change('wrong')).body.message, /^current_password: /);
  assert.deepEqual((await change(own.admin.password)).body, { signed_out: 1 });
  assert.equal((await here.get('/me')).status, 200);
  assert.equal((await elsewhere.get('/me')).status, 401);
  await consoleOf(world, { ...own.admin, password: 'a much longer one' });
});

test('429 after too many wrong passwords', async () => {
  const own = await world.account();
  const here = await consoleOf(world, own.admin);
  const guess = (current_password: string) =>
    here.call('/password', { method: 'PUT', body: { current_password, new_password: 'a much longer one' } });
  for (let tries = 0; tries < 10; tries++) await guess('wrong');
  const { status, body } = await guess(own.admin.password);
  assert.deepEqual([status, /too many/.test(body.message)], [429, true]);
});
