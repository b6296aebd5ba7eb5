/* The allowed attempts: per address, per user at an address, and per user. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  checkSignInThrottle,
  isKnownNetworkAddress,
  recordSignInAttempt,
  recordPasswordGuess,
  resetPasswordGuesses,
  type SignInAttempt,
} from '../../src/features/signin/throttle.ts';
import { openBrowser } from '../../support/browser.ts';
import { openWorld } from '../support/world.ts';

const MINUTE_MS = 60_000;
const ADDRESS = '203.0.113.7';

const world = await openWorld();
const { db } = world;
const now = () => world.clock.now();
const subjectOf = (...of: string[]) => createHash('sha256').update(JSON.stringify(of)).digest();

async function countTo(failures: number, ...of: string[]): Promise<void> {
  await db`
    insert into sign_in_failures (subject, failures, since)
    values (${subjectOf(...of)}, ${failures}, ${now()})
    on conflict (subject) do update set failures = excluded.failures, since = excluded.since`;
}

const MOST = [
  ['password', { one_at_address: 10, address: 300, one: 100 }],
  ['second factor', { one_at_address: 10, address: 300, one: 100 }],
  ['reset', { one_at_address: 5, address: 60, one: 10 }],
] as const;

for (const [kind, { one_at_address, address, one }] of MOST) {
  const attempt = (): SignInAttempt => ({ kind, whose: `${randomUUID()}@example.com`, address: ADDRESS });
  const bounds: [what: string, most: number, beyond: string, of: (made: SignInAttempt) => string[]][] = [
    [
      'one user from an address',
      one_at_address,
      'slow-down',
      ({ whose }) => [kind, 'one at address', whose, ADDRESS],
    ],
    ['an address', address, 'slow-down', () => [kind, 'address', ADDRESS]],
    ['one user', one, 'known-addresses-only', ({ whose }) => [kind, 'one', whose]],
  ];
  for (const [what, most, beyond, of] of bounds) {
    test(`${kind}: ${most} attempts of ${what} are allowed, and then ${beyond}`, async () => {
      await db`delete from sign_in_failures`;
      const made = attempt();
      await countTo(most - 1, ...of(made));
      assert.equal(await checkSignInThrottle(db, made, now()), 'free');
      assert.equal(await recordSignInAttempt(db, made, now()), 'free');
      assert.equal(await checkSignInThrottle(db, made, now()), beyond);
      assert.equal(await recordSignInAttempt(db, made, now()), beyond);
    });
  }

  test(`${kind}: attempts of other kinds, persons and networks are counted separately`, async () => {
    await db`delete from sign_in_failures`;
    const made = attempt();
    const other = kind === 'reset' ? 'password' : 'reset';
    for (const of of [
      [other, 'one', made.whose],
      [other, 'address', made.address],
      [kind, 'address', '203.0.113.8'],
      [kind, 'one', 'other@example.com'],
    ])
      await countTo(1_000, ...of);
    assert.equal(await recordSignInAttempt(db, made, now()), 'free');
  });
}

test('attempts are counted for 15 minutes, resets for an hour', async () => {
  for (const [kind, minutes, count] of [
    ['password', 15, 10],
    ['second factor', 15, 10],
    ['reset', 60, 5],
  ] as const) {
    const made: SignInAttempt = { kind, whose: randomUUID(), address: '198.51.100.1' };
    await countTo(count, kind, 'one at address', made.whose, made.address);
    const after = new Date(now().getTime() + minutes * MINUTE_MS);
    assert.equal(await checkSignInThrottle(db, made, after), 'slow-down', kind);
    assert.equal(await checkSignInThrottle(db, made, new Date(after.getTime() + 1)), 'free', kind);
  }
});

test('a signed-in person has ten wrong attempts, and more only after one of them is forgiven', async () => {
  const guess = { kind: 'password', whose: randomUUID() } as const;
  for (let made = 0; made < 10; made++) assert.equal(await recordPasswordGuess(db, guess, now()), 'free');
  assert.equal(await recordPasswordGuess(db, guess, now()), 'slow-down');
  assert.equal(await recordPasswordGuess(db, { ...guess, kind: 'second factor' }, now()), 'free');
  await resetPasswordGuesses(db, guess);
  assert.equal(await recordPasswordGuess(db, guess, now()), 'free');
});

test('an address is known if the user signed in from its network', async () => {
  const { admin, admin_id, account_id } = await world.account();
  const person = { account_id, user_id: admin_id };
  assert.equal(await isKnownNetworkAddress(db, person, '127.0.0.1'), false);
  assert.equal((await openBrowser(world.url).signIn(admin)).status, 303);
  assert.equal(await isKnownNetworkAddress(db, person, '127.0.0.1'), true);
  assert.equal(await isKnownNetworkAddress(db, person, '127.0.0.2'), false);
});

test('303 for a known address during an attack on a user, 429 for an unknown address', async () => {
  const signIn = async (admin: { email: string; password: string }) =>
    (await openBrowser(world.url).signIn(admin)).status;
  const [{ admin: known }, { admin: unknown }] = [await world.account(), await world.account()];
  assert.equal(await signIn(known), 303);
  for (const { email } of [known, unknown]) await countTo(100, 'password', 'one', email);
  assert.equal(await signIn(known), 303);
  assert.equal(await signIn(unknown), 429);
  await countTo(300, 'password', 'address', '127.0.0.1');
  assert.equal(await signIn(known), 429);
});
