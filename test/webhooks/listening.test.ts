/* Receiving events without a URL: with requests that ask for events or wait for them. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { emit, emitAll, createEventRow } from '../../src/events/emit.ts';
import { CURSOR_RULE, advanceCursor, formatCursor } from '../../src/features/webhooks/listening/cursor.ts';
import { waitingRequestLimiter } from '../../src/features/webhooks/listening/listening.ts';
import { revokeKey } from '../../src/features/keys/keys.ts';
import { sampleEventData } from '../../src/features/webhooks/log/samples.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { transaction, type Transaction } from '../../src/lib/sql/sql.ts';
import { newId } from '../../src/lib/ids.ts';
import { verifyWebhook } from '../../sdk/src/webhooks.ts';
import { callerAt, type Caller } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { holdMonotonicClock } from '../support/clock.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { startWaitingRequest } from '../support/waitingRequest.ts';
import { countWaiting } from '../support/waitingStatements.ts';
import { openWorld, startNode, type Tenant } from '../support/world.ts';

const EVENTS = '/v1/events';
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api(['manage:webhooks']);

type Listened = { event_id: string; event: string; body: string; headers: Record<string, string> };

/** Returns the current cursor. The clock advances first, so that earlier events have an earlier time. */
async function begin(by: Caller): Promise<string> {
  world.clock.advance(1_000);
  return (await by.get(EVENTS)).body.cursor;
}

/** Returns a listener that starts now; each call returns the events since the previous call. */
async function listenAs(by: Caller, more = '') {
  let cursor = await begin(by);
  return async (wait = 0): Promise<Listened[]> => {
    const answer = await by.get(`${EVENTS}?after=${cursor}&wait=${wait}${more}`);
    assert.equal(answer.status, 200, answer.text);
    ({ cursor } = answer.body);
    return answer.body.events;
  };
}

const make = (title: string, of = tenant) => createTask(of.ctx(), { title });
const titles = (events: readonly Listened[]) => events.map(({ body }) => JSON.parse(body).data.title);

function emitIn(tx: Transaction, of: Tenant, title: string): Promise<void> {
  const now = world.clock.now();
  return emit(tx, of.account_id, 'task.created', { ...sampleEventData('task.created', now), title }, now);
}

test('200 with each event once, in order, and no earlier events', async () => {
  await make('Before');
  const listen = await listenAs(api);
  await make('One');
  await make('Two');
  assert.deepEqual(titles(await listen()), ['One', 'Two']);
  assert.deepEqual(await listen(), []);
  await make('Three');
  assert.deepEqual(titles(await listen()), ['Three']);
});

test('200 with the headers of a delivery, whose signatures match the secret of the key', async () => {
  const listen = await listenAs(api);
  await make('Signed');
  const [event] = await listen();
  assert.ok(event);
  const { secret, standard_secret } = (await api.get(`${EVENTS}/secret`)).body;
  const { secret: other } = (await (await tenant.api()).get(`${EVENTS}/secret`)).body;
  const now = world.clock.now();
  const entries = Object.entries(event.headers);
  for (const names of [/^x-webhook-/i, /^webhook-/]) {
    const headers = Object.fromEntries(entries.filter(([name]) => names.test(name)));
    for (const fitting of [secret, standard_secret]) {
      const verified = await verifyWebhook(event.body, headers, fitting, { now });
      assert.deepEqual([verified.event, verified.event_id], [event.event, event.event_id]);
    }
    await assert.rejects(verifyWebhook(event.body, headers, other, { now }), /signature/);
  }
  assert.equal(event.headers['Content-Type'], 'application/json');
  assert.equal((await api.get(`${EVENTS}/secret`)).body.secret, secret);
});

test('200 with only the requested types; other events are skipped', async () => {
  const listen = await listenAs(api, '&events=task.completed,skill.executed');
  await make('Passed');
  assert.deepEqual(await listen(), []);
  await transaction(world.db, async (tx) => {
    const now = world.clock.now();
    await emit(tx, tenant.account_id, 'task.completed', sampleEventData('task.completed', now), now);
  });
  assert.deepEqual(
    (await listen()).map(({ event }) => event),
    ['task.completed'],
  );
});

