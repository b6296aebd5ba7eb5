/* The lease of senders: which sender may hold rows, and for how long. The clock is held, the database is real. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startSenderLease } from '../../src/features/webhooks/sending/senderLease.ts';
import { insertSender, deleteSender } from '../../src/features/webhooks/sending/sql/senders.ts';
import { createLog } from '../../src/lib/log.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { cloneDatabase } from '../support/database.ts';

/** A silence that is longer than allowed for a busy sender, and shorter than allowed for an idle one. */
const SILENT_MS = 10_000;
/** Work must cause a heartbeat before an idle sender would send one. */
const IDLE_HEARTBEAT_MS = 30_000;

const fresh = await cloneDatabase();
after(() => fresh.drop());

/** Returns an idle sender whose last renewal is so old that it must renew before sending. */
async function becomeSilent(t: TestContext, db: Database) {
  const membership = startSenderLease({
    db,
    log: createLog('silent'),
    isBusy: () => false,
    onCount: () => {},
    onReady: () => {},
  });
  t.after(() => membership.release());
  await membership.joined;
  const id = membership.owner() ?? assert.fail();
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + SILENT_MS);
  return { leave: () => membership.release(), holds: () => membership.isHeld(id) };
}

const countSenders = async () => (await fresh.db`select from webhook_senders`).length;

test('a running heartbeat ends before the sender deregisters', async (t) => {
  const { db, release } = holdBeats();
  const { holds, leave } = await becomeSilent(t, db);
  const holding = holds();
  const leaving = leave();
  await nextTurn();
  release();
  await Promise.all([holding, leaving]);
  assert.equal(await countSenders(), 0);
});

test('a deregistered sender sends no heartbeat; control: before, it does', async (t) => {
  const { holds, leave } = await becomeSilent(t, fresh.db);
  assert.equal(await holds(), true);
  await leave();
  t.mock.method(performance, 'now', () => Infinity);
  assert.equal(await holds(), false);
  assert.equal(await countSenders(), 0);
});

/** Delays the statements with which a sender renews its lease, until they are released. */
function holdBeats() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const ask = (strings: TemplateStringsArray, ...values: unknown[]) => {
    const query = fresh.db(strings, ...values);
    return strings[0]?.includes('update webhook_senders') ? released.then(() => query) : query;
  };
  return { db: Object.assign(ask, fresh.db), release };
}

/** Returns an idle sender with a mocked clock, and its notifications. */
async function join(t: TestContext, db: Database = fresh.db) {
  const time = { now_ms: Date.now() - performance.timeOrigin };
  t.mock.method(performance, 'now', () => time.now_ms);
  const told = { counts: new Array<number>(), ready: 0, warnings: new Array<string>() };
  const membership = startSenderLease({
    db,
    log: createLog('warn', { write: (line) => void told.warnings.push(JSON.parse(line).msg) }),
    isBusy: () => false,
    onCount: (senders) => told.counts.push(senders),
    onReady: () => told.ready++,
  });
  t.after(() => membership.release());
  await membership.joined;
  return { membership, time, told };
}

test('a single sender can send immediately, and renews its lease after three seconds', async (t) => {
  const { membership, time, told } = await join(t);
  const id = membership.owner() ?? assert.fail();
  await eventually(
    () => told.ready,
    (count) => count === 1,
  );
  const isFresh = () => membership.isValid(id);
  assert.deepEqual([isFresh(), membership.isValid(randomUUID())], [true, false]);
  time.now_ms += 2_999;
  assert.deepEqual([isFresh(), await membership.isHeld(id), told.counts], [true, true, [1]]);
  time.now_ms += 1;
  assert.equal(isFresh(), false);
  assert.deepEqual([await membership.isHeld(randomUUID()), told.counts], [false, [1]]);
  assert.deepEqual([await membership.isHeld(id), isFresh(), told.counts], [true, true, [1, 1]]);
});

test('a sender among others sends after the longest heartbeat interval of the others', async (t) => {
  const other = randomUUID();
  await insertSender(fresh.db, other, { alive_ms: DAY_MS, counted_ms: DAY_MS });
  t.after(() => deleteSender(fresh.db, other));
  const { membership, time, told } = await join(t);
  assert.deepEqual([membership.owner(), told.counts, told.ready], [undefined, [2], 0]);
  time.now_ms += 3_499;
  assert.equal(membership.owner(), undefined);
  time.now_ms += 1;
  assert.notEqual(membership.owner(), undefined);
});

test('a sender that lost its leases restarts with a new id', async (t) => {
  const { membership, time, told } = await join(t);
  const id = membership.owner() ?? assert.fail();
  await fresh.db`update webhook_senders set is_lost = true where id = ${id}`;
  assert.equal(await membership.isHeld(id), true, 'as far as it knows');
  time.now_ms += 3_000;
  assert.equal(await membership.isHeld(id), false);
  const next = membership.owner() ?? assert.fail();
  assert.notEqual(next, id);
  assert.equal(membership.isValid(next), true);
  assert.deepEqual(told.warnings, ['sender lost its leases and starts with a new id']);
  await deleteSender(fresh.db, id);
});

test('a sender counts for 90 s without work, and for 10 s from its first work until two seconds after its last', async (t) => {
  const { membership, time } = await join(t);
  const id = membership.owner() ?? assert.fail();
  /** Reads the additional time for which a sender counts after its lease has expired. */
  const readMore = async () => {
    const [sender] = await fresh.db<[{ more_ms: number }]>`
      select (extract(epoch from counted_until - alive_until) * 1000)::int as more_ms
      from webhook_senders
      where id = ${id}`;
    return sender.more_ms;
  };
  assert.equal(await readMore(), 86_500);
  membership.noteWork();
  await eventually(readMore, (more_ms) => more_ms === 6_500, IDLE_HEARTBEAT_MS - 1_000);
  time.now_ms += 3_000;
  await membership.isHeld(id);
  assert.equal(await readMore(), 86_500);
});

test('a sender without a heartbeat stops sending, and resumes after the next heartbeat', async (t) => {
  const state = { is_away: false };
  const ask = (strings: TemplateStringsArray, ...values: unknown[]) => {
    const is_refused = state.is_away && strings[0]?.includes('update webhook_senders');
    return is_refused ? Promise.reject(new Error('away')) : fresh.db(strings, ...values);
  };
  const { membership, time, told } = await join(t, Object.assign(ask, fresh.db));
  const id = membership.owner() ?? assert.fail();
  state.is_away = true;
  time.now_ms += 3_000;
  assert.equal(await membership.isHeld(id), false);
  assert.deepEqual(told.warnings, ['sender heartbeat failed']);
  state.is_away = false;
  assert.equal(await membership.isHeld(id), true);
  assert.equal(membership.owner(), id);
});
