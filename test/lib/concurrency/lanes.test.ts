import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { workInLanes } from '../../../src/lib/concurrency/lanes.ts';

type Item = { account_id: string; name: string };

/** A queue in memory, claimed as the statements claim. */
function queueOf(...names: string[]) {
  const items = names.map((name): Item => ({ account_id: name.charAt(0), name }));
  const find = (except: ReadonlySet<string>, after = '') =>
    items.findIndex(({ account_id }) => !except.has(account_id) && account_id > after);
  return {
    add: (name: string) => void items.push({ account_id: name.charAt(0), name }),
    claim: async ({ last, except }: { last: string | undefined; except: ReadonlySet<string> }) => {
      await nextTurn();
      const after_last = find(except, last);
      const at = after_last >= 0 ? after_last : find(except);
      return at < 0 ? undefined : items.splice(at, 1)[0];
    },
  };
}

test('accounts take turns, and none has two items in work at the same time', async () => {
  const { claim } = queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  const order: string[] = [];
  const at_work = new Set<string>();
  await workInLanes<Item>({
    lanes: 2,
    claim,
    async work({ account_id, name }) {
      assert.ok(!at_work.has(account_id));
      at_work.add(account_id);
      order.push(name);
      await nextTurn();
      at_work.delete(account_id);
      return true;
    },
  });
  assert.deepEqual(order.slice(0, 3), ['a1', 'b1', 'c1']);
  assert.equal(order.length, 6);
  assert.equal(order.at(-1), 'a3');
});

test('an item that comes while another account has a slow one does not wait for it', async () => {
  const queue = queueOf('a1', 'a2');
  const slow = Promise.withResolvers<void>();
  const done: string[] = [];
  const other = Promise.withResolvers<void>();
  const all = workInLanes<Item>({
    lanes: 2,
    claim: queue.claim,
    async work({ name }) {
      if (name === 'a1') await slow.promise;
      done.push(name);
      if (name === 'b1') other.resolve();
      return true;
    },
  });
  await nextTurn();
  queue.add('b1');
  await other.promise;
  assert.deepEqual(done, ['b1']);
  slow.resolve();
  await all;
  assert.deepEqual(done, ['b1', 'a1', 'a2']);
});

test('control: with one lane, it waits for all that came before', async () => {
  const queue = queueOf('a1');
  const done: string[] = [];
  await workInLanes<Item>({
    lanes: 1,
    claim: queue.claim,
    async work({ name }) {
      if (name === 'a1') queue.add('b1');
      await nextTurn();
      done.push(name);
      return true;
    },
  });
  assert.deepEqual(done, ['a1', 'b1']);
});

test('after a failure what is in work ends, and nothing more is claimed', async () => {
  const { claim } = queueOf('a1', 'a2', 'b1');
  const done: string[] = [];
  const all = workInLanes<Item>({
    lanes: 2,
    claim,
    async work({ name }) {
      if (name === 'a1') throw new Error('a1 failed');
      for (let turn = 0; turn < 10; turn++) await nextTurn();
      done.push(name);
      return true;
    },
  });
  await assert.rejects(all, /a1 failed/);
  assert.deepEqual(done, ['b1']);
});

test('nothing more is claimed after work that says so', async () => {
  const { claim } = queueOf('a1', 'a2');
  const done: string[] = [];
  await workInLanes<Item>({ lanes: 2, claim, work: async ({ name }) => (done.push(name), false) });
  assert.deepEqual(done, ['a1']);
});
