import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs, nextAttemptAt } from '../../../src/lib/concurrency/backoff.ts';

const NOW = new Date('2026-03-02T09:00:00Z');
const secondsAfter = (attempts: number, longest_ms?: number) =>
  (nextAttemptAt(NOW, attempts, longest_ms).getTime() - NOW.getTime()) / 1_000;

test('a pause doubles with each failure, from the first to the longest', () => {
  const PAUSE = { first_ms: 100, longest_ms: 1_000 };
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 5_000].map((failures) => backoffMs(failures, PAUSE)),
    [100, 100, 200, 400, 800, 1_000, 1_000],
  );
});

test('the next attempt comes after 10 s, then after twice as long each time, and at most an hour later', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 9, 10, 11, 2_000].map((attempts) => secondsAfter(attempts)),
    [10, 10, 20, 40, 2_560, 3_600, 3_600, 3_600],
  );
});

test('the next attempt comes no later than the time that the caller gives', () => {
  assert.deepEqual(
    [1, 2, 3].map((attempts) => secondsAfter(attempts, 15_000)),
    [10, 15, 15],
  );
});
