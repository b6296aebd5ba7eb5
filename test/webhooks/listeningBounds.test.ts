/* A listener that was away for long reads a bounded number of events with each request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../src/features/keys/keys.ts';
import { emitAll, eventRow } from '../../src/events/emit.ts';
import { listenEvents } from '../../src/features/webhooks/listening/listening.ts';
import { sampleEvent } from '../../src/features/webhooks/log/samples.ts';
import { transaction, type Database } from '../../src/lib/sql/sql.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld } from '../support/world.ts';

const EVENTS = '/v1/events';
const READ_AT_MOST = 1_000;
/** With the wanted event behind them, they fill four requests exactly. */
const MISSED = 4 * READ_AT_MOST - 1;

const world = await openWorld({ on_one_server: true });
const tenant = await world.account();
const api = await tenant.api(['manage:webhooks']);
const { cursor: begun } = (await api.get(EVENTS)).body;
world.clock.advance(120_000);
const now = world.clock.now();
const rowOf = (event: 'task.created' | 'task.completed') =>
  eventRow(tenant.account_id, event, sampleEvent(event, now), now);
const rows = Array.from({ length: MISSED }, () => rowOf('task.created'));
await transaction(world.db, (tx) => emitAll(tx, tenant.account_id, [...rows, rowOf('task.completed')]));

test('a request reads a bounded number of events, however few of them are wanted', async (t) => {
  const read = await world.db.begin(async (tx) => {
    const db = tx as unknown as Database;
    const before = await rowsRead(db, ['events']);
    const ctx = { ...tenant.ctx(), db } as unknown as Parameters<typeof listenEvents>[0];
    await listenEvents(ctx, { after: begun, events: 'task.completed', wait: 0 });
    return (await rowsRead(db, ['events'])).events - before.events;
  });
  t.diagnostic(`${read} rows and index entries of ${MISSED}`);
  assert.ok(read <= 2 * READ_AT_MOST, `${read} rows read`);
});

test('200 at once with an empty page that has more behind it, until the wanted event comes', async () => {
  const pages: [number, boolean][] = [];
  for (let [cursor, has_more] = [begun, true]; has_more;) {
    const { body } = await api.get(`${EVENTS}?after=${cursor}&events=task.completed&wait=20`);
    pages.push([body.events.length, body.has_more]);
    ({ cursor, has_more } = body);
  }
  assert.deepEqual(pages, [
    [0, true],
    [0, true],
    [0, true],
    [1, true],
    [0, false],
  ]);
});

test('200 with every event once where all are wanted, in pages of fifty', async () => {
  const seen: string[] = [];
  let pages = 0;
  for (let [cursor, has_more] = [begun, true]; has_more; pages++) {
    const { body } = await api.get(`${EVENTS}?after=${cursor}`);
    assert.equal(body.events.length, 50);
    seen.push(...body.events.map(({ event_id }: { event_id: string }) => event_id));
    ({ cursor, has_more } = body);
  }
  assert.equal(pages, (MISSED + 1) / 50);
  assert.equal(new Set(seen).size, MISSED + 1);
});

/** A request that does not end with its key ends after 20 s. */
const within = { timeout: 19_000 };

test('200 without an event as soon as the key of a waiting request expires', within, async () => {
  const own = await world.account();
  const expires_at = new Date(world.clock.now().getTime() + 50).toISOString();
  const { key } = await createKey(own.ctx(), { name: 'Brief', scopes: ['manage:webhooks'], expires_at });
  const { status, body } = await world.as(key).get(`${EVENTS}?wait=20`);
  assert.deepEqual([status, body.events], [200, []]);
});
