import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  listDeliveries,
  readDelivery,
  retryDelivery,
  sendTestEvent,
} from '../../src/features/webhooks/log/deliveries.ts';
import { retryNextBatch } from '../../src/features/webhooks/log/sql/retries.ts';
import { deliveriesWritten } from '../../src/events/emit.ts';
import { readRetryJob, startRetryJob, runRetryJobs } from '../../src/features/webhooks/log/retries.ts';
import {
  deleteEndpoint,
  readEndpoint,
  resetFailureCount,
} from '../../src/features/webhooks/endpoints/endpoints.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { openReceiver } from '../support/receiver.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const receiver = await openReceiver();
after(() => receiver.close());
const tenant = await world.account();
const stranger = await world.account();
const api = await tenant.api();
const endpoint_id = await endpointOf(tenant, receiver.url, ['task.created', 'task.status_changed']);
const page = { limit: 50, offset: 0 };
const FAILS = (_request: unknown, response: { writeHead(status: number): { end(text: string): unknown } }) =>
  void response.writeHead(500).end('the disk is full\0');

async function failOne(title: string): Promise<string> {
  const { id } = (await api.post('/v1/api-tenant-tasks', { title })).body;
  for (let attempt = 1; attempt <= 3; attempt++) {
    await eventually(
      () => world.db<{ attempts: number }[]>`
        select d.attempts from webhook_deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
        where e.body like ${`%${id}%`}`,
      ([row]) => row?.attempts === attempt,
    );
    world.clock.advance(66_000);
    sender.wake();
  }
  const [row] = await world.db<[{ event_id: string }]>`
    select id as event_id from events where body like ${`%${id}%`}`;
  return row.event_id;
}

const stateOf = async (event_id: string) =>
  (await readDelivery(tenant.ctx(), { event_id, endpoint_id })).state;

test('the log has every attempt with its outcome, times, address and answer', async () => {
  receiver.answer = FAILS;
  const event_id = await failOne('Logged');
  const { log, body, state, attempts, url } = await readDelivery(tenant.ctx(), { event_id, endpoint_id });
  assert.deepEqual([state, attempts, url, log.length], ['failed', 3, receiver.url, 3]);
  assert.equal(JSON.parse(body ?? '').data.title, 'Logged');
  const [first] = log;
  assert.deepEqual(
    [first?.attempt, first?.outcome, first?.status, first?.address, first?.answer],
    [1, 'bad_status', 500, '127.0.0.1', 'the disk is full\uFFFD'],
  );
  assert.ok(first && first.total_ms > 0 && first.first_byte_ms !== null);
});

test('the log has the first 4 KB of a long response', async () => {
  receiver.answer = (_request, response) => void response.writeHead(503).end('x'.repeat(5_000));
  const event_id = await failOne('Long');
  const { log } = await readDelivery(tenant.ctx(), { event_id, endpoint_id });
  assert.deepEqual(
    log.map(({ answer }) => answer?.length),
    [4_096, 4_096, 4_096],
  );
  await world.db`delete from webhook_deliveries where event_id = ${event_id}`;
});

test('an attempt with an empty response has no response in the log', async () => {
  receiver.answer = (_request, response) => void response.writeHead(503).end();
  const event_id = await failOne('Silent');
  const { log } = await readDelivery(tenant.ctx(), { event_id, endpoint_id });
  assert.deepEqual(
    log.map(({ status, answer }) => [status, answer]),
    [
      [503, null],
      [503, null],
      [503, null],
    ],
  );
  await world.db`delete from webhook_deliveries where event_id = ${event_id}`;
});

