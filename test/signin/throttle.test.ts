/* Floods of attempts to sign in and to reset passwords. */
import assert from 'node:assert/strict';
import { openBrowser } from '../../support/browser.ts';
import { deliverMails } from '../support/sentMails.ts';
import { askForReset, runManyAttempts, MINUTE_MS, openThrottling } from './support/throttling.ts';

const { world, fresh, signIn, withSecondFactor, giveCode, addressOfSignIns } = await openThrottling();

async function rows(): Promise<number> {
  const [counted] = await world.db<[{ count: number }]>`select count(*)::int as count from sign_in_failures`;
  return counted.count;
}

fresh('303 for the right password after 400 resets from the same address', async () => {
  const tenant = await world.account();
  const browser = openBrowser(world.url);
  await runManyAttempts(400, (round) => askForReset(browser, `nobody-${round}@example.com`));
  assert.equal(await signIn(tenant.admin), 303);
  await world.db`update sign_in_failures set failures = 300 where subject = ${await addressOfSignIns()}`;
  assert.equal(await signIn(tenant.admin), 429, 'the control: counted as sign-ins they shut the address out');
});

fresh('200 for each of 400 resets of invented addresses, which leave one row', async () => {
  const browser = openBrowser(world.url);
  const statuses = await runManyAttempts(400, (round) => askForReset(browser, `nobody-${round}@example.com`));
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.equal(await rows(), 1);
});

fresh('303 for the sixty-first reset of a person, without a letter, as for one of nobody', async () => {
  const { admin } = await world.account();
  const browser = openBrowser(world.url);
  await runManyAttempts(40, () => askForReset(browser, admin.email));
  assert.equal((await deliverMails(world)).length, 5);
  world.clock.advance(61 * MINUTE_MS);
  assert.equal(await askForReset(browser, admin.email), 200);
  assert.equal((await deliverMails(world)).length, 1, 'the control: an hour later one more');
});

fresh('429 for the 301st invented person at one address, in at most 601 rows, forgotten later', async () => {
  const statuses = await runManyAttempts(320, (round) =>
    signIn({ email: `n-${round}@example.com`, password: 'x' }),
  );
  assert.ok(statuses.filter((status) => status === 429).length >= 15);
  const at_most = await rows();
  assert.ok(at_most > 300 && at_most <= 2 * 304 + 1, `${at_most}`);
  world.clock.advance(61 * MINUTE_MS);
  await runManyAttempts(40, (round) => signIn({ email: `m-${round}@example.com`, password: 'x' }));
  assert.equal(await rows(), 2 * 40 + 1);
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
