import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { readQueueOverview } from '../../src/features/queues/queues.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  listEndpoints,
  pauseEndpoint,
  readEndpoint,
  resetFailureCount,
  resumeEndpoint,
} from '../../src/features/webhooks/endpoints/endpoints.ts';
import { revealEndpointSecret, rotateEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { assertReachableUrl } from '../../src/features/webhooks/endpoints/target.ts';
import { createGuard } from '../../src/lib/http/outgoing/guard.ts';
import { listEndpointHealth } from '../../src/features/webhooks/log/health.ts';
import { startRetryJob, runRetryJobs } from '../../src/features/webhooks/log/retries.ts';
import { eventually } from '../../support/eventually.ts';
import { hostileUrls } from '../support/hostileUrls.ts';
import { openNameServer } from '../support/nameServer.ts';
import { openSocketServer } from '../support/receiver.ts';
import { insertFailedDelivery, insertUncheckedEndpoints } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';

const names = await openNameServer((name) => {
  if (name === 'public.example') return ['93.184.215.14'];
  if (name === 'private.example') return ['10.1.2.3'];
  if (name === 'mixed.example') return ['93.184.215.14', '192.168.0.9'];
  return name === 'silent.example' ? 'silence' : [];
});
const world = await openWorld({ dns_servers: [names.server] });
const sentinel = await openSocketServer(() => {});
after(() => Promise.all([names.close(), sentinel.close()]));
const tenant = await world.account();
const api = await tenant.api();
const other = await (await world.account()).api();
const tasksOnly = await tenant.api(['write:tasks']);
const PATH = '/v1/webhook-subscribe';
const URL_OF = 'https://public.example/hook';
const NOBODY = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

const subscribe = (body: object) => api.post(PATH, { url: URL_OF, events: ['task.created'], ...body });

test('201 with exactly id and events, and the secret sealed at rest', async () => {
  const { status, body } = await subscribe({ events: ['task.created', 'skill.executed'] });
  assert.equal(status, 201);
  assert.deepEqual(body, { id: body.id, events: ['task.created', 'skill.executed'] });
  const [row] = await world.db<
    { secret: Buffer }[]
  >`select secret from webhook_endpoints where id = ${body.id}`;
  assert.ok(row && row.secret.length > 64 && !/^[0-9a-f]{64}$/.test(row.secret.toString()));
});

test('201 for a name that does not resolve yet, or whose server is silent', async () => {
  assert.equal((await subscribe({ url: 'https://later.example/' })).status, 201);
  assert.equal((await subscribe({ url: 'https://silent.example/' })).status, 201);
});

test('201 for an endpoint of an automation platform, which the dashboard does not list', async () => {
  const isListed = async (source?: unknown) => {
    const { status, body } = await subscribe({ source, anything: 1 });
    assert.equal(status, 201);
    return (await listEndpoints(tenant.ctx())).some(({ id }) => id === body.id);
  };
  for (const source of ['Zapier', 'n8n', 'Power Automate', 'power  - automate', 'POWER_AUTOMATE'])
    assert.equal(await isListed(source), false, source);
  for (const source of [7, 'Zapier 2', undefined]) assert.equal(await isListed(source), true, `${source}`);
});

test('201 once for one Idempotency-Key', async () => {
  const send = () => api.post(PATH, { url: URL_OF, events: ['task.created'] }, { 'Idempotency-Key': 'a' });
  const [first, second] = [await send(), await send()];
  assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body]);
});

const EVENTS =
  'task.created, task.status_changed, task.completed, session.started, session.completed, skill.executed';
const refused: [string, object, string][] = [
  ['no url', { url: undefined }, 'url: required'],
  ['no events', { events: undefined }, 'events: required'],
  ['an empty list', { events: [] }, 'events: must have at least 1 item'],
  ['a text instead of a list', { events: 'task.created' }, 'events: must be an array'],
  ['an unknown event', { events: ['task.deleted'] }, `events.0: must be one of ${EVENTS}`],
  [
    'plain http',
    { url: 'http://public.example/' },
    'url: must begin with https://, unless WEBHOOK_ALLOW names its host',
  ],
  [
    'a name that resolves to a private address',
    { url: 'https://private.example/' },
    'url: must point to a public address, unless WEBHOOK_ALLOW names its host',
  ],
  [
    'a name with a public and a private address',
    { url: 'https://mixed.example/' },
    'url: must point to a public address, unless WEBHOOK_ALLOW names its host',
  ],
  ['credentials', { url: 'https://a:b@public.example/' }, 'url: must not contain a user name or password'],
  ['a user name', { url: 'https://a@public.example/' }, 'url: must not contain a user name or password'],
  ['a password', { url: 'https://:b@public.example/' }, 'url: must not contain a user name or password'],
  ['a text that is not a URL', { url: 'https//public.example' }, 'url: must be a valid URL'],
  ['another protocol', { url: 'ftp://public.example/' }, 'url: must begin with https://'],
  [
    'a private address',
    { url: 'https://10.1.2.3/' },
    'url: must point to a public address, unless WEBHOOK_ALLOW names its host',
  ],
  [
    'plain http to a public address',
    { url: 'http://8.8.8.8/' },
    'url: must begin with https://, unless WEBHOOK_ALLOW names its host',
  ],
  [
    'plain http to a name that does not resolve',
    { url: 'http://later.example/' },
    'url: must begin with https://, unless WEBHOOK_ALLOW names its host',
  ],
];
for (const [what, body, message] of refused) {
  test(`400 for ${what}`, async () => {
    const answer = await subscribe(body);
    assert.deepEqual([answer.status, answer.body], [400, { error: 'BAD_REQUEST', message }]);
  });
}

