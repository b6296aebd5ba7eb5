import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from '../../../../src/lib/process/sandbox/fairQueue.ts';

/** The order in which the items are served when those of an owner cost so much each. */
function orderOf(items: readonly string[], costs: Record<string, number>, owners = (item: string) => item) {
  const queue = createFairQueue<string>(100);
  for (const item of items) queue.push(owners(item), item);
  const order: string[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    order.push(next.item);
    queue.charge(next.owner, costs[next.item] ?? 1);
  }
  return order.join('');
}

test('owners take turns, and an owner that has used much waits for all that have used little', () => {
  assert.equal(orderOf('aaaabbc'.split(''), {}), 'abcabaa');
  assert.equal(orderOf('aaaabbbbcc'.split(''), { a: 100 }), 'abcbcbbaaa');
});

test('an owner that comes late begins with what the others have used', () => {
  const queue = createFairQueue<string>(100);
  for (const item of 'aaa'.split('')) queue.push(item, item);
  queue.shift();
  queue.charge('a', 50);
  for (const item of 'bbb'.split('')) queue.push(item, item);
  const served = [1, 2].map(() => {
    const next = queue.shift();
    if (next) queue.charge(next.owner, 50);
    return next?.item;
  });
  assert.deepEqual(served, ['a', 'b']);
});

test('the use of an owner is forgotten when none of its items waits', () => {
  const queue = createFairQueue<string>(100);
  queue.push('a', 'a');
  queue.shift();
  queue.charge('a', 50);
  for (const item of ['b', 'b', 'a']) queue.push(item, item);
  const order: string[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    order.push(next.item);
    queue.charge(next.owner, 1);
  }
  assert.deepEqual(order, ['b', 'a', 'b']);
});

test('control: in one line, the last to come is the last to be served', () => {
  assert.equal(
    orderOf('aaaab'.split(''), {}, () => 'everybody'),
    'aaaab',
  );
});

test('an owner that is busy is passed over', () => {
  const queue = createFairQueue<string>(100);
  for (const item of 'aab'.split('')) queue.push(item, item);
  assert.equal(queue.shift((owner) => owner === 'a')?.item, 'b');
  assert.equal(
    queue.shift((owner) => owner === 'a'),
    undefined,
  );
  assert.equal(queue.shift()?.item, 'a');
});
