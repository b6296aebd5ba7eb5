import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { deliveryCurl } from '../../dashboard/features/webhooks/curl.ts';
import {
  deleteEndpoint,
  changeEndpoint,
  pauseEndpoint,
} from '../../src/features/webhooks/endpoints/endpoints.ts';
import { sendTestEvent } from '../../src/features/webhooks/log/deliveries.ts';
import { sendToAnotherEndpoint } from '../../src/features/webhooks/log/resending.ts';
import { listDeliveryViews, readDeliveryView } from '../../src/features/webhooks/log/deliveryViews.ts';
import { revealEndpointSecret, rotateEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { formatResponseHead } from '../../src/features/webhooks/sending/signedHeaders.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const run = promisify(execFile);
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const receiver = await openReceiver();
after(() => receiver.close());
const tenant = await world.account();
const stranger = await world.account();
const endpoint_id = await endpointOf(tenant, `${receiver.url}/it's?a[]=1`, ['task.created']);
const other_id = await endpointOf(tenant, `${receiver.url}/other`, ['task.completed']);

async function settled(ref: { event_id: string; endpoint_id: string }) {
  sender.wake();
  return eventually(
    () => readDeliveryView(tenant.ctx(), ref),
    ({ state }) => state !== 'pending',
  );
}

const sendOne = async () => settled(await sendTestEvent(tenant.ctx(), endpoint_id));

test('the recorded request does not change with the secret or the URL', async () => {
  receiver.answer = (_request, response) =>
    void response.writeHead(503, { 'x-reason': 'full', 'set-cookie': 'sid=secret' }).end('the disk is full');
  const before = await sendOne();
  const { secret } = await revealEndpointSecret(tenant.ctx(), endpoint_id);
  const [evidence] = before.evidence;
  assert.match(evidence?.request_head ?? '', /^POST http.*\/it's\?a\[\]=1\n/);
  assert.match(evidence?.request_head ?? '', /\nX-Webhook-Signature: [0-9a-f]{64}\n/);
  assert.match(evidence?.answer_head ?? '', /^x-reason: full\nset-cookie: \(not kept\)$/m);
  assert.ok(!JSON.stringify(before).includes(secret));

  await rotateEndpointSecret(tenant.ctx(), endpoint_id, {});
  await changeEndpoint(tenant.ctx(), endpoint_id, { url: `${receiver.url}/moved?it's=1` });
  assert.deepEqual((await readDeliveryView(tenant.ctx(), before)).evidence, before.evidence);
});

test('no request is recorded without a connection', async () => {
  const closed = await openReceiver();
  const id = await endpointOf(tenant, closed.url, ['task.created']);
  await closed.close();
  const { evidence, log } = await settled(await sendTestEvent(tenant.ctx(), id));
  assert.deepEqual([...evidence], [{ request_head: null, answer_head: null }]);
  const { deliveries } = await listDeliveryViews(tenant.ctx(), { endpoint_id: id, limit: 10, offset: 0 });
  assert.deepEqual(
    [deliveries[0]?.last?.outcome, deliveries[0]?.last?.status, deliveries[0]?.last?.total_ms],
    ['connection_refused', null, log[0]?.total_ms],
  );
});

test('the exported command sends the same bytes with a valid signature', async () => {
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  const { evidence, body } = await sendOne();
  const { secret } = await revealEndpointSecret(tenant.ctx(), endpoint_id);
  const count = receiver.received.length;
  await run('sh', ['-c', deliveryCurl(evidence[0]?.request_head ?? '', body ?? '')]);
  const got = receiver.received[count] ?? assert.fail('nothing came');
  const text = `${String(got.headers['x-webhook-timestamp'])}.${got.body}`;
  assert.equal(got.body, body);
  assert.equal(got.headers['x-webhook-signature'], createHmac('sha256', secret).update(text).digest('hex'));
});

test('200 for sending to another endpoint once, with the same event and body and its own signature', async () => {
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  const { event_id, body } = await sendOne();
  const ref = { event_id, endpoint_id };
  const both = await Promise.allSettled([
    sendToAnotherEndpoint(tenant.ctx(), ref, other_id),
    sendToAnotherEndpoint(tenant.ctx(), ref, other_id),
  ]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const { state, log } = await settled({ event_id, endpoint_id: other_id });
  assert.deepEqual([state, log.length], ['delivered', 1]);
  const got = receiver.received.filter(({ path }) => path === '/other');
  assert.deepEqual(
    got.map((one) => [one.body, one.headers['webhook-id']]),
    [[body, `evt-${event_id}`]],
  );
  const { secret } = await revealEndpointSecret(tenant.ctx(), other_id);
  const text = `${String(got[0]?.headers['x-webhook-timestamp'])}.${body}`;
  assert.equal(
    got[0]?.headers['x-webhook-signature'],
    createHmac('sha256', secret).update(text).digest('hex'),
  );
});

test('400 for sending to the same endpoint, 409 to a paused one, 404 to a deleted, foreign or unknown one', async () => {
  const { event_id } = await sendOne();
  const ref = { event_id, endpoint_id };
  const [paused, gone] = [
    await endpointOf(tenant, `${receiver.url}/paused`, ['task.created']),
    await endpointOf(tenant, `${receiver.url}/gone`, ['task.created']),
  ];
  const foreign = await endpointOf(stranger, receiver.url, ['task.created']);
  await pauseEndpoint(tenant.ctx(), paused);
  await deleteEndpoint(tenant.ctx(), gone);
  await assert.rejects(sendToAnotherEndpoint(tenant.ctx(), ref, endpoint_id), { code: 'BAD_REQUEST' });
  await assert.rejects(sendToAnotherEndpoint(tenant.ctx(), ref, paused), { code: 'CONFLICT' });
  await assert.rejects(sendToAnotherEndpoint(tenant.ctx(), ref, gone), { code: 'NOT_FOUND' });
  await assert.rejects(sendToAnotherEndpoint(tenant.ctx(), ref, foreign), { code: 'NOT_FOUND' });
  await assert.rejects(sendToAnotherEndpoint(stranger.ctx(), ref, foreign), { code: 'NOT_FOUND' });
});

test('response headers are truncated, and credentials are omitted', () => {
  assert.equal(
    formatResponseHead({ 'Set-Cookie': ['a=1', 'b=2'], via: 'x' }),
    'Set-Cookie: (not kept)\nSet-Cookie: (not kept)\nvia: x',
  );
  assert.equal(formatResponseHead({ long: 'x'.repeat(10_000) }).length, 4_096);
});
