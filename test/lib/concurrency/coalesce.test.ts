import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { databaseAsAccount } from '../../../src/lib/sql/rowSecurity.ts';
import { trackRequestWrites, isRetrySafe, markRetrySafe } from '../../../src/lib/sql/retrySafety.ts';
import { connect, type Database } from '../../../src/lib/sql/sql.ts';
import { coalesce } from '../../../src/lib/concurrency/coalesce.ts';

const db = connect('postgres://127.0.0.1:1/nobody');
const refusal = Object.assign(new Error('a key that is taken'), { code: '23505' });
const away = Object.assign(new Error('no connection'), { code: 'ECONNRESET' });
const LONG_MS = 60_000;
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

type Options = {
  bad?: readonly number[];
  left?: readonly number[];
  failure?: Error;
  wait_ms?: number;
  writes?: boolean;
};

/** Creates work that records its input and, if held, ends when the test releases it. */
function openWork({
  bad = [],
  left = [],
  failure = refusal,
  wait_ms = LONG_MS,
  writes = false,
}: Options = {}) {
  const runs: string[] = [];
  const alone: number[] = [];
  const held = new Map<string, PromiseWithResolvers<void>>();
  const add = coalesce<number, string>({
    at_once: 2,
    most: 10,
    wait_ms,
    writes,
    async run(_, account_id, items) {
      runs.push(`${account_id}: ${items.join(' ')}`);
      await held.get(account_id)?.promise;
      if (items.some((item) => bad.includes(item))) throw failure;
      return items.map((item) => (left.includes(item) ? undefined : `${item} together`));
    },
    async alone(_, account_id, item) {
      alone.push(item);
      await held.get(account_id)?.promise;
      if (bad.includes(item)) throw failure;
      return `${item} alone`;
    },
  });
  const hold = (account_id: string) => held.set(account_id, Promise.withResolvers());
  const letGo = (account_id: string) => held.get(account_id)?.resolve();
  const ask = (items: readonly number[], account_id = 'a', on: Database = db) =>
    Promise.allSettled(items.map((item) => add(on, account_id, item)));
  return { runs, alone, hold, letGo, ask };
}

const ends = (settled: readonly PromiseSettledResult<string>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));

test('requests of one turn of the event loop share one run, in order, each with its own result', async () => {
  const { runs, alone, ask } = openWork();
  assert.deepEqual(
    ends(await ask(upTo(7))),
    upTo(7).map((item) => `${item} together`),
  );
  assert.deepEqual(runs, ['a: 0 1 2 3 4 5 6']);
  assert.deepEqual(alone, []);
});

test('a single request runs alone', async () => {
  const { runs, ask } = openWork();
  assert.deepEqual(ends(await ask([3])), ['3 alone']);
  assert.deepEqual(runs, []);
});

test('requests that arrive at the concurrency limit share the next run', async () => {
  const { runs, hold, letGo, ask } = openWork();
  hold('a');
  const asked = [ask([0, 1])];
  await setImmediate();
  asked.push(ask([2, 3]));
  await setImmediate();
  for (const item of [4, 5, 6]) {
    asked.push(ask([item]));
    await setImmediate();
  }
  assert.deepEqual(runs, ['a: 0 1', 'a: 2 3']);
  letGo('a');
  assert.deepEqual(
    ends((await Promise.all(asked)).flat()),
    upTo(7).map((item) => `${item} together`),
  );
  assert.deepEqual(runs, ['a: 0 1', 'a: 2 3', 'a: 4 5 6']);
});

test('no run is larger than allowed', async () => {
  const { runs, ask } = openWork();
  await ask(upTo(25));
  assert.deepEqual(
    runs.map((run) => run.split(' ').length - 1),
    [10, 10, 5],
  );
});

test('an account does not wait for a run of another account or another database', async () => {
  const { hold, letGo, ask } = openWork();
  hold('a');
  const held = ask([0, 1]);
  assert.deepEqual(ends(await ask([2, 3], 'b')), ['2 together', '3 together']);
  const { runs, ask: askOther } = openWork();
  await Promise.all([askOther([0, 1]), askOther([2, 3], 'a', connect('postgres://127.0.0.1:1/other'))]);
  assert.deepEqual(runs, ['a: 0 1', 'a: 2 3']);
  letGo('a');
  await held;
});

test('requests of one account share a database context, requests of two accounts do not', () => {
  assert.equal(databaseAsAccount(db, 'a'), databaseAsAccount(db, 'a'));
  assert.notEqual(databaseAsAccount(db, 'a'), databaseAsAccount(db, 'b'));
});

test('no request waits longer than the limit for hanging runs', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { runs, hold, letGo, ask } = openWork({ wait_ms: 20 });
  hold('a');
  const asked = [];
  for (const items of [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ]) {
    asked.push(ask(items));
    await setImmediate();
    t.mock.timers.tick(20);
    await setImmediate();
  }
  assert.deepEqual(runs, ['a: 0 1', 'a: 2 3', 'a: 4 5', 'a: 6 7']);
  letGo('a');
  await Promise.all(asked);
});

test('requests that have run do not count as waiting', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { runs, hold, letGo, ask } = openWork();
  hold('a');
  const early = [];
  for (const items of [[0], [1], [2]]) {
    early.push(ask(items));
    await setImmediate();
  }
  letGo('a');
  await Promise.all(early);
  hold('a');
  const late = [];
  for (const items of [
    [3, 4],
    [5, 6],
    [7, 8],
  ]) {
    late.push(ask(items));
    await setImmediate();
    t.mock.timers.tick(LONG_MS / 2);
  }
  await setImmediate();
  assert.deepEqual(runs, ['a: 3 4', 'a: 5 6']);
  letGo('a');
  await Promise.all(late);
});

test('a rejected request does not reject the others of its run', async () => {
  const { runs, alone, ask } = openWork({ bad: [1] });
  assert.deepEqual(ends(await ask(upTo(3))), ['0 alone', refusal, '2 alone']);
  assert.equal(runs.length, 1);
  assert.deepEqual(alone, [0, 1, 2]);
});

test('a request that a run leaves out runs alone', async () => {
  const { alone, ask } = openWork({ left: [1] });
  assert.deepEqual(ends(await ask(upTo(3))), ['0 together', '1 alone', '2 together']);
  assert.deepEqual(alone, [1]);
});

test('an unavailable database rejects all requests without a retry', async () => {
  const { runs, alone, ask } = openWork({ bad: [1], failure: away });
  assert.deepEqual(ends(await ask(upTo(3))), [away, away, away]);
  assert.equal(runs.length, 1);
  assert.deepEqual(alone, []);
});

test('after a failed run, the next requests start a new run', async () => {
  const { ask } = openWork({ bad: [0], failure: away });
  await Promise.all([ask([0, 1]), ask([0, 2])]);
  assert.deepEqual(ends(await ask([3, 4])), ['3 together', '4 together']);
});

test('a shared write counts as a write of each request, a shared read does not', async () => {
  for (const writes of [true, false]) {
    const { ask } = openWork({ writes });
    const late = markRetrySafe(new Error('the database went away afterwards'));
    const asked = ['a', 'b'].map((account_id) =>
      trackRequestWrites(async () => {
        await ask([0, 1], account_id);
        throw late;
      }),
    );
    assert.deepEqual(
      (await Promise.allSettled(asked)).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(isRetrySafe(late), !writes);
  }
});
