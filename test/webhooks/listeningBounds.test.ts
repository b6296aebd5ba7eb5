/* A listener that returns after a long time reads a bounded number of events per request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../src/features/keys/keys.ts';
import { emitAll, createEventRow } from '../../src/events/emit.ts';
import { pollEvents } from '../../src/features/webhooks/listening/listening.ts';
import { sampleEventData } from '../../src/features/webhooks/log/samples.ts';
import { transaction, type Database } from '../../src/lib/sql/sql.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld } from '../support/world.ts';

const EVENTS = '/v1/events';
const READ_AT_MOST = 1_000;
/** The number of earlier events. Together with the wanted event, they fill exactly four requests. */
const MISSED = 4 * READ_AT_MOST - 1;

const world = await openWorld({ on_one_server: true });
const tenant = await world.account();
const api = await tenant.api(['manage:webhooks']);
const { cursor: begun } = (await api.get(EVENTS)).body;
world.clock.advance(120_000);
const now = world.clock.now();
const rowOf = (event: 'task.created' | 'task.completed') =>
  createEventRow(tenant.account_id, event, sampleEventData(event, now), now);
const rows = Array.from({ length: MISSED }, () => rowOf('task.created'));
await transaction(world.db, (tx) => emitAll(tx, tenant.account_id, [...rows, rowOf('task.completed')]));

test('a request reads a bounded number of events, however few of them are wanted', async (t) => {
  const read = await world.db.begin(async (tx) => {
    const db = tx as unknown as Database;
    const before = await rowsRead(db, ['events']);
    const ctx = { ...tenant.ctx(), db } as unknown as Parameters<typeof pollEvents>[0];
    await pollEvents(ctx, { after: begun, events: 'task.completed', wait: 0 });
    return (await rowsRead(db, ['events'])).events - before.events;
  });
  t.diagnostic(`${read} rows and index entries of ${MISSED}`);
  assert.ok(read <= 2 * READ_AT_MOST, `${read} rows read`);
});

test('200 immediately with an empty page and has_more, until the requested event is found', async () => {
  const pages: [number, boolean][] = [];
  for (let [cursor, has_more] = [begun, true]; has_more;) {
    // The last page is empty, and with `wait` it would wait for an event.
    const wait = pages.at(-1)?.[0] === 1 ? 0 : 20;
    const { body } = await api.get(`${EVENTS}?after=${cursor}&events=task.completed&wait=${wait}`);
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

test('200 with every event once, in pages of fifty', async () => {
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

/** A limit below the 20 s after which a request ends that does not end with its key. */
const within = { timeout: 19_000 };

test('200 without an event when the key of a waiting request expires', within, async () => {
  const own = await world.account();
  const expires_at = new Date(world.clock.now().getTime() + 50).toISOString();
  const { key } = await createKey(own.ctx(), { name: 'Brief', scopes: ['manage:webhooks'], expires_at });
  const { status, body } = await world.as(key).get(`${EVENTS}?wait=20`);
  assert.deepEqual([status, body.events], [200, []]);
});