test('the list is filtered by state, event, endpoint, time and event id', async () => {
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  const { id } = (await api.post('/v1/api-tenant-tasks', { title: 'Fine' })).body;
  await api.patch(`/v1/api-tenant-tasks?task_id=${id}`, { status: 'in_progress' });
  const list = async (filter: object) =>
    (await listDeliveries(tenant.ctx(), { ...page, ...filter })).deliveries;
  await eventually(
    () => list({ state: 'delivered' }),
    (found) => found.length === 2,
  );
  assert.equal((await list({})).length, 3);
  assert.equal((await list({ state: 'failed' })).length, 1);
  assert.equal((await list({ event: 'task.status_changed' })).length, 1);
  assert.equal((await list({ endpoint_id })).length, 3);
  const [newest] = await list({});
  assert.ok(newest);
  assert.equal((await list({ event_id: newest.event_id })).length, 1);
  assert.equal((await list({ from: newest.created_at, to: newest.created_at })).length, 2);
  assert.equal((await listDeliveries(stranger.ctx(), page)).deliveries.length, 0);
  assert.equal((await listDeliveries(tenant.ctx(), { limit: 2, offset: 0 })).has_more, true);
});

test('a manual retry makes one attempt with the same event, and no further one after a failure', async () => {
  receiver.answer = FAILS;
  const event_id = await failOne('Again');
  const { failure_count } = await readEndpoint(tenant.ctx(), endpoint_id);
  const before = receiver.received.length;
  let release = () => {};
  receiver.answer = (request, response) => void (release = () => FAILS(request, response));
  await retryDelivery(tenant.ctx(), { event_id, endpoint_id });
  await assert.rejects(retryDelivery(tenant.ctx(), { event_id, endpoint_id }), { code: 'CONFLICT' });
  await eventually(
    () => receiver.received.length,
    (length) => length > before,
  );
  release();
  await eventually(
    () => stateOf(event_id),
    (state) => state === 'failed',
  );
  assert.equal(receiver.received.length, before + 1);
  assert.equal(receiver.received.at(-1)?.headers['webhook-id'], `evt-${event_id}`);
  assert.equal((await readEndpoint(tenant.ctx(), endpoint_id)).failure_count, failure_count);
  receiver.answer = (_request, response) => void response.writeHead(200).end();
  await retryDelivery(tenant.ctx(), { event_id, endpoint_id });
  await eventually(
    () => stateOf(event_id),
    (state) => state === 'delivered',
  );
  await assert.rejects(retryDelivery(stranger.ctx(), { event_id, endpoint_id }), { code: 'NOT_FOUND' });
});

test('all deliveries that failed since a given time are retried once, with progress', async () => {
  receiver.answer = FAILS;
  const early = await failOne('Early');
  const since = new Date(world.clock.now().getTime() + 1).toISOString();
  world.clock.advance(10);
  const late = [await failOne('Late 1'), await failOne('Late 2')];
  receiver.answer = (_request, response) => void response.writeHead(200).end();
  const { id, total } = await startRetryJob(tenant.ctx(), { since });
  assert.equal(total, 2);
  await runRetryJobs(world.db, world.clock);
  const { retried, finished_at } = await readRetryJob(tenant.ctx(), id);
  assert.deepEqual([retried, finished_at], [2, world.clock.now().toISOString()]);
  for (const event_id of late)
    await eventually(
      () => stateOf(event_id),
      (state) => state === 'delivered',
    );
  assert.equal(await stateOf(early), 'failed');
  await assert.rejects(readRetryJob(stranger.ctx(), id), { code: 'NOT_FOUND' });
});

/** Creates an account with a permanently failed delivery and an empty queue. */
async function makeFailed() {
  const other = await world.account();
  const endpoint_id = await endpointOf(other, 'http://127.0.0.1:1/');
  await (await other.api()).post('/v1/api-tenant-tasks', { title: 'Woken' });
  const readFirst = async () => (await listDeliveries(other.ctx(), page)).deliveries[0];
  const delivery = await eventually(readFirst, (found) => found?.attempts === 1);
  assert.ok(delivery);
  await world.db`delete from webhook_queue where account_id = ${other.account_id}`;
  await world.db`
    update webhook_deliveries set state = 'failed', failed_at = ${world.clock.now()}
    where account_id = ${other.account_id}`;
  return { other, ref: { event_id: delivery.event_id, endpoint_id } };
}

