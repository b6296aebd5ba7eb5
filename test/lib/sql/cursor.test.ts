import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readByCursor, ReadTooLong } from '../../../src/lib/sql/cursor.ts';
import { connect, countPoolConnections } from '../../../src/lib/sql/sql.ts';
import { eventually } from '../../../support/eventually.ts';
import { cloneDatabase } from '../../support/database.ts';
import { LONG_TIMEOUTS } from '../../support/longTimeouts.ts';

const fresh = await cloneDatabase();
const db = connect(fresh.connection, { max: 2, ...LONG_TIMEOUTS });
after(async () => {
  await db.end({ timeout: 1 });
  await fresh.drop();
});

const LONG_MS = 60_000;
const numbers = (count: number) => db`select number from generate_series(1, ${count}::int) as number`;
const isBusy = () => countPoolConnections(db).busy > 0;

for (const [count, batches] of [
  [0, []],
  [1, [1]],
  [10, [10]],
  [11, [10, 1]],
  [30, [10, 10, 10]],
] as const) {
  test(`a cursor reads ${count} rows in batches of ten`, async () => {
    const read = await Array.fromAsync(readByCursor(db, numbers(count), { rows: 10, timeout_ms: LONG_MS }));
    assert.deepEqual(
      read.map((batch) => batch.length),
      batches,
    );
    assert.deepEqual(
      read.flat(),
      Array.from({ length: count }, (_, at) => ({ number: at + 1 })),
    );
    assert.equal(isBusy(), false);
  });
}

test('a connection reads two cursors of different columns one after the other', async () => {
  const bounds = { rows: 1, timeout_ms: LONG_MS };
  const [[one] = []] = await Array.fromAsync(readByCursor(db, db`select 1 as one`, bounds));
  const [[two] = []] = await Array.fromAsync(readByCursor(db, db`select 'b' as two`, bounds));
  assert.deepEqual([one, two], [{ one: 1 }, { two: 'b' }]);
});

test('a reader that stops releases the connection', async () => {
  for await (const batch of readByCursor(db, numbers(30), { rows: 10, timeout_ms: LONG_MS })) {
    assert.equal(batch.length, 10);
    assert.equal(isBusy(), true);
    break;
  }
  assert.equal(isBusy(), false);
});

test('a reader that stops after the first batch releases the connection', async () => {
  const batches = readByCursor(db, numbers(30), { rows: 10, timeout_ms: LONG_MS });
  await batches.next();
  assert.equal(isBusy(), true);
  await batches.return(undefined);
  assert.equal(isBusy(), false);
});

test('a reader that pauses for too long loses its transaction', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reader = readByCursor(db, numbers(30), { rows: 10, timeout_ms: LONG_MS });
  await reader.next();
  t.mock.timers.tick(LONG_MS - 1);
  // Control: until then, the connection is in use.
  assert.equal(isBusy(), true);
  t.mock.timers.tick(1);
  t.mock.timers.reset();
  await eventually(isBusy, (is_busy) => !is_busy);
  await assert.rejects(reader.next(), ReadTooLong);
});

test('a reader that got no connection causes no later error', async (t) => {
  const closed = connect(fresh.connection, { max: 1 });
  await closed.end();
  const unheard = t.mock.fn();
  process.on('unhandledRejection', unheard);
  t.after(() => void process.off('unhandledRejection', unheard));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reader = readByCursor(closed, numbers(1), { rows: 10, timeout_ms: LONG_MS });
  await assert.rejects(reader.next(), /is closed/);
  t.mock.timers.tick(LONG_MS);
  await setImmediate();
  assert.equal(unheard.mock.callCount(), 0);
});

test('an error of the statement reaches the reader, and the connection stays usable', async () => {
  const failing = readByCursor(db, db`select 1 / 0 as none`, { rows: 10, timeout_ms: LONG_MS });
  await assert.rejects(failing.next(), /division by zero/);
  assert.equal(isBusy(), false);
  assert.equal((await db`select 1`).length, 1);
});
