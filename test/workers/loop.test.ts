import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/lib/log.ts';
import { LoopStopped } from '../../src/lib/concurrency/backoffRunner.ts';
import { startLoop } from '../../src/workers/loop.ts';

const HOUR_MS = 60 * 60_000;
/** Fails a test that waits for a loop which has ended or never ends. */
const within = { timeout: 300_000 };

/** Returns a loop that records its errors and its log. */
function watched(pause_ms: number, work: (turn: number) => unknown) {
  const failed: string[] = [];
  const logged: string[] = [];
  let backoff = 0;
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line).err.message) });
  const take = async () => void (await work(++backoff));
  const loop = startLoop('watched', pause_ms, take, { log, onFailure: (name) => failed.push(name) });
  return { loop, failed, logged, backoff: () => backoff };
}

test('a loop continues after each failure, which is logged and counted under its name', within, async () => {
  const fifth = Promise.withResolvers<void>();
  const { loop, failed, logged } = watched(1, (turn) => {
    if (turn === 5) return fifth.resolve();
    if (turn !== 2 && turn < 5) throw new Error(`turn ${turn}`);
    return undefined;
  });
  await fifth.promise;
  await loop.stop();
  assert.deepEqual(logged, ['turn 1', 'turn 3', 'turn 4']);
  assert.deepEqual(failed, ['watched', 'watched', 'watched']);
});

test('a failed iteration is repeated after a second, not after the hourly pause', within, async () => {
  const second = Promise.withResolvers<void>();
  const { loop, failed, backoff } = watched(HOUR_MS, (turn) => {
    if (turn === 1) throw new Error('turn 1');
    second.resolve();
  });
  await second.promise;
  await loop.stop();
  assert.deepEqual([backoff(), failed], [2, ['watched']]);
});

test(
  'a stop waits for the running iteration but not for a pause, and no iteration follows',
  within,
  async () => {
    for (const outcome of ['done', 'failed']) {
      const started = Promise.withResolvers<void>();
      const work = Promise.withResolvers<void>();
      const { loop, backoff } = watched(HOUR_MS, () => {
        started.resolve();
        return work.promise;
      });
      await started.promise;
      let stopped = false;
      const stop = loop.stop().then(() => (stopped = true));
      await new Promise(setImmediate);
      assert.equal(stopped, false, 'stopped in the middle of a turn');
      if (outcome === 'done') work.resolve();
      else work.reject(new Error('failed'));
      await stop;
      assert.equal(backoff(), 1);
    }
  },
);

test('an iteration that ends because of a stop is neither logged nor counted', within, async () => {
  const { loop, failed, logged, backoff } = watched(HOUR_MS, () => {
    throw new LoopStopped('the process stops');
  });
  await loop.stop();
  assert.deepEqual([backoff(), failed, logged], [1, [], []]);
});

test('a stop ends the pause between two iterations', within, async () => {
  const { loop, backoff } = watched(HOUR_MS, () => {});
  await new Promise(setImmediate);
  await loop.stop();
  assert.equal(backoff(), 1);
});
