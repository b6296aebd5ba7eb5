import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Cache, AsyncCache } from '../../../src/lib/concurrency/cache.ts';

/** Mocks the clock of caches; it stands still until the test changes it. */
function holdTime(t: TestContext): { now_ms: number } {
  const time = { now_ms: 0 };
  t.mock.method(performance, 'now', () => time.now_ms);
  return time;
}

test('a value is found only under its own key, and replaced by the next value of that key', () => {
  const cache = new Cache<string, number>(10);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c'), cache.size], [3, 2, undefined, 2]);
  cache.delete('a');
  assert.deepEqual([cache.get('a'), cache.size], [undefined, 1]);
});

test('a cache never exceeds its size and evicts the oldest value', () => {
  const cache = new Cache<number, string>(3);
  for (let key = 0; key < 1_000; key++) {
    cache.set(key, `value ${key}`);
    assert.ok(cache.size <= 3, `${cache.size} values`);
  }
  assert.deepEqual([...cache.keys()], [997, 998, 999]);
});

test('a value that is set again becomes the newest, a value that is only read does not', () => {
  const cache = new Cache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.get('b');
  cache.set('c', 4);
  assert.deepEqual([...cache.keys()], ['a', 'c']);
});

test('a value is created once, even if it is falsy', () => {
  const cache = new Cache<string, boolean>(10);
  let made = 0;
  const make = () => {
    made++;
    return false;
  };
  assert.deepEqual([cache.getOrMake('a', make), cache.getOrMake('a', make), made], [false, false, 1]);
});

test('a value whose creation fails is not cached', () => {
  const cache = new Cache<string, number>(10);
  const fails = () => {
    throw new Error('not made');
  };
  assert.throws(() => cache.getOrMake('a', fails), /not made/);
  assert.equal(cache.size, 0);
  assert.equal(
    cache.getOrMake('a', () => 1),
    1,
  );
});

test('an expired value is absent and created again', (t) => {
  const time = holdTime(t);
  const cache = new Cache<string, number>(10);
  cache.set('a', 1, 100);
  time.now_ms = 99;
  assert.equal(cache.get('a'), 1);
  time.now_ms = 100;
  assert.equal(cache.get('a'), undefined);
  assert.equal(
    cache.getOrMake('a', () => 2),
    2,
  );
});

test('an expiry is set only for the value that it was computed for', (t) => {
  const time = holdTime(t);
  const cache = new Cache<string, number>(10);
  cache.set('a', 1);
  cache.set('a', 2);
  cache.endIn(0, 'a', 1);
  assert.equal(cache.get('a'), 2);
  cache.endIn(50, 'a', 2);
  time.now_ms = 50;
  assert.equal(cache.get('a'), undefined);
});

/** Creates shared lookups whose answers the test gives. */
function openQuestions(most: number, freshMs: (answer: string | undefined) => number) {
  const answers = new AsyncCache<string>(most, freshMs);
  const asked: { key: string; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const ask = (key: string) =>
    answers.ask(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      asked.push({ key, answer: resolve, fail: reject });
      return promise;
    });
  return { ask, asked };
}

test('concurrent callers with the same key share one lookup', async (t) => {
  const time = holdTime(t);
  const { ask, asked } = openQuestions(10, () => 100);
  const all = [ask('a'), ask('a'), ask('b')];
  time.now_ms = 10_000;
  all.push(ask('a'));
  assert.deepEqual(
    asked.map(({ key }) => key),
    ['a', 'b'],
  );
  for (const { key, answer } of asked) answer(`answer to ${key}`);
  assert.deepEqual(await Promise.all(all), ['answer to a', 'answer to a', 'answer to b', 'answer to a']);
});

test('a result is cached for its own lifetime, which begins when the result arrives', async (t) => {
  const time = holdTime(t);
  const { ask, asked } = openQuestions(10, (answer) => Number(answer));
  const first = ask('a');
  time.now_ms = 500;
  asked[0]?.answer('100');
  await first;
  time.now_ms = 599;
  assert.equal(await ask('a'), '100');
  time.now_ms = 600;
  const second = ask('a');
  assert.equal(asked.length, 2);
  asked[1]?.answer('0');
  assert.equal(await second, '0');
});

test('a failure reaches all callers and has its own lifetime', async (t) => {
  const time = holdTime(t);
  const { ask, asked } = openQuestions(10, (answer) => (answer === undefined ? 20 : 100));
  const both = [ask('a'), ask('a')];
  asked[0]?.fail(new Error('away'));
  for (const one of both) await assert.rejects(one, /away/);
  time.now_ms = 19;
  await assert.rejects(ask('a'), /away/);
  assert.equal(asked.length, 1);
  time.now_ms = 20;
  const again = ask('a');
  asked[1]?.answer('back');
  assert.equal(await again, 'back');
});

test('a replaced lookup does not overwrite a newer result', async (t) => {
  holdTime(t);
  const { ask, asked } = openQuestions(1, (answer) => (answer === 'old' ? 0 : 100));
  const old = ask('a');
  const other = ask('b');
  const newer = ask('a');
  asked[2]?.answer('new');
  assert.equal(await newer, 'new');
  asked[0]?.answer('old');
  asked[1]?.answer('other');
  await Promise.all([old, other]);
  assert.equal(await ask('a'), 'new');
});