test('200 without events of other accounts, and without samples for an endpoint', async () => {
  const other = await world.account();
  const listen = await listenAs(api);
  const hook = { url: 'https://8.8.8.8/hook', events: ['task.created'] };
  const { id } = (await api.post('/v1/webhook-subscribe', hook)).body;
  await make('Foreign', other);
  assert.equal((await api.post(`/v1/endpoints/test?endpoint_id=${id}`, {})).status, 201);
  assert.deepEqual(await listen(), []);
  await make('Own');
  assert.deepEqual(titles(await listen()), ['Own']);
});

test('200 with an event whose transaction committed after those of later events', async () => {
  const listen = await listenAs(api);
  const early = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const late = transaction(world.db, async (tx) => {
    await emitIn(tx, tenant, 'Early');
    written.resolve();
    await early.promise;
  });
  await written.promise;
  await make('Later');
  const later = await listen();
  assert.deepEqual(titles(later), ['Later']);
  early.resolve();
  await late;
  const [id = ''] = later.map(({ event_id }) => event_id.replace('evt-', ''));
  const behind = formatCursor(advanceCursor({ from_id: id, seen: new Set() }, [id], world.clock.now()));
  const passed = await api.get(`${EVENTS}?after=${behind}`);
  assert.deepEqual(passed.body.events, [], 'control: a cursor that does not look back misses it');
  assert.deepEqual(titles(await listen()), ['Early']);
  world.clock.advance(30_000);
  assert.deepEqual(await listen(), []);
});

test('200 with each event once, for more events than a cursor contains', async () => {
  let cursor = await begin(api);
  const now = world.clock.now();
  const rows = Array.from({ length: 620 }, () =>
    createEventRow(tenant.account_id, 'task.created', sampleEventData('task.created', now), now),
  );
  await transaction(world.db, (tx) => emitAll(tx, tenant.account_id, rows));
  const passed = (await api.get(`${EVENTS}?after=${cursor}&events=skill.executed&wait=1`)).body;
  const behind = await api.get(`${EVENTS}?after=${passed.cursor}`);
  assert.deepEqual([passed.events, behind.body.events], [[], []]);
  const seen: string[] = [];
  let longest = 0;
  for (let is_over = false; !is_over;) {
    const { body } = await api.get(`${EVENTS}?after=${cursor}`);
    seen.push(...body.events.map(({ event_id }: Listened) => event_id));
    is_over = body.events.length === 0;
    ({ cursor } = body);
    longest = Math.max(longest, cursor.length);
  }
  assert.deepEqual(
    seen,
    rows.map(({ id }) => `evt-${id}`),
  );
  assert.ok(longest <= CURSOR_RULE.maxLength && longest > 3_000, `${longest} characters`);
});

test('200 as soon as an event happens, while the waiting request does not count as work', async () => {
  const cursor = await begin(api);
  const { waiting } = await startWaitingRequest(world.app, () =>
    api.get(`${EVENTS}?after=${cursor}&wait=20`),
  );
  await make('Awaited');
  assert.deepEqual(titles((await waiting).body.events), ['Awaited']);
});

test('200 with an event of another process, without a notification', async () => {
  const cursor = await begin(api);
  const { waiting } = await startWaitingRequest(world.app, () =>
    api.get(`${EVENTS}?after=${cursor}&wait=20`),
  );
  const now = world.clock.now();
  const body = JSON.stringify({ data: { title: 'Elsewhere' } });
  const row = { account_id: tenant.account_id, id: newId(now), event: 'task.created', body, created_at: now };
  await world.db`insert into events ${world.db(row)}`;
  assert.deepEqual(titles((await waiting).body.events), ['Elsewhere']);
});

test('200 without an event when the service stops, without losing events', async () => {
  const { db, tools } = world;
  const node = await startNode({ db, tools }, 0);
  const cursor = await begin(api);
  const query = `?after=${cursor}&wait=20`;
  const headers = { Authorization: `Bearer ${api.token}` };
  const url = `${node.server.listeningOrigin}${EVENTS}${query}`;
  const { waiting } = await startWaitingRequest(node, () => fetch(url, { headers }));
  await node.close();
  const answer: Record<string, unknown> = JSON.parse(await (await waiting).text());
  assert.deepEqual(answer['events'], []);
  await make('Meanwhile');
  const next = await api.get(`${EVENTS}?after=${String(answer['cursor'])}`);
  assert.deepEqual(titles(next.body.events), ['Meanwhile']);
});

