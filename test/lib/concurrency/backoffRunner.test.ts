import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../../src/lib/log.ts';
import {
  createBackoffRunner,
  LoopStopped,
  type BackoffRunnerOptions,
} from '../../../src/lib/concurrency/backoffRunner.ts';
import { holdClock } from '../../support/clock.ts';

const REASON = new Error('a piece that cannot be done');

function openTurns(changes: Partial<BackoffRunnerOptions> = {}) {
  const clock = holdClock();
  const counted = { failures: 0 };
  const onFailure = () => counted.failures++;
  const backoff = createBackoffRunner('a loop', { clock, log: createLog('silent'), onFailure, ...changes });
  const fail = (piece: string) => backoff.run(piece, () => Promise.reject(REASON));
  return { backoff, clock, counted, fail };
}

test('a failed item is retried after 10 s, then after 20 s, and not earlier', async () => {
  const { backoff, clock, fail } = openTurns();
  let runs = 0;
  const run = () => backoff.run('a', async () => void runs++);
  for (const wait_ms of [10_000, 20_000, 40_000]) {
    assert.equal(await fail('a'), false);
    clock.advance(wait_ms - 1);
    assert.equal(await run(), false);
    assert.deepEqual(backoff.postponed(), ['a']);
    clock.advance(1);
    assert.deepEqual(backoff.postponed(), []);
  }
  assert.equal(runs, 0);
  assert.equal(await run(), true);
  assert.equal(runs, 1);
});

test('a success resets the backoff to 10 s', async () => {
  const { backoff, clock, fail } = openTurns();
  await fail('a');
  clock.advance(10_000);
  assert.equal(await backoff.run('a', async () => {}), true);
  await fail('a');
  clock.advance(10_000);
  assert.equal(backoff.isBackingOff('a'), false);
});

test('an item that times out on a lock waits 10 s each time and is not counted as a failure', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const { backoff, clock, counted } = openTurns({ log });
  const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  for (let time = 0; time < 3; time++) {
    assert.equal(await backoff.run('a', () => Promise.reject(locked)), false);
    assert.equal(backoff.isBackingOff('a'), true);
    clock.advance(10_000);
    assert.equal(backoff.isBackingOff('a'), false);
  }
  assert.equal(counted.failures, 0);
  assert.match(lines[0] ?? '', /"piece":"a".*"msg":"background work item waits for a lock"/);
});

test('concurrent failures are all counted but extend the backoff once', () => {
  const { backoff, clock, counted } = openTurns();
  for (let time = 0; time < 5; time++) backoff.fail('a', REASON);
  assert.equal(counted.failures, 5);
  clock.advance(10_000);
  assert.equal(backoff.isBackingOff('a'), false);
});

test('no key waits longer than the limit of its loop, or for another key', async () => {
  const { backoff, clock, fail } = openTurns({ longest_ms: 15_000 });
  for (let time = 0; time < 3; time++) {
    await fail('a');
    clock.advance(15_000);
    assert.equal(backoff.isBackingOff('a'), false);
  }
  await fail('a');
  assert.equal(await backoff.run('b', async () => {}), true);
});

test('an unavailable database is no failure of a key: the whole loop waits', async () => {
  const { backoff, counted } = openTurns();
  const away = Object.assign(new Error('shutting down'), { code: '57P01' });
  await assert.rejects(
    backoff.run('a', () => Promise.reject(away)),
    away,
  );
  assert.equal(backoff.isBackingOff('a'), false);
  assert.equal(counted.failures, 0);
});

test('no work starts once the process stops, and its interruption is no failure', async () => {
  const ending = new AbortController();
  const { backoff, counted } = openTurns({ ending: ending.signal });
  backoff.throwIfStopping();
  const ended = backoff.run('outer', () => {
    ending.abort();
    return backoff.run('inner', () => assert.fail('begun'));
  });
  await assert.rejects(ended, LoopStopped);
  assert.throws(() => backoff.throwIfStopping(), LoopStopped);
  assert.deepEqual([backoff.isBackingOff('outer'), counted.failures], [false, 0]);
});

test('ten thousand failed items are remembered, a further one evicts the oldest', () => {
  const { backoff } = openTurns();
  for (let piece = 0; piece < 10_000; piece++) backoff.fail(`piece ${piece}`, REASON);
  assert.equal(backoff.isBackingOff('piece 0'), true);
  backoff.fail('one more', REASON);
  assert.deepEqual([backoff.isBackingOff('piece 0'), backoff.isBackingOff('piece 1')], [false, true]);
});
