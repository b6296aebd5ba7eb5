import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkSignInThrottle,
  resetSignInAttempts,
  recordSignInAttempt,
  undoSignInAttempt,
  type SignInAttempt,
} from '../../src/features/signin/throttle.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();

test('a sign-in resets the failures of its user, not those of other users and of the address', async () => {
  const { db, clock } = world;
  const own: SignInAttempt = { kind: 'password', whose: 'own@example.com', address: '203.0.113.7' };
  const elsewhere: SignInAttempt = { ...own, address: '198.51.100.7' };
  const other: SignInAttempt = { ...own, whose: 'other@example.com' };
  const note = async (attempt: SignInAttempt, times: number) => {
    for (let at = 0; at < times; at++) await recordSignInAttempt(db, attempt, clock.now());
  };
  await note(elsewhere, 1);
  await note(own, 9);
  await note(other, 2);
  // The counters of users at an address, of addresses, and of users.
  assert.deepEqual(await counts(), [1, 1, 2, 2, 9, 10, 11]);
  await resetSignInAttempts(db, own);
  assert.deepEqual(await counts(), [1, 1, 2, 2, 11]);
  await note(own, 10);
  assert.equal(await checkSignInThrottle(db, own, clock.now()), 'slow-down');
  await undoSignInAttempt(db, own);
  assert.deepEqual(await counts(), [1, 1, 2, 2, 20]);
  assert.equal(await checkSignInThrottle(db, own, clock.now()), 'free');
});

async function counts(): Promise<number[]> {
  const found = await world.db<{ failures: number }[]>`
    select failures from sign_in_failures where failures > 0 order by failures`;
  return found.map(({ failures }) => failures);
}
