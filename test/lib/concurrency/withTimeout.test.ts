import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsWithin, withTimeout } from '../../../src/lib/concurrency/withTimeout.ts';

const late = () => new Error('too late');
const failure = new Error('the work failed');
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('work that ends before the timeout returns its result and leaves no timer', async () => {
  const before = timers();
  assert.equal(await withTimeout(60_000, Promise.resolve(7), late), 7);
  assert.equal(await endsWithin(60_000, Promise.resolve(false)), true);
  await assert.rejects(withTimeout(60_000, Promise.reject(failure), late), failure);
  await assert.rejects(endsWithin(60_000, Promise.reject(failure)), failure);
  assert.equal(timers(), before);
});

test('the wait ends at the timeout, and a later failure of the work is not an unhandled rejection', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { promise, reject } = Promise.withResolvers<void>();
  const waits = [
    assert.rejects(withTimeout(10, promise, late), { message: 'too late' }),
    endsWithin(10, promise),
  ];
  t.mock.timers.tick(10);
  assert.deepEqual(await Promise.all(waits), [undefined, false]);
  reject(failure);
});