test('senders are woken only for retried deliveries', async () => {
  const [late, by_hand] = [await makeFailed(), await makeFailed()];
  let woken = 0;
  const stop = deliveriesWritten.subscribe(() => woken++);
  await startRetryJob(late.other.ctx(), { since: '2026-01-01T00:00:00.000Z' });
  await runRetryJobs(world.db, world.clock);
  assert.equal(woken, 1);
  await startRetryJob(late.other.ctx(), { since: '2026-01-01T00:00:00.000Z' });
  await runRetryJobs(world.db, world.clock);
  assert.equal(woken, 1, 'nothing had failed since');
  await retryDelivery(by_hand.other.ctx(), by_hand.ref);
  assert.equal(woken, 2);
  await sendTestEvent(by_hand.other.ctx(), by_hand.ref.endpoint_id);
  assert.equal(woken, 3);
  stop();
});

test('a retry includes only deliveries that failed before its request', async () => {
  const other = await world.account();
  const gone = 'http://127.0.0.1:1/';
  const endpoints = [
    await endpointOf(other, gone),
    await endpointOf(other, gone),
    await endpointOf(other, gone),
  ];
  await (await other.api()).post('/v1/api-tenant-tasks', { title: 'Told' });
  await world.db`delete from webhook_queue where account_id = ${other.account_id}`;
  const fail = async (endpoint_id: string | undefined, failed_at: Date) => {
    await world.db`
      update webhook_deliveries set state = 'failed', failed_at = ${failed_at}
      where account_id = ${other.account_id} and endpoint_id = ${String(endpoint_id)}`;
  };
  const asked_at = world.clock.now();
  await fail(endpoints[0], asked_at);
  const { id, total } = await startRetryJob(other.ctx(), { since: '2026-01-01T00:00:00.000Z' });
  await fail(endpoints[1], new Date(asked_at.getTime() + 1));
  world.clock.advance(10);
  await runRetryJobs(world.db, world.clock);
  const { retried } = await readRetryJob(other.ctx(), id);
  assert.deepEqual([total, retried], [1, 1]);
});

test('409 for a manual retry while a retry of all failed deliveries queues the same one', async () => {
  const { other, ref } = await makeFailed();
  const { id } = await startRetryJob(other.ctx(), { since: '2026-01-01T00:00:00.000Z' });
  const step = { count: 1, now: world.clock.now() };
  const queueAll = (tx: Transaction) => retryNextBatch(tx, other.account_id, id, step);
  const manual = askInOrder(world.db, queueAll, [() => retryDelivery(other.ctx(), ref)]);
  await assert.rejects(manual, { code: 'CONFLICT' });
});

test('404 for a manual retry to an endpoint that was deleted, which gets no attempt', async () => {
  const { other, ref } = await makeFailed();
  await deleteEndpoint(other.ctx(), ref.endpoint_id);
  await assert.rejects(retryDelivery(other.ctx(), ref), { code: 'NOT_FOUND' });
  const queued = await world.db`select from webhook_queue where account_id = ${other.account_id}`;
  assert.equal(queued.length, 0);
});

test('a test event is sent once and only to its endpoint', async () => {
  receiver.answer = FAILS;
  const before = receiver.received.length;
  const { event_id } = await sendTestEvent(tenant.ctx(), endpoint_id, 'session.completed');
  await eventually(
    () => stateOf(event_id),
    (state) => state === 'failed',
  );
  world.clock.advance(70_000);
  sender.wake();
  assert.equal(receiver.received.length, before + 1);
  assert.equal(JSON.parse(receiver.received.at(-1)?.body ?? '').event, 'session.completed');
  await assert.rejects(sendTestEvent(stranger.ctx(), endpoint_id), { code: 'NOT_FOUND' });
});

test('a test event without a type has the first type that the endpoint subscribed to', async () => {
  const other_id = await endpointOf(tenant, receiver.url, ['session.completed', 'task.created']);
  const { events } = await readEndpoint(tenant.ctx(), other_id);
  const ref = await sendTestEvent(tenant.ctx(), other_id);
  const { event } = await readDelivery(tenant.ctx(), ref);
  assert.deepEqual([event, events[0]], ['session.completed', 'session.completed']);
});

test('the failure count can be reset', async () => {
  assert.ok((await readEndpoint(tenant.ctx(), endpoint_id)).failure_count > 0);
  assert.equal((await resetFailureCount(tenant.ctx(), endpoint_id)).failure_count, 0);
});
