/* Whom rows may be leased to, and for how long: by a clock that the test holds, with a database that is real. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startSenderLease } from '../../src/features/webhooks/sending/senderLease.ts';
import { insertSender, removeSender } from '../../src/features/webhooks/sending/sql/senders.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { cloneDatabase } from '../support/database.ts';

/** Longer than a sender may be silent, shorter than one without work is. */
const SILENT_MS = 10_000;

const fresh = await cloneDatabase();
after(() => fresh.drop());

/** A sender without work that has not told for so long that it has to ask. */
async function becomeSilent(t: TestContext, db: Database) {
  const membership = startSenderLease({
    db,
    log: createLog('silent'),
    isBusy: () => false,
    onCount: () => {},
    onReady: () => {},
  });
  t.after(() => membership.leave());
  await membership.joined;
  const id = membership.lessee() ?? assert.fail();
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + SILENT_MS);
  return { leave: () => membership.leave(), holds: () => membership.holds(id) };
}

const countSenders = async () => (await fresh.db`select from webhook_senders`).length;

test('while it is asking: that is over before it leaves', async (t) => {
  const { db, release } = holdBeats();
  const { holds, leave } = await becomeSilent(t, db);
  const holding = holds();
  const leaving = leave();
  await nextTurn();
  release();
  await Promise.all([holding, leaving]);
  assert.equal(await countSenders(), 0);
});

test('once it has left it asks no more; control: before that it did', async (t) => {
  const { holds, leave } = await becomeSilent(t, fresh.db);
  assert.equal(await holds(), true);
  await leave();
  t.mock.method(performance, 'now', () => Infinity);
  assert.equal(await holds(), false);
  assert.equal(await countSenders(), 0);
});

/** The statements by which a sender tells that it lives wait until they are released. */
function holdBeats() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const ask = (strings: TemplateStringsArray, ...values: unknown[]) => {
    const query = fresh.db(strings, ...values);
    return strings[0]?.includes('update webhook_senders') ? released.then(() => query) : query;
  };
  return { db: Object.assign(ask, fresh.db), release };
}

/** A sender without work, the time that it sees, and what it tells. */
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
  t.after(() => membership.leave());
  await membership.joined;
  return { membership, time, told };
}

test('a sender that is alone may send at once, and asks again after three seconds of silence', async (t) => {
  const { membership, time, told } = await join(t);
  const id = membership.lessee() ?? assert.fail();
  await eventually(
    () => told.ready,
    (count) => count === 1,
  );
  const isFresh = () => membership.isFresh(id);
  assert.deepEqual([isFresh(), membership.isFresh(randomUUID())], [true, false]);
  time.now_ms += 2_999;
  assert.deepEqual([isFresh(), await membership.holds(id), told.counts], [true, true, [1]]);
  time.now_ms += 1;
  assert.equal(isFresh(), false);
  assert.deepEqual([await membership.holds(randomUUID()), told.counts], [false, [1]]);
  assert.deepEqual([await membership.holds(id), isFresh(), told.counts], [true, true, [1, 1]]);
});

test('a sender beside others sends once the longest time that they may be silent is over', async (t) => {
  const other = randomUUID();
  await insertSender(fresh.db, other, { alive_ms: 60_000, counted_ms: 60_000 });
  t.after(() => removeSender(fresh.db, other));
  const { membership, time, told } = await join(t);
  assert.deepEqual([membership.lessee(), told.counts, told.ready], [undefined, [2], 0]);
  time.now_ms += 3_499;
  assert.equal(membership.lessee(), undefined);
  time.now_ms += 1;
  assert.notEqual(membership.lessee(), undefined);
});

test('a sender whose leases were taken starts anew under another id', async (t) => {
  const { membership, time, told } = await join(t);
  const id = membership.lessee() ?? assert.fail();
  await fresh.db`update webhook_senders set is_lost = true where id = ${id}`;
  assert.equal(await membership.holds(id), true, 'as far as it knows');
  time.now_ms += 3_000;
  assert.equal(await membership.holds(id), false);
  const next = membership.lessee() ?? assert.fail();
  assert.notEqual(next, id);
  assert.equal(membership.isFresh(next), true);
  assert.deepEqual(told.warnings, ['a sender has lost its leases, and starts anew']);
  await removeSender(fresh.db, id);
});

test('a sender counts for 90 s without work, and for 10 s from its first work until two seconds after its last', async (t) => {
  const { membership, time } = await join(t);
  const id = membership.lessee() ?? assert.fail();
  /** How much longer it counts than it is believed to live. */
  const readMore = async () => {
    const [sender] = await fresh.db<[{ more_ms: number }]>`
      select (extract(epoch from counted_until - alive_until) * 1000)::int as more_ms
      from webhook_senders
      where id = ${id}`;
    return sender.more_ms;
  };
  assert.equal(await readMore(), 86_500);
  membership.noteWork();
  await eventually(readMore, (more_ms) => more_ms === 6_500);
  time.now_ms += 3_000;
  await membership.holds(id);
  assert.equal(await readMore(), 86_500);
});

test('a sender that cannot tell that it lives may soon send no more, and may again when it can', async (t) => {
  const state = { is_away: false };
  const ask = (strings: TemplateStringsArray, ...values: unknown[]) => {
    const is_refused = state.is_away && strings[0]?.includes('update webhook_senders');
    return is_refused ? Promise.reject(new Error('away')) : fresh.db(strings, ...values);
  };
  const { membership, time, told } = await join(t, Object.assign(ask, fresh.db));
  const id = membership.lessee() ?? assert.fail();
  state.is_away = true;
  time.now_ms += 3_000;
  assert.equal(await membership.holds(id), false);
  assert.deepEqual(told.warnings, ['a sender could not tell that it lives']);
  state.is_away = false;
  assert.equal(await membership.holds(id), true);
  assert.equal(membership.lessee(), id);
});
