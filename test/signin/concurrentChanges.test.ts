import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replacePassword } from '../../src/features/signin/password.ts';
import { lockUserOrStaff } from '../../src/features/signin/sql/person.ts';
import { endAllSignIns } from '../../src/features/signin/signIns.ts';
import { signInByLink } from '../../src/features/signin/signIn.ts';
import { applyUserStatus, reactivateUser } from '../../src/features/users/users.ts';
import { hashPassword } from '../../src/lib/crypto/passwords.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { secondFactorKeyOn } from '../../support/secondFactor.ts';
import { consoleOfBrowser } from '../../support/console.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld, type Tenant } from '../support/world.ts';

/* Comparing a password takes time; changes that are committed meanwhile must win. */
const world = await openWorld();
const AFTER = 'another horse battery';
const hash_after = await hashPassword(AFTER);

test('control: 303 for the right password without a concurrent change', async () => {
  const { tenant } = await arrange();
  assert.equal((await openBrowser(world.url).signIn(tenant.admin)).status, 303);
});

test('400 for a password that is replaced during the comparison', async () => {
  const { tenant, reset } = await arrange();
  const browser = openBrowser(world.url);
  const [shown] = await askInOrder(world.db, reset, [() => browser.signIn(tenant.admin)]);
  assert.equal(shown?.status, 400);
  assert.equal((await browser.get('/account')).status, 303);
  assert.equal((await browser.signIn({ ...tenant.admin, password: AFTER })).status, 303);
});

test('400 for a user who is deactivated during the sign-in, without a remaining sign-in', async () => {
  const { tenant, leave } = await arrange();
  const browser = openBrowser(world.url);
  const [shown] = await askInOrder(world.db, leave, [() => browser.signIn(tenant.admin)]);
  assert.equal(shown?.status, 400);
  await reactivateUser(tenant.ctx(), tenant.admin_id);
  assert.equal((await browser.get('/account')).status, 303);
});

test('303 to the code page if the second factor is turned on during the password comparison', async () => {
  const { tenant } = await arrange();
  const turning = await turnOn(await signedIn(tenant), tenant);
  const browser = openBrowser(world.url);
  const confirm = async (tx: Transaction) => {
    await lockUserOrStaff(tx, tenant.account_id, tenant.admin_id);
    await tx`
      update second_factors
      set confirmed_at = ${world.clock.now()}
      where account_id = ${tenant.account_id}`;
  };
  const [shown] = await askInOrder(world.db, confirm, [() => browser.signIn(tenant.admin)]);
  assert.equal(shown?.location, '/sign-in/code?next=%2Faccount');
  assert.equal((await browser.get('/account')).status, 303);
  const page = await browser.get('/sign-in/code');
  assert.equal((await browser.submit(page, '/sign-in/code', { code: turning.code() })).status, 303);
});

test('303 without a code if the second factor is turned off during the password comparison', async () => {
  const { tenant } = await arrange();
  const browser = await signedIn(tenant);
  const turning = await turnOn(browser, tenant);
  assert.equal((await turning.send()).status, 200);
  world.clock.advance(60_000);
  const page = await browser.get('/account/second-factor');
  const other = openBrowser(world.url);
  const hold = (tx: Transaction) => lockUserOrStaff(tx, tenant.account_id, tenant.admin_id);
  const [turned_off, shown] = await askInOrder(world.db, hold, [
    () => browser.submit(page, '/account/second-factor/turn-off', { code: turning.code() }),
    () => other.signIn(tenant.admin),
  ]);
  assert.equal(turned_off?.status, 303);
  assert.equal(shown?.location, '/account');
  assert.equal((await other.get('/account')).status, 200);
});

test('404 for an invitation whose user is deactivated concurrently', async () => {
  const { tenant, leave } = await arrange();
  const accept = () => signInByLink(tenant.ctx(), tenant.admin_id, { address: '127.0.0.1', browser: 'Test' });
  await assert.rejects(askInOrder(world.db, leave, [accept]), { code: 'NOT_FOUND' });
});

test('400 for a code whose pending sign-in ends concurrently', async () => {
  const { tenant, reset } = await arrange();
  const turning = await turnOn(await signedIn(tenant), tenant);
  assert.equal((await turning.send()).status, 200);
  world.clock.advance(60_000);
  const half = await signedIn(tenant);
  const page = await half.get('/sign-in/code');
  const give = () => half.submit(page, '/sign-in/code', { code: turning.code() });
  const [shown] = await askInOrder(world.db, reset, [give]);
  assert.equal(shown?.status, 400);
  assert.equal((await half.get('/account')).status, 303);
});

test('400 for each change with the previous password', async () => {
  const { tenant, reset } = await arrange();
  const browser = await signedIn(tenant);
  const own = await consoleOfBrowser(world, browser);
  const current_password = tenant.admin.password;
  const turning = await turnOn(browser, tenant);
  const answers = await askInOrder<{ status: number }>(world.db, reset, [
    () => own.put('/password', { current_password, new_password: 'a third horse battery' }),
    () => own.put('/own/address', { current_password, email: `new-${crypto.randomUUID()}@example.com` }),
    turning.send,
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 400, 400],
  );
  assert.equal(
    (await openBrowser(world.url).signIn({ ...tenant.admin, password: AFTER })).location,
    '/account',
  );
});

/** Returns an account, and the actions that end its admin's sign-ins. */
async function arrange() {
  const tenant = await world.account();
  const { account_id, admin_id } = tenant;
  const reset = async (tx: Transaction) => {
    await replacePassword(tx, account_id, admin_id, hash_after);
    await endAllSignIns(tx, tenant.ctx(), admin_id);
  };
  const leave = (tx: Transaction) => applyUserStatus(tx, tenant.ctx(), admin_id, { status: 'inactive' });
  return { tenant, reset, leave };
}

async function signedIn(tenant: Tenant): Promise<Browser> {
  const browser = openBrowser(world.url);
  assert.equal((await browser.signIn(tenant.admin)).status, 303);
  return browser;
}

/** Returns the form that turns on the second factor, ready to be sent. */
async function turnOn(browser: Browser, { admin }: Tenant) {
  const page = await browser.get('/account/second-factor');
  const secret = secondFactorKeyOn(page);
  const code = () => totpCode(secret, totpStep(world.clock.now()));
  const send = () =>
    browser.submit(page, '/account/second-factor/turn-on', {
      code: code(),
      current_password: admin.password,
    });
  return { code, send };
}
