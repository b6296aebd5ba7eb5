import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYielder } from '../../../src/lib/concurrency/yielder.ts';

test('long work lets other work run every 10 ms, and short work is not interrupted', async (t) => {
  let now_ms = 0;
  t.mock.method(performance, 'now', () => now_ms);
  const pause = createYielder();
  const pauseAt = async (ms: number) => {
    now_ms = ms;
    let has_yielded = false;
    setImmediate(() => (has_yielded = true));
    await pause();
    return has_yielded;
  };
  const yielded = [];
  for (const ms of [0, 9.9, 10, 19.9, 20, 1_000, 1_001]) yielded.push(await pauseAt(ms));
  assert.deepEqual(yielded, [false, false, true, false, true, true, false]);
});
