/* The outcome of a delivery for each kind of answer, and the number of requests that receivers counted. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { readEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { revealEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openReceiver, openSocketServer } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const SUCCESSES = [200, 201, 202, 203, 204, 205, 206, 226, 299];
const FAILURES = [300, 301, 302, 304, 307, 400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 502, 503, 504];
const TASKS = '/v1/api-tenant-tasks';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const receiver = await openReceiver();
/** A receiver that announces a body of a gigabyte, sends a few bytes and then stops. */
const endless = await openSocketServer((socket) =>
  socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nerror')),
);
after(() => Promise.all([receiver.close(), endless.close()]));
receiver.answer = ({ path }, response) =>
  void response.writeHead(Number(path.slice(1)), { Location: `${receiver.url}/200` }).end();

const tenant = await world.account();
const api = await tenant.api();
const endpoints = new Map<number, string>();
for (const status of [...SUCCESSES, ...FAILURES])
  endpoints.set(status, await endpointOf(tenant, `${receiver.url}/${status}`));
const body_unread = await endpointOf(tenant, `http://127.0.0.1:${endless.port}/`);

const attemptsMade = async () => {
  const rows = await world.db`select 1 from webhook_attempts where account_id = ${tenant.account_id}`;
  return rows.length;
};
const sender = world.startSender();
await api.post(TASKS, { title: 'Told' });
const AT = [0, 15_000, 80_000];
const ATTEMPTS = [
  SUCCESSES.length + FAILURES.length + 1,
  SUCCESSES.length + 2 * FAILURES.length + 1,
  SUCCESSES.length + 3 * FAILURES.length + 1,
];
const dispatched: string[] = [];
for (const [at, count] of ATTEMPTS.entries()) {
  world.clock.advance((AT[at] ?? 0) - (AT[at - 1] ?? 0));
  dispatched.push(String(Math.floor(world.clock.now().getTime() / 1000)));
  sender.wake();
  await eventually(attemptsMade, (made) => made === count);
}
const waiting = () => world.db`select 1 from webhook_queue where account_id = ${tenant.account_id}`;
await eventually(waiting, ({ length }) => length === 0);

const postsTo = (status: number) => receiver.received.filter(({ path }) => path === `/${status}`);
const stateOf = async (endpoint_id = '') => {
  const [row] = await world.db`
    select state, attempts from webhook_deliveries where endpoint_id = ${endpoint_id}`;
  const { failure_count } = await readEndpoint(tenant.ctx(), endpoint_id);
  return [row?.['state'], row?.['attempts'], failure_count];
};

for (const status of SUCCESSES) {
  test(`delivered with one POST for ${status}`, async () => {
    assert.deepEqual(await stateOf(endpoints.get(status)), ['delivered', 1, 0]);
    assert.equal(postsTo(status).length, 1);
  });
}

test('delivered for a 200 whose body never ends', async () => {
  assert.deepEqual(await stateOf(body_unread), ['delivered', 1, 0]);
  assert.equal(endless.connections(), 1);
});

for (const status of FAILURES) {
  test(`failed after exactly three POSTs for ${status}, one event_id, each signed at its dispatch`, async () => {
    const endpoint_id = endpoints.get(status) ?? '';
    const posts = postsTo(status);
    assert.equal(posts.length, 3);
    assert.deepEqual(await stateOf(endpoint_id), ['failed', 3, 1]);
    assert.equal(new Set(posts.map(({ body }) => body)).size, 1);
    assert.match(JSON.parse(posts[0]?.body ?? '').event_id, /^evt-[0-9a-f-]{36}$/);
    const { secret } = await revealEndpointSecret(tenant.ctx(), endpoint_id);
    assert.deepEqual(
      posts.map(({ headers }) => headers['x-webhook-timestamp']),
      dispatched,
    );
    assert.deepEqual(
      posts.map(({ headers }) => headers['x-webhook-signature']),
      posts.map(({ body }, at) =>
        createHmac('sha256', secret).update(`${dispatched[at]}.${body}`).digest('hex'),
      ),
    );
  });
}

test('two events reach one endpoint and one event reaches two endpoints, each with its own secret', async () => {
  const owner = await world.account();
  const own = await owner.api();
  const first = await endpointOf(owner, `${receiver.url}/200?first`, ['task.created', 'task.completed']);
  const second = await endpointOf(owner, `${receiver.url}/200?second`, ['task.completed']);
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  const { body: task } = await own.post(TASKS, { title: 'Told twice' });
  await own.patch(`${TASKS}?task_id=${task.id}`, { status: 'completed' });
  const open = () =>
    world.db`select 1 from webhook_deliveries where account_id = ${owner.account_id} and state = 'pending'`;
  await eventually(open, ({ length }) => length === 0);
  const got = (query: string) =>
    receiver.received
      .filter(({ path }) => path === `/200?${query}`)
      .map(({ body, headers }) => ({ ...JSON.parse(body), body, headers }));
  const eventsAt = (query: string) =>
    got(query)
      .map(({ event }) => String(event))
      .toSorted();
  assert.deepEqual(eventsAt('first'), ['task.completed', 'task.created']);
  assert.deepEqual(eventsAt('second'), ['task.completed']);
  const [theirs] = got('second');
  const ours = got('first').find(({ event }) => event === 'task.completed');
  assert.equal(ours?.body, theirs?.body);
  assert.deepEqual(Object.keys(JSON.parse(theirs?.body ?? '')), ['event', 'event_id', 'timestamp', 'data']);
  for (const [endpoint_id, post] of [
    [first, ours],
    [second, theirs],
  ] as const) {
    const { secret } = await revealEndpointSecret(owner.ctx(), endpoint_id);
    const text = `${post?.headers['x-webhook-timestamp']}.${post?.body}`;
    const expected = createHmac('sha256', secret).update(text).digest('hex');
    assert.equal(post?.headers['x-webhook-signature'], expected);
  }
});