test('201 for a host in WEBHOOK_ALLOW, with plain http and a private address', async () => {
  const { reach } = world.tools;
  const allowing = { ...reach, guard: createGuard(['private.example']) };
  await assertReachableUrl(allowing, 'http://private.example/');
  await assert.rejects(assertReachableUrl(allowing, 'https://mixed.example/'), { code: 'BAD_REQUEST' });
  await assert.rejects(assertReachableUrl(reach, 'https://private.example/'), { code: 'BAD_REQUEST' });
});

test('400 for a repeated event', async () => {
  assert.equal((await subscribe({ events: ['task.created', 'task.created'] })).status, 400);
});

test('400 for more than 200 hostile URLs, none of which is called even if it was stored without validation', async (t) => {
  const urls = hostileUrls(sentinel.port);
  assert.ok(urls.length >= 200, `${urls.length}`);
  const victim = await world.account();
  const victimApi = await victim.api();
  for (const url of urls) {
    const { status } = await victimApi.post(PATH, { url, events: ['task.created'] });
    assert.equal(status, 400, url);
  }
  await insertUncheckedEndpoints(world, victim.account_id, urls);
  const sender = world.startSender();
  assert.equal((await victimApi.post('/v1/api-tenant-tasks', { title: 'Told' })).status, 201);
  const outcomes = await eventually(
    () => world.db<{ outcome: string; count: number }[]>`
      select outcome, count(*)::int as count from webhook_attempts
      where account_id = ${victim.account_id} group by outcome order by outcome`,
    (all) => all.reduce((sum, { count }) => sum + count, 0) === urls.length,
  );
  t.diagnostic(
    `${urls.length} spellings: ${outcomes.map(({ outcome, count }) => `${outcome} ${count}`).join(', ')}`,
  );
  assert.ok(!outcomes.some(({ outcome }) => outcome === 'delivered' || outcome === 'bad_status'));
  assert.equal(sentinel.connections(), 0);
  await sender.stop(1_000);
});

test('400 for the 101st endpoint, also for concurrent requests', async () => {
  const crowded = await (await world.account()).api();
  const send = () => crowded.post(PATH, { url: URL_OF, events: ['task.created'] });
  for (let round = 0; round < 9; round++) await Promise.all(Array.from({ length: 11 }, send));
  const statuses = (await Promise.all(Array.from({ length: 4 }, send))).map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [201, 400, 400, 400],
  );
});

test('200 with the existence of an endpoint, without information about other accounts', async () => {
  const { id } = (await subscribe({})).body;
  const mine = await api.get(`${PATH}?endpoint_id=${id}`);
  assert.deepEqual(mine.body, { exists: true, id, events: ['task.created'], url: URL_OF });
  assert.deepEqual((await other.get(`${PATH}?endpoint_id=${id}`)).body, { exists: false });
  assert.deepEqual((await api.get(`${PATH}?endpoint_id=${NOBODY}`)).body, { exists: false });
});

test('400 for a check without an id or with an invalid id', async () => {
  assert.equal((await api.get(PATH)).body.message, 'endpoint_id: required');
  assert.equal((await api.get(`${PATH}?endpoint_id=x`)).status, 400);
});

test("200 for unsubscribing once, then 404; 404 for another account's endpoint and an unknown one", async () => {
  const { id } = (await subscribe({})).body;
  const refused = [await other.delete(`${PATH}?endpoint_id=${id}`)];
  assert.deepEqual((await api.delete(`${PATH}?endpoint_id=${id}`)).body, { success: true });
  refused.push(
    await api.delete(`${PATH}?endpoint_id=${id}`),
    await api.delete(`${PATH}?endpoint_id=${NOBODY}`),
  );
  for (const { status, body } of refused) {
    assert.equal(status, 404);
    assert.deepEqual(body, { error: 'NOT_FOUND', message: 'Endpoint not found' });
  }
  assert.deepEqual((await api.get(`${PATH}?endpoint_id=${id}`)).body, { exists: false });
});

