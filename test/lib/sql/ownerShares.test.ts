import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { isRetrySafe } from '../../../src/lib/sql/retrySafety.ts';
import { OwnerShares, type ShareLimits } from '../../../src/lib/sql/ownerShares.ts';

const LONG_MS = 60_000;

/** Creates work that records its start order and runs until the test releases it. */
function openWork(limits: Partial<ShareLimits> = {}) {
  const shares = new OwnerShares({ most: 2, most_waiting: 10, wait_ms: LONG_MS, ...limits });
  const begun: string[] = [];
  const held: PromiseWithResolvers<void>[] = [];
  const run = (owner: string, name: string) =>
    shares.run(owner, async () => {
      begun.push(name);
      const hold = Promise.withResolvers<void>();
      held.push(hold);
      await hold.promise;
      return name;
    });
  const letGo = async (at: number) => {
    held[at]?.resolve();
    await setImmediate();
  };
  return { shares, begun, run, letGo };
}

test('work beyond the share of an owner waits in order, and work of other owners runs', async () => {
  const { shares, begun, run, letGo } = openWork();
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => run('a', name));
  const other = run('b', 'other');
  assert.deepEqual(begun, ['1', '2', 'other']);
  await letGo(0);
  assert.equal(await first, '1');
  assert.deepEqual(begun, ['1', '2', 'other', '3']);
  await letGo(1);
  await second;
  assert.deepEqual(begun, ['1', '2', 'other', '3', '4']);
  for (const at of [2, 3, 4]) await letGo(at);
  assert.deepEqual(await Promise.all([third, fourth, other]), ['3', '4', 'other']);
  assert.equal(shares.owners, 0);
});

test('the slot of failed work is released', async () => {
  const shares = new OwnerShares({ most: 1, most_waiting: 10, wait_ms: LONG_MS });
  const failing = shares.run('a', () => Promise.reject(new Error('broken')));
  const next = shares.run('a', async () => 'next');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'next');
  assert.equal(shares.owners, 0);
});

test('work whose wait timed out is rejected as retry-safe, and other work continues', async () => {
  const { shares, begun, run, letGo } = openWork({ most: 1, wait_ms: 20 });
  const first = run('a', '1');
  await assert.rejects(run('a', '2'), isRetrySafe);
  await letGo(0);
  await first;
  assert.deepEqual(begun, ['1']);
  assert.equal(shares.owners, 0);
});

test('work is rejected immediately if the queue is full', async () => {
  const { run, letGo } = openWork({ most: 1, most_waiting: 1 });
  const [first, second] = [run('a', '1'), run('a', '2')];
  await assert.rejects(run('a', '3'), isRetrySafe);
  await letGo(0);
  await first;
  await letGo(1);
  assert.equal(await second, '2');
});

test('a single owner may use more, until another owner has work and for some time afterwards', async (t) => {
  let now_ms = 0;
  t.mock.method(performance, 'now', () => now_ms);
  const { begun, run, letGo } = openWork({ most: 1, most_alone: 3, remembered_ms: 200 });
  const alone = ['1', '2', '3', '4'].map((name) => run('a', name));
  assert.deepEqual(begun, ['1', '2', '3']);
  const other = run('b', 'other');
  const late = ['5', '6'].map((name) => run('a', name));
  for (const at of [0, 1]) await letGo(at);
  await alone[1];
  assert.deepEqual(begun, ['1', '2', '3', 'other'], 'one is at work, which is the share');
  await letGo(2);
  await alone[2];
  assert.deepEqual(begun.slice(4), ['4']);
  await letGo(3);
  await other;

  now_ms = 200;
  await letGo(4);
  await alone[3];
  assert.deepEqual(begun.slice(5), ['5', '6'], 'alone again');
  for (const at of [5, 6]) await letGo(at);
  await Promise.all(late);
});
