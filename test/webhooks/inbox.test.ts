import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import {
  deleteOldArrivals,
  listArrivals,
  updateInboxUrls,
  readArrival,
} from '../../src/features/webhooks/inbox/inboxes.ts';
import { revealEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { signatureHeaders } from '../../src/features/webhooks/signing.ts';
import { consoleOf } from '../../support/console.ts';
import { callerAt } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const sender = world.startSender();
const tenant = await world.account();
const desk = await consoleOf(world, tenant.admin);
const UNKNOWN = `/inbox/v1/${tenant.account_id}/${'0'.repeat(48)}`;

type Inbox = { id: string; url: string; path: string };

async function makeInbox(of: Tenant = tenant, at = desk): Promise<Inbox> {
  const { status, body } = await at.post('/inboxes', { events: ['task.created'] });
  assert.equal(status, 201, JSON.stringify(body));
  const { body: endpoint } = await at.get(`/endpoint?endpoint_id=${body.id}`);
  assert.ok(endpoint.url.startsWith(`${world.url}/inbox/v1/${of.account_id}/`));
  return { id: body.id, url: endpoint.url, path: new URL(endpoint.url).pathname };
}

const arrivalsOf = async ({ id }: Inbox) => (await desk.get(`/inbox?endpoint_id=${id}`)).body.arrivals;

const verdictsOf = async (inbox: Inbox) =>
  (await arrivalsOf(inbox)).map(({ verdict }: { verdict: string }) => verdict);

async function signedBy({ id }: Inbox, text: string, at = world.clock.now()) {
  const { secret } = await revealEndpointSecret(tenant.ctx(), id);
  return signatureHeaders(secret, text, at);
}

const post = (path: string, text: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, {
    method: 'POST',
    body: text,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

test('201 for an inbox, which shows deliveries as verified with headers and body', async () => {
  const inbox = await makeInbox();
  assert.deepEqual(await arrivalsOf(inbox), []);
  const api = await tenant.api();
  await api.post('/v1/api-tenant-tasks', { title: 'First webhook' });
  sender.wake();
  const [arrival] = await eventually(
    () => arrivalsOf(inbox),
    (arrivals) => arrivals.length === 1,
  );
  assert.deepEqual([arrival.verdict, arrival.event], ['verified', 'task.created']);
  const { body } = await desk.get(`/inbox/arrival?endpoint_id=${inbox.id}&arrival_id=${arrival.id}`);
  assert.equal(JSON.parse(body.body).data.title, 'First webhook');
  assert.equal(body.is_cut, false);
  const names = body.headers.map(({ name }: { name: string }) => name);
  assert.ok(names.includes('X-Webhook-Signature') && names.includes('X-Webhook-Timestamp'));
  await eventually(
    () => desk.get(`/deliveries?endpoint_id=${inbox.id}`),
    ({ body: { deliveries } }) => deliveries[0].state === 'delivered',
  );
});

test('200 for an unsigned request, which is shown as not verified with the reason', async () => {
  const inbox = await makeInbox();
  const text = JSON.stringify({ event: 'task.completed', data: {} });
  const genuine = await signedBy(inbox, text);
  const old = await signedBy(inbox, text, new Date(world.clock.now().getTime() - 301_000));
  await post(inbox.path, text);
  await post(inbox.path, `${text} `, genuine);
  await post(inbox.path, text, { ...genuine, 'X-Webhook-Signature': 'not hex' });
  await post(inbox.path, text, old);
  const { status } = await post(inbox.path, text, genuine);
  assert.equal(status, 200);
  assert.deepEqual(await verdictsOf(inbox), [
    'verified',
    'too_old',
    'wrong_signature',
    'wrong_signature',
    'unsigned',
  ]);
});

test('200 with a signature of up to 300 s before and after, and unsigned with one of its two headers', async () => {
  const inbox = await makeInbox();
  // Aligns the clock, because signature timestamps are whole seconds.
  world.clock.advance(1_000 - world.clock.now().getMilliseconds());
  const now_ms = world.clock.now().getTime();
  for (const seconds of [-301, -300, 300, 301])
    await post(inbox.path, '{}', await signedBy(inbox, '{}', new Date(now_ms + 1_000 * seconds)));
  assert.deepEqual(await verdictsOf(inbox), ['too_old', 'verified', 'verified', 'too_old']);
  const headers = await signedBy(inbox, '{}');
  for (const name of ['X-Webhook-Timestamp', 'X-Webhook-Signature'] as const)
    await post(inbox.path, '{}', { [name]: headers[name] });
  await post(inbox.path, '');
  assert.deepEqual((await verdictsOf(inbox)).slice(0, 3), ['unsigned', 'unsigned', 'unsigned']);
  const [last] = await arrivalsOf(inbox);
  assert.deepEqual([last.event, last.body_bytes], [null, 0]);
});

test('200 with the headers as they were sent, up to 8 KB of names and values', async () => {
  const inbox = await makeInbox();
  const headersOf = async (filling: number) => {
    const headers = ['Content-Type', 'application/json', 'Host', 'a', 'X-Fill', 'x'.repeat(filling)];
    const sending = request(world.url + inbox.path, { method: 'POST', headers, agent: false });
    const [answer] = await once(sending.end('{}'), 'response');
    answer.resume();
    const [{ id }] = await arrivalsOf(inbox);
    const { body } = await desk.get(`/inbox/arrival?endpoint_id=${inbox.id}&arrival_id=${id}`);
    return body.headers as { name: string; value: string }[];
  };
  const sent = await headersOf(1);
  assert.deepEqual(sent.slice(0, 2), [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Host', value: 'a' },
  ]);
  assert.deepEqual(
    sent.find(({ name }) => name === 'X-Fill'),
    { name: 'X-Fill', value: 'x' },
  );
  const characters = sent.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  const most = 8 * 1024 - characters + 1;
  assert.equal((await headersOf(most)).length, sent.length);
  assert.equal((await headersOf(most + 1)).length, sent.length - 1);
});

test('405 for every other method, 404 for an unknown inbox and for the inbox of a deleted endpoint', async () => {
  const inbox = await makeInbox();
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(inbox.url, { method });
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'], method);
  }
  for (const path of [UNKNOWN, `${inbox.path}?a=1`, `${inbox.path}0`, inbox.path.toUpperCase()])
    assert.equal((await post(path, '{}')).status, 404, path);
  await desk.delete(`/endpoints?endpoint_id=${inbox.id}`);
  assert.equal((await post(inbox.path, '{}')).status, 404);
  assert.equal((await desk.get(`/inbox?endpoint_id=${inbox.id}`)).status, 404);
});

test('400 for a body that is too large or not JSON; the beginning of a long body is stored', async () => {
  const inbox = await makeInbox();
  assert.equal((await post(inbox.path, 'x'.repeat(1024 * 1024 + 1))).status, 400);
  assert.equal((await post(inbox.path, 'no json')).status, 400);
  const text = JSON.stringify({ event: 'task.created', text: 'é'.repeat(80_000) });
  await post(inbox.path, text, await signedBy(inbox, text));
  const [arrival] = await arrivalsOf(inbox);
  assert.deepEqual([arrival.verdict, arrival.body_bytes], ['verified', Buffer.byteLength(text)]);
  const { body } = await desk.get(`/inbox/arrival?endpoint_id=${inbox.id}&arrival_id=${arrival.id}`);
  assert.deepEqual([body.is_cut, body.body.length], [true, 64 * 1024]);
});

test('429 for the 61st unverified request in a minute, before its body is read; the last 20 are stored', async (t) => {
  const [inbox, beside] = [await makeInbox(), await makeInbox()];
  const verified = await signedBy(inbox, '{}');
  const held_ms = Date.now() - performance.timeOrigin;
  const clock = t.mock.method(performance, 'now', () => held_ms);
  const postSized = (at: number) => post(inbox.path, `{"a":"${'x'.repeat(at)}"}`);
  await post(inbox.path, '{}', verified);
  for (let at = 1; at <= 60; at++) assert.equal((await postSized(at)).status, 200, `${at}`);
  const refused = await post(inbox.path, 'no json');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
  assert.equal((await post(inbox.path, 'no json', verified)).status, 400);
  assert.equal((await post(inbox.path, '{ }', verified)).status, 429, 'forged');
  assert.equal((await post(inbox.path, '{}', verified)).status, 200);
  const kept = (await arrivalsOf(inbox)).map(({ body_bytes }: { body_bytes: number }) => body_bytes - 8);
  assert.deepEqual(kept, [-6, ...Array.from({ length: 20 }, (_, at) => 60 - at), -6]);
  assert.equal((await post(beside.path, '{}')).status, 200, 'another inbox');
  clock.mock.mockImplementation(() => held_ms + 1_000);
  assert.deepEqual([(await postSized(1)).status, (await postSized(1)).status], [200, 429]);
});

test('200 with the last 100 requests of a day of an account, from any process', async () => {
  const owner = await world.account();
  const own = await consoleOf(world, owner.admin);
  const inbox = await makeInbox(owner, own);
  const other = await world.addNode();
  const { secret } = await revealEndpointSecret(owner.ctx(), inbox.id);
  const text = '{"event":"task.created"}';
  for (let count = 0; count < 104; count++) {
    const headers = {
      'Content-Type': 'application/json',
      ...signatureHeaders(secret, text, world.clock.now()),
    };
    const url = (count % 2 === 0 ? other : world.url) + inbox.path;
    assert.equal((await fetch(url, { method: 'POST', body: text, headers })).status, 200);
  }
  const count = async () => (await own.get(`/inbox?endpoint_id=${inbox.id}`)).body.arrivals.length;
  assert.equal(await count(), 100);
  const later = { ...world.platform(), now: new Date(world.clock.now().getTime() + DAY_MS) };
  await deleteOldArrivals(later);
  assert.equal(await count(), 0);
});

test('404 for a request that is a day old, before its deletion', async () => {
  const [inbox, gone] = [await makeInbox(), await makeInbox()];
  await post(inbox.path, '{}');
  await post(gone.path, '{}');
  const [{ id }] = await arrivalsOf(inbox);
  const ref = { endpoint_id: inbox.id, arrival_id: id };
  assert.equal((await readArrival(tenant.ctx(), ref)).id, id);
  await desk.delete(`/endpoints?endpoint_id=${gone.id}`);
  const countIn = async (table: string) =>
    (
      await world.db`
        select 1 from ${world.db(table)} where endpoint_id in ${world.db([inbox.id, gone.id])}`
    ).length;
  const countRows = async () => [await countIn('webhook_inboxes'), await countIn('webhook_arrivals')];
  assert.deepEqual(await countRows(), [2, 2], 'the control');
  await deleteOldArrivals(world.platform());
  assert.deepEqual(await countRows(), [1, 1]);
  const later = new Date(world.clock.now().getTime() + DAY_MS);
  const then = { ...tenant.ctx(), now: later };
  assert.equal((await listArrivals(then, inbox.id)).length, 0);
  await assert.rejects(readArrival(then, ref), { code: 'NOT_FOUND' });
  await deleteOldArrivals({ ...world.platform(), now: later });
  assert.deepEqual(await countRows(), [1, 0]);
});

test("404 for another account's inbox, and for a request of another inbox", async () => {
  const [first, second] = [await makeInbox(), await makeInbox()];
  await post(first.path, '{}');
  const [arrival] = await arrivalsOf(first);
  const pathAt = ({ id }: Inbox) => `/inbox/arrival?endpoint_id=${id}&arrival_id=${arrival.id}`;
  assert.deepEqual(await arrivalsOf(second), []);
  assert.deepEqual(
    [(await desk.get(pathAt(first))).status, (await desk.get(pathAt(second))).status],
    [200, 404],
  );
  const stranger = await consoleOf(world, (await world.account()).admin);
  assert.equal((await stranger.get(`/inbox?endpoint_id=${first.id}`)).status, 404);
});

test('400 for any other URL of this service', async () => {
  const inbox = await makeInbox();
  const api = await tenant.api();
  const subscribe = (url: string) => api.post('/v1/webhook-subscribe', { url, events: ['task.created'] });
  const port = new URL(world.url).port;
  const refused = [
    `${world.url}/metrics`,
    `${world.url}/v1/api-tenant-tasks`,
    `${inbox.url}?a=1`,
    `${inbox.url}/more`,
    `${world.url}/inbox/v1/../../metrics`,
    inbox.url.replace('127.0.0.1', '127.0.0.2'),
    inbox.url.replace(`:${port}`, ':1'),
    inbox.url.replace('http://', 'http://user:password@'),
  ];
  for (const url of refused) assert.equal((await subscribe(url)).status, 400, url);
  assert.equal((await subscribe(inbox.url)).status, 201);
});

test('an inbox follows a changed PUBLIC_URL, other endpoints do not', async () => {
  const inbox = await makeInbox();
  await updateInboxUrls(world.db, 'https://ops.example.com');
  const { body: moved } = await desk.get(`/endpoint?endpoint_id=${inbox.id}`);
  assert.equal(moved.url, `https://ops.example.com${inbox.path}`);
  await updateInboxUrls(world.db, world.url);
  const { body: back } = await desk.get(`/endpoint?endpoint_id=${inbox.id}`);
  assert.equal(back.url, inbox.url);

  const [gone, elsewhere] = [await makeInbox(), await makeInbox()];
  await desk.delete(`/endpoints?endpoint_id=${gone.id}`);
  const changed = { url: 'https://8.8.8.8/hook' };
  assert.equal((await desk.patch(`/endpoints?endpoint_id=${elsewhere.id}`, changed)).status, 200);
  const readRows = () => world.db<{ url: string; version: string }[]>`
    select url, xmin::text as version
    from webhook_endpoints
    where id in ${world.db([gone.id, elsewhere.id])}
    order by id`;
  const before = await readRows();
  await updateInboxUrls(world.db, 'https://ops.example.com');
  assert.deepEqual(await readRows(), before);
  const readVersion = () => world.db`select xmin::text from webhook_endpoints where id = ${inbox.id}`;
  const version = await readVersion();
  await updateInboxUrls(world.db, 'https://ops.example.com');
  assert.deepEqual(await readVersion(), version, 'nothing is written where the address is current');
  await updateInboxUrls(world.db, world.url);
});

test('an inbox is audited as an endpoint, without its URL', async () => {
  const inbox = await makeInbox();
  const { entries } = await listAudit(tenant.ctx(), { limit: 100, offset: 0 });
  const made = entries.find(({ target_id }) => target_id === inbox.id);
  assert.equal(made?.action, 'endpoint.created');
  assert.ok(!JSON.stringify(made).includes(inbox.path));
  assert.equal((await callerAt(world.url).call(UNKNOWN, { method: 'POST', body: {} })).status, 404);
});
