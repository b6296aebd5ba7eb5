/* The next step after an attempt, and the cursor of a listener: decisions that need no database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isSeen,
  advanceCursor,
  timeOfNewestId,
  parseCursor,
  formatCursor,
  cursorAtTime,
} from '../../src/features/webhooks/listening/cursor.ts';
import {
  wasLastAttemptInterrupted,
  decideVerdict,
  attemptOutcomeOf,
  type AttemptOutcome,
} from '../../src/features/webhooks/sending/schedule.ts';
import { firstIdOf, newId } from '../../src/lib/ids.ts';

const ENDED = new Date('2026-03-04T05:06:07.000Z');
const judged = (outcome: AttemptOutcome, attempt: number, { is_single = false, random = 0 } = {}) => {
  const verdict = decideVerdict(outcome, { attempt, is_single }, ENDED, () => random);
  return verdict.verdict === 'again' ? verdict.due_at.getTime() - ENDED.getTime() : verdict;
};
const COUNTED = { verdict: 'failed', counts_as_failure: true };

test('a failed attempt is repeated after 10 and 60 s with up to 4.7 s more, and the third is the last', () => {
  assert.deepEqual(
    [judged('bad_status', 1), judged('bad_status', 2), judged('bad_status', 3), judged('bad_status', 4)],
    [10_001, 60_001, COUNTED, COUNTED],
  );
  assert.deepEqual(
    [judged('tls_failed', 1, { random: 1 }), judged('tls_failed', 2, { random: 0.5 })],
    [14_701, 62_351],
  );
});

test('no attempt follows a delivered, blocked or manual one', () => {
  for (const attempt of [1, 2, 3]) {
    assert.deepEqual(judged('delivered', attempt), { verdict: 'delivered' });
    assert.deepEqual(judged('delivered', attempt, { is_single: true }), { verdict: 'delivered' });
    assert.deepEqual(judged('blocked_address', attempt), COUNTED);
    assert.deepEqual(judged('bad_status', attempt, { is_single: true }), {
      verdict: 'failed',
      counts_as_failure: false,
    });
  }
});

test('a response status from 200 to 299 means delivered', () => {
  const answered = (status: number) =>
    attemptOutcomeOf({ kind: 'answered', status, headers: {}, body: Buffer.alloc(0), truncated: false });
  assert.deepEqual([199, 200, 299, 300].map(answered), [
    'bad_status',
    'delivered',
    'delivered',
    'bad_status',
  ]);
  assert.equal(attemptOutcomeOf({ kind: 'blocked', address: null }), 'blocked_address');
  const failed = { kind: 'failed', error: 'tls_failed', status: null, body: Buffer.alloc(0) } as const;
  assert.equal(attemptOutcomeOf(failed), 'tls_failed');
});

test('a claimed fourth attempt repeats an interrupted third one, unless it is manual', () => {
  const told = [3, 4].flatMap((attempt) =>
    [false, true].map((is_single) => wasLastAttemptInterrupted({ attempt, is_single })),
  );
  assert.deepEqual(told, [false, false, true, false]);
});

const at = (ms: number) => new Date(ENDED.getTime() + ms);

test('a cursor contains the ids of the last minute, and is the same after it was written and read', () => {
  const ids = [-60_001, -60_000, -1, 0].map((ms) => newId(at(ms)));
  const moved = advanceCursor(cursorAtTime(at(-100_000)), ids, ENDED);
  assert.equal(moved.from_id, firstIdOf(at(-60_000)));
  assert.deepEqual(
    ids.map((id) => isSeen(moved, id)),
    [false, true, true, true],
  );
  assert.deepEqual(parseCursor(formatCursor(moved)), moved);
  const later = advanceCursor(cursorAtTime(at(-5)), [], ENDED);
  assert.equal(later.from_id, firstIdOf(at(-5)), 'it never goes back');
});

test('a cursor contains 500 ids, and continues from the oldest of them', () => {
  const ids = Array.from({ length: 501 }, () => newId(at(-1))).toSorted();
  const all = advanceCursor(cursorAtTime(at(-100_000)), ids.slice(0, 500), ENDED);
  assert.deepEqual([all.seen.size, all.from_id], [500, firstIdOf(at(-60_000))]);
  const most = advanceCursor(cursorAtTime(at(-100_000)), ids, ENDED);
  assert.deepEqual([most.seen.size, most.from_id], [500, ids[1]]);
});

test('400 for an invalid cursor', () => {
  const bytes = Buffer.from(formatCursor(cursorAtTime(ENDED)), 'base64url');
  const wrong = [
    Buffer.from(bytes).fill(2, 0, 1),
    bytes.subarray(0, 16),
    Buffer.alloc(0),
    Buffer.concat([bytes, Buffer.alloc(5)]),
  ];
  for (const one of wrong)
    assert.throws(() => parseCursor(one.toString('base64url')), {
      message: 'after: must be the cursor of an earlier answer',
    });
  assert.equal(parseCursor(Buffer.concat([bytes, Buffer.alloc(6)]).toString('base64url')).seen.size, 1);
});

test('a poll has read up to its newest event, or otherwise up to the time of the poll', () => {
  assert.deepEqual(timeOfNewestId([newId(at(-9)), newId(at(-5))], ENDED), at(-5));
  assert.equal(timeOfNewestId([], ENDED), ENDED);
});
