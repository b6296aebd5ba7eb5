import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { Limiter, type LimiterOptions, type Slot } from '../../../src/lib/concurrency/limiter.ts';

const refusal = new Error('refused');

/** Creates work that records its start order and runs until the test releases it. */
function openWork(options: LimiterOptions) {
  const limiter = new Limiter({ refusal: () => refusal, ...options });
  const begun: string[] = [];
  const holds = new Map<string, PromiseWithResolvers<void>>();
  const run = (name: string, key?: string) =>
    limiter.run(async () => {
      begun.push(name);
      const hold = Promise.withResolvers<void>();
      holds.set(name, hold);
      await hold.promise;
      return name;
    }, key);
  const letGo = async (name: string) => {
    holds.get(name)?.resolve();
    await setImmediate();
  };
  return { limiter, begun, run, letGo };
}

test('work beyond the limit waits in order of arrival and returns its result', async () => {
  const { limiter, begun, run, letGo } = openWork({ most: 2 });
  const all = ['1', '2', '3', '4'].map((name) => run(name));
  assert.deepEqual(begun, ['1', '2']);
  assert.equal(limiter.taken, 2);
  await letGo('2');
  assert.deepEqual(begun, ['1', '2', '3']);
  await letGo('1');
  assert.deepEqual(begun, ['1', '2', '3', '4']);
  for (const name of ['3', '4']) await letGo(name);
  assert.deepEqual(await Promise.all(all), ['1', '2', '3', '4']);
  assert.deepEqual([limiter.taken, limiter.keys], [0, 0]);
});

test('each key has a limit of its own', async () => {
  const { limiter, begun, run, letGo } = openWork({ most_per_key: () => 1 });
  const all = [run('a1', 'a'), run('a2', 'a'), run('b1', 'b')];
  assert.deepEqual(begun, ['a1', 'b1']);
  await letGo('b1');
  assert.deepEqual(begun, ['a1', 'b1'], 'a place of another key is none of this one');
  await letGo('a1');
  assert.deepEqual(begun, ['a1', 'b1', 'a2']);
  await letGo('a2');
  await Promise.all(all);
  assert.equal(limiter.keys, 0);
});

test('keys take turns, however much work waits for one of them', async () => {
  const { begun, run, letGo } = openWork({ most: 1 });
  const all = [run('first')];
  for (const name of ['a1', 'a2', 'a3']) all.push(run(name, 'a'));
  for (const name of ['b1', 'b2']) all.push(run(name, 'b'));
  for (const name of ['first', 'a1', 'b1', 'a2', 'b2', 'a3']) {
    assert.equal(begun.at(-1), name);
    await letGo(name);
  }
  await Promise.all(all);
});

test('a key at its limit leaves free slots to others, and no slot stays unused', async () => {
  const { begun, run, letGo } = openWork({ most: 2, most_per_key: () => 1 });
  const all = [run('a1', 'a'), run('a2', 'a'), run('b1', 'b'), run('c1', 'c')];
  assert.deepEqual(begun, ['a1', 'b1']);
  await letGo('b1');
  assert.deepEqual(begun, ['a1', 'b1', 'c1']);
  await letGo('a1');
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2']);
  for (const name of ['c1', 'a2']) await letGo(name);
  await Promise.all(all);
});

test('a raised limit of a key takes effect at once', async () => {
  let most = 1;
  const { begun, run, letGo } = openWork({ most_per_key: () => most });
  const all = ['1', '2', '3', '4'].map((name) => run(name, 'a'));
  most = 2;
  await letGo('1');
  assert.deepEqual(begun, ['1', '2', '3']);
  most = 1;
  await letGo('2');
  assert.deepEqual(begun, ['1', '2', '3'], 'one place is above the bound now');
  for (const name of ['3', '4']) await letGo(name);
  await Promise.all(all);
});

test('work is rejected immediately if too much work of its key waits; work of another key waits', async () => {
  const { run, letGo } = openWork({ most: 1, most_waiting: 1 });
  const all = [run('1', 'a'), run('2', 'a'), run('3', 'b')];
  await assert.rejects(run('4', 'a'), refusal);
  for (const name of ['1', '2', '3']) await letGo(name);
  assert.deepEqual(await Promise.all(all), ['1', '2', '3']);
});

test('work whose wait timed out is rejected, uses no slot and keeps no timer', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { limiter, begun, run, letGo } = openWork({ most: 1, wait_ms: 20 });
  const first = run('1');
  const second = assert.rejects(run('2'), refusal);
  t.mock.timers.tick(10);
  const third = run('3');
  t.mock.timers.tick(10);
  await second;
  await letGo('1');
  assert.deepEqual(begun, ['1', '3']);
  t.mock.timers.tick(20);
  await letGo('3');
  assert.deepEqual(await Promise.all([first, third]), ['1', '3']);
  assert.equal(limiter.keys, 0);
});

test('work that may exceed the limit after its wait then runs and uses a slot', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { limiter, begun, run, letGo } = openWork({ most: 1, wait_ms: 20, may_exceed_after_wait: true });
  const all = [run('1'), run('2')];
  t.mock.timers.tick(20);
  await setImmediate();
  assert.deepEqual([begun, limiter.taken], [['1', '2'], 2]);
  all.push(run('3'));
  await letGo('1');
  assert.deepEqual(begun, ['1', '2']);
  await letGo('2');
  assert.deepEqual(begun, ['1', '2', '3']);
  await letGo('3');
  assert.deepEqual(await Promise.all(all), ['1', '2', '3']);
  assert.deepEqual([limiter.taken, limiter.keys], [0, 0]);
});

