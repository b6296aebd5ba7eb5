import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { WakeSignal } from '../../../src/lib/concurrency/wakeSignal.ts';

/** Waits that write their names when they end, with a held clock. */
function openSignal(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const signal = new WakeSignal();
  const ended: string[] = [];
  const wait = (name: string, ms?: number, seen?: number) =>
    void signal.wait(ms, seen).then(() => ended.push(name));
  const tick = async (ms: number) => {
    t.mock.timers.tick(ms);
    await setImmediate();
  };
  return { signal, ended, wait, tick };
}

test('a wait ends after its time, and a wait without a time ends only by a notification', async (t) => {
  const { signal, ended, wait, tick } = openSignal(t);
  wait('timed', 10);
  wait('unlimited');
  await tick(9);
  assert.deepEqual(ended, []);
  await tick(1);
  assert.deepEqual(ended, ['timed']);
  await tick(100_000);
  assert.deepEqual(ended, ['timed']);
  signal.notify();
  await tick(0);
  assert.deepEqual(ended, ['timed', 'unlimited']);
});

test('a notification ends all current waits, and no later wait', async (t) => {
  const { signal, ended, wait, tick } = openSignal(t);
  wait('one', 10);
  wait('two', 20);
  signal.notify();
  wait('later', 30);
  await tick(20);
  assert.deepEqual(ended, ['one', 'two']);
  await tick(10);
  assert.deepEqual(ended, ['one', 'two', 'later']);
});

test('a notification after the count was read is not missed', async (t) => {
  const { signal, ended, wait, tick } = openSignal(t);
  const seen = signal.count;
  signal.notify();
  wait('missed nothing', 10, seen);
  wait('control: waits', 10, signal.count);
  await tick(0);
  assert.deepEqual(ended, ['missed nothing']);
});
