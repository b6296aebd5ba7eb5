/* The allowed attempts to sign in, to reset a password and to enter a code, over HTTP. */
import assert from 'node:assert/strict';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openBrowser } from '../../support/browser.ts';
import { consoleOfBrowser, consoleOf } from '../../support/console.ts';
import { deliverMails } from '../support/sentMails.ts';
import type { Tenant } from '../support/world.ts';
import {
  askForReset,
  runManyAttempts,
  MINUTE_MS,
  openThrottling,
  throttleSubjectOf,
} from './support/throttling.ts';

const { world, fresh, signIn, withSecondFactor, giveCode, addressOfSignIns, countTo } =
  await openThrottling();

/** The number of attempts that pass, for each counter; the next one gets a 429. */
const BOUNDS: [what: string, passes: number, count: (email: string) => Promise<Buffer>][] = [
  ['from one address', 300, addressOfSignIns],
  ['of one user from one address', 10, personAtAddress],
];

for (const [what, passes, count] of BOUNDS) {
  fresh(`303 for the right password as attempt ${passes} ${what}, 429 afterwards`, async () => {
    const { admin } = await world.account();
    const subject = await count(admin.email);
    await countTo(subject, passes - 1);
    assert.equal(await signIn(admin), 303);
    await countTo(subject, passes - 1);
    assert.notEqual(await signIn({ ...admin, password: 'wrong' }), 429);
    assert.equal(await signIn({ ...admin, password: 'wrong' }), 429);
    assert.equal(await signIn(admin), 429);
  });
}

/**
 * Fails one sign-in and returns the subject of its counter per user and IP address. A successful sign-in resets this
 * counter, unlike the counter of the address.
 */
async function personAtAddress(email: string): Promise<Buffer> {
  await signIn({ email, password: 'wrong' });
  const subject = throttleSubjectOf('password', 'one at address', email, '127.0.0.1');
  const [found] = await world.db`select failures from sign_in_failures where subject = ${subject}`;
  assert.equal(found?.['failures'], 1);
  return subject;
}

fresh(
  '303 for attempt 100 of one user, 429 for further ones except from an address where the user signed in before',
  async () => {
    const { admin: early } = await world.account();
    const { admin: late } = await world.account();
    await countTo(throttleSubjectOf('password', 'one', early.email), 99);
    assert.equal(await signIn(early), 303);
    await countTo(throttleSubjectOf('password', 'one', late.email), 100);
    assert.equal(await signIn(late), 429);
    await countTo(throttleSubjectOf('password', 'one', early.email), 100);
    assert.equal(await signIn(early), 303, 'a known address');
  },
);

fresh(
  'one mail for reset 10 of a user and for reset 60 from an address, none for the next reset',
  async () => {
    const browser = openBrowser(world.url);
    const lettersFor = async (email: string) => {
      assert.equal(await askForReset(browser, email), 200);
      return (await deliverMails(world)).length;
    };
    const address = throttleSubjectOf('reset', 'address', '127.0.0.1');
    for (const [failures, letters] of [
      [9, 1],
      [10, 0],
    ] as const) {
      const { admin } = await world.account();
      await countTo(throttleSubjectOf('reset', 'one', admin.email), failures);
      assert.equal(await lettersFor(admin.email), letters, `after ${failures} of a person`);
    }
    await countTo(address, 59);
    assert.equal(await lettersFor((await world.account()).admin.email), 1);
    assert.equal(await lettersFor((await world.account()).admin.email), 0);
  },
);

fresh(
  'a right code of one user does not reset the wrong codes for other users from the same address',
  async () => {
    const own = await withSecondFactor();
    // The victims are created first, because each of them advances the clock on which all codes depend.
    const victims = [await withSecondFactor(), await withSecondFactor(), await withSecondFactor()];
    const wrong = async (victim: { tenant: Tenant }) => giveCode(victim.tenant.admin, '000000');
    for (const victim of victims) await wrong(victim);
    const before = await countsAbove(1);
    assert.equal(await giveCode(own.tenant.admin, own.code()), 303);
    assert.deepEqual(await countsAbove(1), before, 'what was guessed at others stays counted');
    assert.deepEqual(before, [3]);
  },
);

async function countsAbove(most: number): Promise<number[]> {
  const found = await world.db<{ failures: number }[]>`
    select failures from sign_in_failures where failures > ${most} order by failures`;
  return found.map(({ failures }) => failures);
}

fresh(
  '429 after ten wrong codes for turning the second factor off, 200 with the right code 15 minutes later',
  async () => {
    const { tenant, code } = await withSecondFactor();
    const dashboard = await signedInConsole(tenant, code);
    const off = (given: string) =>
      dashboard.call('/second-factor', { method: 'DELETE', body: { code: given } });
    const guesses = await runManyAttempts(60, async () => (await off('000000')).status);
    assert.deepEqual(tally(guesses), { 400: 10, 429: 50 });
    const refused = await off(code());
    assert.deepEqual(Object.keys(refused.body), ['error', 'message', 'details']);
    assert.deepEqual([refused.status, refused.body.error], [429, 'TOO_MANY_REQUESTS']);
    assert.equal(refused.headers.get('Retry-After'), '900');
    world.clock.advance(15 * MINUTE_MS + 1);
    assert.equal((await off(code())).status, 200);
  },
);

/** Signs in a user with a second factor and returns their console caller. */
async function signedInConsole({ admin }: Tenant, code: () => string) {
  const browser = openBrowser(world.url);
  await browser.signIn(admin);
  await browser.submit(await browser.get('/sign-in/code'), '/sign-in/code', { code: code() });
  world.clock.advance(MINUTE_MS);
  return consoleOfBrowser(world, browser);
}

const tally = (statuses: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, (one) => one)].map(([status, all]) => [status, all.length]));

fresh('429 after ten wrong codes on the page of the second factor, which stays on', async () => {
  const { browser, code } = await withSecondFactor();
  const page = await browser.get('/account/second-factor');
  const off = (given: string) => browser.submit(page, '/account/second-factor/turn-off', { code: given });
  for (let guess = 0; guess < 10; guess++) assert.equal((await off('000000')).status, 400);
  const refused = await off(code());
  assert.equal(refused.status, 429);
  assert.match(refused.text, /Too many attempts/);
  assert.match((await browser.get('/account/second-factor')).text, /Turn off two-factor sign-in/);
});

fresh('400 for turning the second factor on with a right code and without the password', async () => {
  const tenant = await world.account();
  const dashboard = await consoleOf(world, tenant.admin);
  const { body } = await dashboard.post('/second-factor');
  const code = totpCode(body.secret, totpStep(world.clock.now()));
  const on = (given: object) => dashboard.put('/second-factor', { code, ...given });
  assert.deepEqual((await on({})).body.message, 'current_password: required');
  assert.deepEqual((await on({ current_password: 'wrong' })).body.message, 'current_password: wrong');
  assert.equal((await dashboard.get('/second-factor')).body.is_on, false);
  assert.equal((await on({ current_password: tenant.admin.password })).status, 200, 'the control');
});

fresh(
  '400 for turning the second factor on without the password on its page, 429 after ten times',
  async () => {
    const { admin } = await world.account();
    const browser = openBrowser(world.url);
    await browser.signIn(admin);
    const page = await browser.get('/account/second-factor');
    const on = (current_password: string) =>
      browser.submit(page, '/account/second-factor/turn-on', { code: '000000', current_password });
    for (let guess = 0; guess < 10; guess++) assert.equal((await on('')).status, 400);
    assert.equal((await on(admin.password)).status, 429);
  },
);
