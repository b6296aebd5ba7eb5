/* A sender that leaves counts no longer, whatever asks it meanwhile whether it still counts. */
import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startSenderLease } from '../../src/features/webhooks/sending/senderLease.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
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
