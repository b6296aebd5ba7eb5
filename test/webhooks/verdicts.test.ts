/* What follows from an attempt, who gets free places, and where a listener goes on: decisions without a database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isSeen,
  moveCursor,
  reachedBy,
  readCursor,
  writeCursor,
  cursorFrom,
} from '../../src/features/webhooks/listening/cursor.ts';
import {
  isLastInterrupted,
  judge,
  outcomeWord,
  type AttemptOutcome,
} from '../../src/features/webhooks/sending/schedule.ts';
import { shareOut, type ShareWish } from '../../src/features/webhooks/sending/shares.ts';
import { firstIdOf, newId } from '../../src/lib/ids.ts';

const ENDED = new Date('2026-03-04T05:06:07.000Z');
const judged = (outcome: AttemptOutcome, attempt: number, { is_single = false, random = 0 } = {}) => {
  const verdict = judge(outcome, { attempt, is_single }, ENDED, () => random);
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

test('no other attempt follows one that was delivered, blocked, or made by hand', () => {
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

test('an answer is delivered from 200 to 299', () => {
  const answered = (status: number) =>
    outcomeWord({ kind: 'answered', status, headers: {}, body: Buffer.alloc(0), truncated: false });
  assert.deepEqual([199, 200, 299, 300].map(answered), [
    'bad_status',
    'delivered',
    'delivered',
    'bad_status',
  ]);
  assert.equal(outcomeWord({ kind: 'blocked', address: null }), 'blocked_address');
  const failed = { kind: 'failed', error: 'tls_failed', status: null, body: Buffer.alloc(0) } as const;
  assert.equal(outcomeWord(failed), 'tls_failed');
});

test('a fourth attempt that is claimed was interrupted in its third, unless it was asked for by hand', () => {
  const told = [3, 4].flatMap((attempt) =>
    [false, true].map((is_single) => isLastInterrupted({ attempt, is_single })),
  );
  assert.deepEqual(told, [false, false, true, false]);
});

const NONE = { ids: [], counts: [] };
const lane = (account_id: string, endpoint_id: string) => ({ account_id, endpoint_id });
const share = (lanes: ReturnType<typeof lane>[], wish: Partial<ShareWish> = {}) =>
  shareOut(lanes, {
    free: 30,
    max_per_endpoint: 8,
    max_per_account: 12,
    endpoints: NONE,
    accounts: NONE,
    ...wish,
  });

test('an account that is alone gets half of the free places at most, and its endpoints equal parts', () => {
  assert.deepEqual(share([lane('a', '1'), lane('a', '2')], { free: 10 }), {
    shares: [
      {
        account_id: 'a',
        rows: 5,
        room: 12,
        lanes: [
          { endpoint_id: '1', rows: 5, room: 8 },
          { endpoint_id: '2', rows: 5, room: 8 },
        ],
      },
    ],
    closed: [],
  });
});

test('what an account and its endpoints have in flight counts for their bounds', () => {
  const busy = {
    endpoints: { ids: ['1'], counts: [3] },
    accounts: { ids: ['a'], counts: [4] },
  };
  assert.deepEqual(share([lane('a', '1'), lane('b', '2')], busy), {
    shares: [
      { account_id: 'a', rows: 8, room: 8, lanes: [{ endpoint_id: '1', rows: 5, room: 5 }] },
      { account_id: 'b', rows: 10, room: 12, lanes: [{ endpoint_id: '2', rows: 8, room: 8 }] },
    ],
    closed: [],
  });
});

test('endpoints without room, and those of accounts without, are closed', () => {
  const full = {
    endpoints: { ids: ['1'], counts: [8] },
    accounts: { ids: ['b'], counts: [12] },
  };
  const { shares, closed } = share([lane('a', '1'), lane('a', '2'), lane('b', '3')], full);
  assert.deepEqual(closed, [lane('a', '1'), lane('b', '3')]);
  assert.deepEqual(
    shares.map(({ account_id, lanes }) => [account_id, lanes.map(({ endpoint_id }) => endpoint_id)]),
    [['a', ['2']]],
  );
});

test('an account without anything in flight gets the last free place, and the next one none', () => {
  const { shares, closed } = share([lane('a', '1'), lane('b', '2')], { free: 1 });
  assert.deepEqual(
    shares.map(({ account_id, rows }) => [account_id, rows]),
    [['a', 1]],
  );
  assert.deepEqual(closed, [lane('b', '2')]);
  const busy = { free: 3, accounts: { ids: ['a'], counts: [2] } };
  assert.deepEqual(share([lane('a', '1')], busy), { shares: [], closed: [lane('a', '1')] });
});

const at = (ms: number) => new Date(ENDED.getTime() + ms);

test('a cursor keeps what was seen in the last minute, and survives its text', () => {
  const ids = [-60_001, -60_000, -1, 0].map((ms) => newId(at(ms)));
  const moved = moveCursor(cursorFrom(at(-100_000)), ids, ENDED);
  assert.equal(moved.from_id, firstIdOf(at(-60_000)));
  assert.deepEqual(
    ids.map((id) => isSeen(moved, id)),
    [false, true, true, true],
  );
  assert.deepEqual(readCursor(writeCursor(moved)), moved);
  const later = moveCursor(cursorFrom(at(-5)), [], ENDED);
  assert.equal(later.from_id, firstIdOf(at(-5)), 'it never goes back');
});

test('a cursor keeps 500 ids, and goes on from the oldest of them', () => {
  const ids = Array.from({ length: 501 }, () => newId(at(-1))).toSorted();
  const all = moveCursor(cursorFrom(at(-100_000)), ids.slice(0, 500), ENDED);
  assert.deepEqual([all.seen.size, all.from_id], [500, firstIdOf(at(-60_000))]);
  const most = moveCursor(cursorFrom(at(-100_000)), ids, ENDED);
  assert.deepEqual([most.seen.size, most.from_id], [500, ids[1]]);
});

test('400 for the text of no cursor', () => {
  const bytes = Buffer.from(writeCursor(cursorFrom(ENDED)), 'base64url');
  const wrong = [
    Buffer.from(bytes).fill(2, 0, 1),
    bytes.subarray(0, 16),
    Buffer.alloc(0),
    Buffer.concat([bytes, Buffer.alloc(5)]),
  ];
  for (const one of wrong)
    assert.throws(() => readCursor(one.toString('base64url')), {
      message: 'after: must be the cursor of an earlier answer',
    });
  assert.equal(readCursor(Buffer.concat([bytes, Buffer.alloc(6)]).toString('base64url')).seen.size, 1);
});

test('a listener has reached the newest of what it was given, or else the moment of its look', () => {
  assert.deepEqual(reachedBy([newId(at(-9)), newId(at(-5))], ENDED), at(-5));
  assert.equal(reachedBy([], ENDED), ENDED);
});
