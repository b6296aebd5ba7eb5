import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../../src/lib/log.ts';
import {
  createBackoffRunner,
  LoopStopped,
  type BackoffTools,
} from '../../../src/lib/concurrency/backoffRunner.ts';
import { holdClock } from '../../support/clock.ts';

const REASON = new Error('a piece that cannot be done');

function openTurns(changes: Partial<BackoffTools> = {}) {
  const clock = holdClock();
  const counted = { failures: 0 };
  const onFailure = () => counted.failures++;
  const backoff = createBackoffRunner('a loop', { clock, log: createLog('silent'), onFailure, ...changes });
  const fail = (piece: string) => backoff.run(piece, () => Promise.reject(REASON));
  return { backoff, clock, counted, fail };
}

test('a piece waits 10 s after it failed, 20 s after it failed again, and is not run meanwhile', async () => {
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

test('a piece that was done waits 10 s again after its next failure', async () => {
  const { backoff, clock, fail } = openTurns();
  await fail('a');
  clock.advance(10_000);
  assert.equal(await backoff.run('a', async () => {}), true);
  await fail('a');
  clock.advance(10_000);
  assert.equal(backoff.isBackingOff('a'), false);
});

test('a piece that found a row locked waits 10 s each time, and is not counted', async () => {
  const { backoff, clock, counted } = openTurns();
  const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  for (let time = 0; time < 3; time++) {
    assert.equal(await backoff.run('a', () => Promise.reject(locked)), false);
    assert.equal(backoff.isBackingOff('a'), true);
    clock.advance(10_000);
    assert.equal(backoff.isBackingOff('a'), false);
  }
  assert.equal(counted.failures, 0);
});

test('failures at once are all counted, and make the piece wait as one', () => {
  const { backoff, clock, counted } = openTurns();
  for (let time = 0; time < 5; time++) backoff.fail('a', REASON);
  assert.equal(counted.failures, 5);
  clock.advance(10_000);
  assert.equal(backoff.isBackingOff('a'), false);
});

test('no piece waits longer than its loop allows, and none for another', async () => {
  const { backoff, clock, fail } = openTurns({ longest_ms: 15_000 });
  for (let time = 0; time < 3; time++) {
    await fail('a');
    clock.advance(15_000);
    assert.equal(backoff.isBackingOff('a'), false);
  }
  await fail('a');
  assert.equal(await backoff.run('b', async () => {}), true);
});

test('a database that is away fails no piece: the loop as a whole must wait', async () => {
  const { backoff, counted } = openTurns();
  const away = Object.assign(new Error('shutting down'), { code: '57P01' });
  await assert.rejects(
    backoff.run('a', () => Promise.reject(away)),
    away,
  );
  assert.equal(backoff.isBackingOff('a'), false);
  assert.equal(counted.failures, 0);
});

test('no piece begins once the process stops, and what ends inside of another is no failure', async () => {
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

test('ten thousand failed pieces are remembered, and of one more the oldest is forgotten', () => {
  const { backoff } = openTurns();
  for (let piece = 0; piece < 10_000; piece++) backoff.fail(`piece ${piece}`, REASON);
  assert.equal(backoff.isBackingOff('piece 0'), true);
  backoff.fail('one more', REASON);
  assert.deepEqual([backoff.isBackingOff('piece 0'), backoff.isBackingOff('piece 1')], [false, true]);
});
