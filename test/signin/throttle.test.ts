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

fresh('303 for the right password after 400 password resets from the same address', async () => {
  const tenant = await world.account();
  const browser = openBrowser(world.url);
  await runManyAttempts(400, (round) => askForReset(browser, `nobody-${round}@example.com`));
  assert.equal(await signIn(tenant.admin), 303);
  await world.db`update sign_in_failures set failures = 300 where subject = ${await addressOfSignIns()}`;
  assert.equal(await signIn(tenant.admin), 429, 'the control: counted as sign-ins they shut the address out');
});

fresh('200 for each of 400 resets of unknown email addresses, which leave one row', async () => {
  const browser = openBrowser(world.url);
  const statuses = await runManyAttempts(400, (round) => askForReset(browser, `nobody-${round}@example.com`));
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.equal(await rows(), 1);
});

fresh('five mails for 40 password resets of a user, and one more an hour later', async () => {
  const { admin } = await world.account();
  const browser = openBrowser(world.url);
  await runManyAttempts(40, () => askForReset(browser, admin.email));
  assert.equal((await deliverMails(world)).length, 5);
  world.clock.advance(61 * MINUTE_MS);
  assert.equal(await askForReset(browser, admin.email), 200);
  assert.equal((await deliverMails(world)).length, 1, 'the control: an hour later one more');
});

fresh(
  '429 from the 301st unknown user from one address on; the rows stay bounded and are deleted an hour later',
  async () => {
    const statuses = await runManyAttempts(320, (round) =>
      signIn({ email: `n-${round}@example.com`, password: 'x' }),
    );
    assert.ok(statuses.filter((status) => status === 429).length >= 15);
    const at_most = await rows();
    assert.ok(at_most > 300 && at_most <= 2 * 304 + 1, `${at_most}`);
    world.clock.advance(61 * MINUTE_MS);
    await runManyAttempts(40, (round) => signIn({ email: `m-${round}@example.com`, password: 'x' }));
    assert.equal(await rows(), 2 * 40 + 1);
  },
);

fresh('303 for each of 40 right codes, which do not count as failures', async () => {
  const { tenant, code } = await withSecondFactor();
  for (let round = 0; round < 40; round++) {
    world.clock.advance(30_000);
    assert.equal(await giveCode(tenant.admin, code()), 303);
  }
  const [worst] = await world.db`select coalesce(max(failures), 0) as failures from sign_in_failures`;
  assert.equal(worst?.['failures'], 0);
});