test('401 for a key that is revoked during its wait, without the event', async () => {
  const own = await tenant.api(['manage:webhooks']);
  const cursor = await begin(own);
  const { waiting } = await startWaitingRequest(world.app, () =>
    own.get(`${EVENTS}?after=${cursor}&wait=20`),
  );
  await revokeKey(tenant.ctx(), own.key_id);
  await make('Secret');
  const { status, text } = await waiting;
  assert.deepEqual([status, text.includes('Secret')], [401, false]);
  assert.match(text, /INVALID_KEY/);
});

test('200 immediately beyond the wait limit of an account, until one of its clients disconnects', async (t) => {
  // The clock stands still, so that no wait ends at its timeout.
  holdMonotonicClock(t);
  const own = await world.account();
  const by = await own.api();
  const cursor = await begin(by);
  const ask = (signal: AbortSignal) =>
    fetch(`${world.url}${EVENTS}?after=${cursor}&wait=20`, {
      headers: { Authorization: `Bearer ${by.token}` },
      signal,
    }).then((answer) => answer.text());
  const start = () => {
    const leaving = new AbortController();
    const client = { leaving, text: '' };
    const done = ask(leaving.signal).then((text) => (client.text = text));
    return Object.assign(client, { done: done.catch(() => 'left') });
  };
  const countWaits = () => waitingRequestLimiter.taken;
  const clients = Array.from({ length: 8 }, start);
  const answered = () => clients.filter(({ text }) => text !== '');
  await eventually(answered, ({ length }) => length === 3);
  for (const { text } of answered()) assert.match(text, /^{"events":\[\],/);
  const listen = await listenAs(api);
  await make('Of another account');
  assert.equal((await listen(20)).length, 1);

  const [first, ...others] = clients.filter(({ text }) => text === '');
  first?.leaving.abort();
  assert.equal(await first?.done, 'left');
  await eventually(countWaits, (count) => count === 4);
  const next = start();
  await eventually(countWaits, (count) => count === 5);
  await make('For all', own);
  assert.equal(others.length, 4);
  for (const { done } of [...others, next]) assert.match(await done, /For all/);
});

test('clients that disconnected before their wait do not use a slot', async () => {
  const own = await world.account();
  const by = await own.api();
  const app = await makeApp(world, own, { scopes: ['manage:webhooks'] });
  const { access_token } = await connectApp(world, await adminBrowser(world, own), app, 'manage:webhooks');
  const staying = callerAt(world.url, access_token);
  const path = `${EVENTS}?after=${await begin(by)}&wait=20`;
  const headers = { Authorization: `Bearer ${by.token}` };
  await world.db.begin(async (keys) => {
    await world.db.begin(async (events) => {
      await events`lock table events in access exclusive mode`;
      const asked = Array.from({ length: 5 }, () => get(`${world.url}${path}`, { agent: false, headers }));
      for (const one of asked) one.on('error', () => {});
      await eventually(
        () => countWaiting(world.db),
        (count) => count === asked.length,
      );
      const connected = await countConnections();
      for (const one of asked) one.destroy();
      await eventually(countConnections, (count) => count <= connected - asked.length);
      // The lock would block a further check of the key, so the test fails if an abandoned request makes one.
      await keys`lock table api_keys in access exclusive mode`;
    });
    const { waiting } = await startWaitingRequest(world.app, () => staying.get(path));
    await make('For who stays', own);
    assert.deepEqual(titles((await waiting).body.events), ['For who stays']);
  });
});

const { server } = world.app.server;
const countConnections = promisify(server.getConnections.bind(server));

const otherVersion = Buffer.alloc(17, 1).fill(2, 0, 1).toString('base64url');

for (const query of [
  'after=AAAA',
  'after=.',
  `after=${otherVersion}`,
  'wait=21',
  'wait=-1',
  'events=task.made',
  'events=,',
])
  test(`400 for ${query}`, async () => {
    const { status, body } = await api.get(`${EVENTS}?${query}`);
    assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
    assert.match(body.message, /^(?:after|wait|events): must/);
  });
