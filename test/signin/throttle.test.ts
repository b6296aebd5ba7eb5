import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { keyOn } from '../../support/secondFactor.ts';
import { consoleIn, consoleOf } from '../../support/console.ts';
import { sendLetters } from '../support/letters.ts';
import { openWorld, type Colleague, type Tenant } from '../support/world.ts';

const world = await openWorld();
const MINUTE_MS = 60_000;

type Person = Pick<Colleague, 'email' | 'password'>;

/** Every test begins with nothing counted. */
function fresh(name: string, story: () => Promise<void>): void {
  test(name, async () => {
    await world.db`delete from sign_in_failures`;
    await story();
  });
}

const signIn = async (person: Person) => (await openBrowser(world.url).signIn(person)).status;

async function askForReset(browser: Browser, email: string): Promise<number> {
  const form_token = /name="form_token" value="([^"]+)"/.exec(
    (await browser.get('/reset-password')).text,
  )?.[1];
  return (await browser.post('/reset-password', { form_token: form_token ?? '', email })).status;
}

async function rows(): Promise<number> {
  const [counted] = await world.db<[{ count: number }]>`select count(*)::int as count from sign_in_failures`;
  return counted.count;
}

/** As many at a time as a flood does, within what the service takes. */
async function flood<T>(times: number, act: (round: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let at = 0; at < times; at += 20)
    done.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, times - at) }, (_, i) => act(at + i)))),
    );
  return done;
}

/** A user with a second factor, and the code that the app shows. */
async function withSecondFactor(): Promise<{ tenant: Tenant; browser: Browser; code: () => string }> {
  const tenant = await world.account();
  const browser = openBrowser(world.url);
  await browser.signIn(tenant.admin);
  const page = await browser.get('/account/second-factor');
  const secret = keyOn(page);
  const code = () => totpCode(secret, totpStep(world.clock.now()));
  const given = { code: code(), current_password: tenant.admin.password };
  assert.equal((await browser.submit(page, '/account/second-factor/turn-on', given)).status, 200);
  world.clock.advance(MINUTE_MS);
  return { tenant, browser, code };
}

async function giveCode(person: Person, code: string): Promise<number> {
  const browser = openBrowser(world.url);
  await browser.signIn(person);
  return (await browser.submit(await browser.get('/sign-in/code'), '/sign-in/code', { code })).status;
}

fresh('303 for the right password after 400 resets from the same address', async () => {
  const tenant = await world.account();
  const browser = openBrowser(world.url);
  await flood(400, (round) => askForReset(browser, `nobody-${round}@example.com`));
  assert.equal(await signIn(tenant.admin), 303);
  await world.db`update sign_in_failures set failures = 300 where subject = ${await addressOfSignIns()}`;
  assert.equal(await signIn(tenant.admin), 429, 'the control: counted as sign-ins they shut the address out');
});

/** The row that a wrong sign-in of an unknown user leaves and that a second one counts up. */
type Counted = { subject: Buffer; failures: number };

async function addressOfSignIns(): Promise<Buffer> {
  const subjects = async () => [
    ...(await world.db<Counted[]>`select subject, failures from sign_in_failures`),
  ];
  await signIn({ email: 'nobody-a@example.com', password: 'wrong' });
  const once = await subjects();
  await signIn({ email: 'nobody-b@example.com', password: 'wrong' });
  const twice = await subjects();
  const grown = twice.filter((row) =>
    once.some((earlier) => row.subject.equals(earlier.subject) && row.failures > earlier.failures),
  );
  const [address, ...others] = grown;
  assert.ok(address && others.length === 0);
  return address.subject;
}

fresh('200 for each of 400 resets of invented addresses, which leave one row', async () => {
  const browser = openBrowser(world.url);
  const statuses = await flood(400, (round) => askForReset(browser, `nobody-${round}@example.com`));
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.equal(await rows(), 1);
});

fresh('303 for the sixty-first reset of a person, without a letter, as for one of nobody', async () => {
  const { admin } = await world.account();
  const browser = openBrowser(world.url);
  await flood(40, () => askForReset(browser, admin.email));
  assert.equal((await sendLetters(world)).length, 5);
  world.clock.advance(61 * MINUTE_MS);
  assert.equal(await askForReset(browser, admin.email), 200);
  assert.equal((await sendLetters(world)).length, 1, 'the control: an hour later one more');
});

fresh('429 for the 301st invented person at one address, in at most 601 rows, forgotten later', async () => {
  const statuses = await flood(320, (round) => signIn({ email: `n-${round}@example.com`, password: 'x' }));
  assert.ok(statuses.filter((status) => status === 429).length >= 15);
  const at_most = await rows();
  assert.ok(at_most > 300 && at_most <= 2 * 304 + 1, `${at_most}`);
  world.clock.advance(61 * MINUTE_MS);
  await flood(40, (round) => signIn({ email: `m-${round}@example.com`, password: 'x' }));
  assert.equal(await rows(), 2 * 40 + 1);
});

/** Of each kind of counter: how many attempts pass, and what answers the one behind them. */
const BOUNDS: [what: string, passes: number, count: (email: string) => Promise<Buffer>][] = [
  ['at one address', 300, addressOfSignIns],
  ['for one person at one address', 10, personAtAddress],
];

