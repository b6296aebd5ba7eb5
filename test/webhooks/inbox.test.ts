import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { forgetArrivals, moveInboxes } from '../../src/features/webhooks/inbox/inboxes.ts';
import { revealSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { signatureHeaders } from '../../src/lib/crypto/signing.ts';
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

async function signedBy({ id }: Inbox, text: string, at = world.clock.now()) {
  const { secret } = await revealSecret(tenant.ctx(), id);
  return signatureHeaders(secret, text, at);
}

const post = (path: string, text: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, {
    method: 'POST',
    body: text,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

test('201 for an inbox of ours: what the sender delivers to it is there, verified, with headers and body', async () => {
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

test('200 for a stranger too, shown as not verified and why', async () => {
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
  assert.deepEqual(
    (await arrivalsOf(inbox)).map(({ verdict }: { verdict: string }) => verdict),
    ['verified', 'too_old', 'wrong_signature', 'wrong_signature', 'unsigned'],
  );
});

test('405 for every other method, 404 for an address that nobody has and for that of a deleted endpoint', async () => {
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

test('400 for a body that is too large or no JSON, and the beginning of a long one is kept', async () => {
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

test('429 for a stranger who floods it; what verifies still comes in and is not pushed out', async () => {
  const inbox = await makeInbox();
  const text = '{"event":"task.created"}';
  const signature = await signedBy(inbox, text);
  await post(inbox.path, text, signature);
  const answers: number[] = [];
  // One more may come each second, so what is forged follows the first that is refused.
  while (!answers.includes(429) && answers.length < 90) answers.push((await post(inbox.path, '{}')).status);
  const forged = await post(inbox.path, '{}', signature);
  assert.deepEqual([answers[0], answers.includes(429), forged.status], [200, true, 429]);
  assert.equal((await post(inbox.path, text, signature)).status, 200);
  const verdicts = (await arrivalsOf(inbox)).map(({ verdict }: { verdict: string }) => verdict);
  assert.equal(verdicts.filter((verdict: string) => verdict === 'verified').length, 2);
  assert.equal(verdicts.length, 22);
});

test('200 with the last 100 of an account, of a day, whichever process they came to', async () => {
  const owner = await world.account();
  const own = await consoleOf(world, owner.admin);
  const inbox = await makeInbox(owner, own);
  const other = await world.addNode();
  const { secret } = await revealSecret(owner.ctx(), inbox.id);
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
  await forgetArrivals(later);
  assert.equal(await count(), 0);
});

test("404 for another account's inbox", async () => {
  const inbox = await makeInbox();
  const stranger = await consoleOf(world, (await world.account()).admin);
  assert.equal((await stranger.get(`/inbox?endpoint_id=${inbox.id}`)).status, 404);
  const id = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
  assert.equal((await desk.get(`/inbox/arrival?endpoint_id=${inbox.id}&arrival_id=${id}`)).status, 404);
});

test('400 for any other address of this service, which an inbox does not open', async () => {
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

test('moved with the service: an inbox follows the address, other endpoints stay', async () => {
  const inbox = await makeInbox();
  await moveInboxes(world.db, 'https://ops.example.com');
  const { body: moved } = await desk.get(`/endpoint?endpoint_id=${inbox.id}`);
  assert.equal(moved.url, `https://ops.example.com${inbox.path}`);
  await moveInboxes(world.db, world.url);
  const { body: back } = await desk.get(`/endpoint?endpoint_id=${inbox.id}`);
  assert.equal(back.url, inbox.url);
});

test('an inbox is written down as the endpoint that it is, without its address', async () => {
  const inbox = await makeInbox();
  const { entries } = await listAudit(tenant.ctx(), { limit: 100, offset: 0 });
  const made = entries.find(({ target_id }) => target_id === inbox.id);
  assert.equal(made?.action, 'endpoint.created');
  assert.ok(!JSON.stringify(made).includes(inbox.path));
  assert.equal((await callerAt(world.url).call(UNKNOWN, { method: 'POST', body: {} })).status, 404);
});