test('a wait ends with its signal, and does not start with an aborted signal', async () => {
  const limiter = new Limiter({ most: 1 });
  const held = limiter.tryAcquire() ?? assert.fail();
  const ending = new AbortController();
  const waiting = limiter.acquire('a', ending.signal);
  ending.abort();
  assert.equal(await waiting, undefined);
  assert.equal(await limiter.acquire('a', ending.signal), undefined);
  assert.equal(limiter.keys, 1);
  held[Symbol.dispose]();
  assert.ok(await limiter.acquire('a', ending.signal), 'a free place needs no wait');
});

test('a slot is released once, and new work never overtakes waiting work', async () => {
  const limiter = new Limiter({ most: 1 });
  const held = limiter.tryAcquire() ?? assert.fail();
  assert.equal(limiter.tryAcquire(), undefined);
  const waiting = limiter.acquire();
  held[Symbol.dispose]();
  held[Symbol.dispose]();
  assert.equal(limiter.tryAcquire(), undefined);
  const next: Slot = (await waiting) ?? assert.fail();
  assert.equal(limiter.taken, 1);
  next[Symbol.dispose]();
  assert.deepEqual([limiter.taken, limiter.keys], [0, 0]);
});

test('the slot of failed work is released', async () => {
  const { begun, run, letGo, limiter } = openWork({ most: 1 });
  const failing = limiter.run(() => Promise.reject(new Error('broken')));
  const next = run('next');
  await assert.rejects(failing, /broken/);
  assert.deepEqual(begun, ['next']);
  await letGo('next');
  assert.equal(await next, 'next');
});

test('waiting work keeps its order when the limit of its key rises', async () => {
  let most = 1;
  const limiter = new Limiter({ most_per_key: () => most });
  const first = limiter.tryAcquire('a');
  const waiting = limiter.acquire('a');
  most = 2;
  assert.equal(limiter.tryAcquire('a'), undefined);
  first?.[Symbol.dispose]();
  assert.ok(await waiting);
  assert.ok(limiter.tryAcquire('a'));
});

test('a key whose work is rejected is deleted', async () => {
  const limiter = new Limiter({ most: 1, most_waiting: 0 });
  const place = limiter.tryAcquire('a');
  assert.equal(limiter.tryAcquire('b'), undefined);
  assert.equal(await limiter.acquire('c'), undefined);
  assert.equal(await limiter.acquire('d', AbortSignal.abort()), undefined);
  assert.equal(limiter.keys, 1);
  place?.[Symbol.dispose]();
  assert.deepEqual([limiter.keys, limiter.taken], [0, 0]);
});

test('rejected work fails with a given or default message', async () => {
  const limiter = new Limiter({ most: 0, most_waiting: 0 });
  await assert.rejects(
    limiter.run(async () => {}),
    /No slot was free in time/,
  );
});

/**
 * Returns the order in which queued work of several keys runs, when each piece occupies the only slot for a given time.
 */
async function orderOf(
  t: TestContext,
  keys: readonly string[],
  costs_ms: Record<string, number>,
  options = {},
) {
  const time = { now_ms: 0 };
  const mocked = t.mock.method(performance, 'now', () => time.now_ms);
  const limiter = new Limiter({ most: 1, least_used_first: true, ...options });
  const first = limiter.tryAcquire('first');
  const order: string[] = [];
  const all = keys.map((key) =>
    limiter.run(async () => {
      order.push(key);
      time.now_ms += costs_ms[key] ?? 1;
    }, key),
  );
  first?.[Symbol.dispose]();
  await Promise.all(all);
  mocked.mock.restore();
  assert.equal(limiter.keys, 0);
  return order.join('');
}

test('the key with the lowest usage is next', async (t) => {
  assert.equal(await orderOf(t, 'aaaabbc'.split(''), {}), 'abcabaa');
  assert.equal(await orderOf(t, 'aaaabbbbcc'.split(''), { a: 100 }), 'abcbcbbaaa');
});

test('control: with round robin, a key with long work gets as many slots as a key with short work', async (t) => {
  assert.equal(
    await orderOf(t, 'aaaabbbbcc'.split(''), { a: 100 }, { least_used_first: false }),
    'abcabcabab',
  );
});

test('a new key starts with the usage of waiting keys, and an idle key is deleted', async (t) => {
  const time = { now_ms: 0 };
  t.mock.method(performance, 'now', () => time.now_ms);
  const { begun, run, letGo, limiter } = openWork({ most: 1, least_used_first: true });
  const all = ['a1', 'a2', 'a3'].map((name) => run(name, 'a'));
  time.now_ms = 50;
  await letGo('a1');
  all.push(run('b1', 'b'), run('b2', 'b'));
  time.now_ms = 100;
  await letGo('a2');
  assert.equal(begun.at(-1), 'b1');
  time.now_ms = 150;
  await letGo('b1');
  assert.equal(begun.at(-1), 'a3', 'both have used 100 ms, and a came first');
  for (const name of ['a3', 'b2']) await letGo(name);
  await Promise.all(all);
  assert.equal(limiter.keys, 0);
});