for (const [what, passes, count] of BOUNDS) {
  fresh(`303 for the right password as attempt ${passes} ${what}, 429 behind it`, async () => {
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

/** The counter that forgets a person who signs in again, unlike that of the address. */
async function personAtAddress(email: string): Promise<Buffer> {
  await signIn({ email, password: 'wrong' });
  const subject = subjectOf('password', 'one at address', email, '127.0.0.1');
  const [found] = await world.db`select failures from sign_in_failures where subject = ${subject}`;
  assert.equal(found?.['failures'], 1);
  return subject;
}

const subjectOf = (...of: string[]) => createHash('sha256').update(JSON.stringify(of)).digest();

async function countTo(subject: Buffer, failures: number): Promise<void> {
  await world.db`
    insert into sign_in_failures (subject, failures, since)
    values (${subject}, ${failures}, ${world.clock.now()})
    on conflict (subject) do update set failures = excluded.failures`;
}

fresh(
  '303 for attempt 100 at one person, 429 behind it except from where they signed in before',
  async () => {
    const { admin: early } = await world.account();
    const { admin: late } = await world.account();
    await countTo(subjectOf('password', 'one', early.email), 99);
    assert.equal(await signIn(early), 303);
    await countTo(subjectOf('password', 'one', late.email), 100);
    assert.equal(await signIn(late), 429);
    await countTo(subjectOf('password', 'one', early.email), 100);
    assert.equal(await signIn(early), 303, 'a known address');
  },
);

fresh('a letter for reset 10 of a person and reset 60 at an address, none for the next', async () => {
  const browser = openBrowser(world.url);
  const lettersFor = async (email: string) => {
    assert.equal(await askForReset(browser, email), 200);
    return (await sendLetters(world)).length;
  };
  const address = subjectOf('reset', 'address', '127.0.0.1');
  for (const [failures, letters] of [
    [9, 1],
    [10, 0],
  ] as const) {
    const { admin } = await world.account();
    await countTo(subjectOf('reset', 'one', admin.email), failures);
    assert.equal(await lettersFor(admin.email), letters, `after ${failures} of a person`);
  }
  await countTo(address, 59);
  assert.equal(await lettersFor((await world.account()).admin.email), 1);
  assert.equal(await lettersFor((await world.account()).admin.email), 0);
});

fresh('303 for each of 40 right codes: a right answer is no failure', async () => {
  const { tenant, code } = await withSecondFactor();
  for (let round = 0; round < 40; round++) {
    world.clock.advance(30_000);
    assert.equal(await giveCode(tenant.admin, code()), 303);
  }
  const [worst] = await world.db`select coalesce(max(failures), 0) as failures from sign_in_failures`;
  assert.equal(worst?.['failures'], 0);
});

fresh('429 for guesses at others, whatever good account their maker has between them', async () => {
  const own = await withSecondFactor();
  // Each moves the clock that the codes of all of them follow.
  const victims = [await withSecondFactor(), await withSecondFactor(), await withSecondFactor()];
  const wrong = async (victim: { tenant: Tenant }) => giveCode(victim.tenant.admin, '000000');
  for (const victim of victims) await wrong(victim);
  const before = await countsAbove(1);
  assert.equal(await giveCode(own.tenant.admin, own.code()), 303);
  assert.deepEqual(await countsAbove(1), before, 'what was guessed at others stays counted');
  assert.deepEqual(before, [3]);
});

async function countsAbove(most: number): Promise<number[]> {
  const found = await world.db<{ failures: number }[]>`
    select failures from sign_in_failures where failures > ${most} order by failures`;
  return found.map(({ failures }) => failures);
}

fresh('429 after ten wrong codes when the second factor is to be turned off, and later off', async () => {
  const { tenant, code } = await withSecondFactor();
  const dashboard = await signedInConsole(tenant, code);
  const off = (given: string) =>
    dashboard.call('/second-factor', { method: 'DELETE', body: { code: given } });
  const guesses = await flood(60, async () => (await off('000000')).status);
  assert.deepEqual(tally(guesses), { 400: 10, 429: 50 });
  const refused = await off(code());
  assert.deepEqual(Object.keys(refused.body), ['error', 'message', 'details']);
  assert.deepEqual([refused.status, refused.body.error], [429, 'TOO_MANY_REQUESTS']);
  assert.equal(refused.headers.get('Retry-After'), '900');
  world.clock.advance(15 * MINUTE_MS + 1);
  assert.equal((await off(code())).status, 200);
});

/** The dashboard's door for a user with a second factor. */
async function signedInConsole({ admin }: Tenant, code: () => string) {
  const browser = openBrowser(world.url);
  await browser.signIn(admin);
  await browser.submit(await browser.get('/sign-in/code'), '/sign-in/code', { code: code() });
  world.clock.advance(MINUTE_MS);
  return consoleIn(world, browser);
}

const tally = (statuses: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, (one) => one)].map(([status, all]) => [status, all.length]));

fresh('429 on the page, too, and the factor stays on', async () => {
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

fresh('400 on the page without the password, 429 after ten wrong ones', async () => {
  const { admin } = await world.account();
  const browser = openBrowser(world.url);
  await browser.signIn(admin);
  const page = await browser.get('/account/second-factor');
  const on = (current_password: string) =>
    browser.submit(page, '/account/second-factor/turn-on', { code: '000000', current_password });
  for (let guess = 0; guess < 10; guess++) assert.equal((await on('')).status, 400);
  assert.equal((await on(admin.password)).status, 429);
});