test('200 for a deletion, after which the endpoint gets no deliveries and others still do', async () => {
  const owner = await world.account();
  const own = await owner.api();
  const make = async () => (await own.post(PATH, { url: URL_OF, events: ['task.created'] })).body.id;
  const [gone, kept] = [await make(), await make()];
  const happen = () => own.post('/v1/api-tenant-tasks', { title: 'Told' });
  const written = async () => {
    const rows = await world.db<{ endpoint_id: string; state: string }[]>`
      select endpoint_id, state from webhook_deliveries where account_id = ${owner.account_id} order by event_id`;
    return [gone, kept].map((id) => rows.filter((row) => row.endpoint_id === id).map(({ state }) => state));
  };
  await happen();
  assert.deepEqual(await written(), [['pending'], ['pending']], 'the control');
  await own.delete(`${PATH}?endpoint_id=${gone}`);
  await happen();
  assert.deepEqual(await written(), [['cancelled'], ['pending', 'pending']]);
});

test('404 for every operation on a deleted endpoint, which no list contains', async () => {
  const owner = await world.account();
  const { id } = (await (await owner.api()).post(PATH, { url: URL_OF, events: ['task.created'] })).body;
  // More than 200 endpoints of this file failed before. The clock advances so that this failure is the latest one and
  // comes first.
  world.clock.advance(1_000);
  await insertFailedDelivery(world, id);
  const lists = async () => [
    (await listEndpoints(owner.ctx())).length,
    (await listEndpointHealth(owner.ctx())).length,
    (await readQueueOverview(world.platform())).failing_endpoints.filter((one) => one.id === id).length,
  ];
  assert.deepEqual(await lists(), [1, 1, 1], 'the control');
  await deleteEndpoint(owner.ctx(), id);
  assert.deepEqual(await lists(), [0, 0, 0]);
  const change = (ctx: ReturnType<typeof owner.ctx>) =>
    changeEndpoint(ctx, id, { events: ['task.completed'] });
  for (const act of [
    readEndpoint,
    revealEndpointSecret,
    rotateEndpointSecret,
    pauseEndpoint,
    resumeEndpoint,
    resetFailureCount,
    change,
  ])
    await assert.rejects(act(owner.ctx(), id), { code: 'NOT_FOUND' }, act.name);
});

test('200 for retrying failed deliveries, without endpoints that are deleted before or during the retry', async () => {
  const owner = await world.account();
  const own = await owner.api();
  const make = async () => (await own.post(PATH, { url: URL_OF, events: ['task.created'] })).body.id;
  const [before, meanwhile] = [await make(), await make()];
  await own.post('/v1/api-tenant-tasks', { title: 'Told' });
  const now = world.clock.now();
  const ofOwner = world.db`where account_id = ${owner.account_id}`;
  await world.db`delete from webhook_queue ${ofOwner}`;
  await world.db`update webhook_deliveries set state = 'failed', failed_at = ${now}, settled_at = ${now} ${ofOwner}`;
  const start = async () => (await startRetryJob(owner.ctx(), { since: now.toISOString() })).total;
  assert.equal(await start(), 2, 'the control');
  await deleteEndpoint(owner.ctx(), before);
  assert.equal(await start(), 1);
  await deleteEndpoint(owner.ctx(), meanwhile);
  await runRetryJobs(world.db, world.clock);
  assert.equal((await world.db`select 1 from webhook_queue ${ofOwner}`).length, 0);
});

test('403 without manage:webhooks', async () => {
  const { status, body } = await tasksOnly.get(`${PATH}?endpoint_id=${NOBODY}`);
  assert.deepEqual([status, body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
});

test('every action on an endpoint has an audit entry', async () => {
  const owner = await world.account();
  const { body } = await (
    await owner.api()
  ).post(PATH, { url: `${URL_OF}?token=x`, events: ['task.created'] });
  await revealEndpointSecret(owner.ctx(), body.id);
  await rotateEndpointSecret(owner.ctx(), body.id);
  await pauseEndpoint(owner.ctx(), body.id);
  await resumeEndpoint(owner.ctx(), body.id);
  await deleteEndpoint(owner.ctx(), body.id);
  const { entries } = await listAudit(owner.ctx(), { limit: 50, offset: 0 });
  const acts = entries.filter(({ target_id }) => target_id === body.id).map(({ action }) => action);
  assert.deepEqual(acts.toReversed(), [
    'endpoint.created',
    'endpoint.secret_revealed',
    'endpoint.secret_rotated',
    'endpoint.paused',
    'endpoint.resumed',
    'endpoint.deleted',
  ]);
  assert.ok(!JSON.stringify(entries).includes('token=x'));
});
