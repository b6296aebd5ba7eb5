import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, test } from 'node:test';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { makeInvitation } from '../../src/features/invitations/link.ts';
import { insertInvitation } from '../../src/features/invitations/queries.ts';
import { upsertEmailChange } from '../../src/features/signin/sql/newAddress.ts';
import { insertPasswordReset } from '../../src/features/signin/sql/passwordReset.ts';
import { addUser } from '../../src/features/users/users.ts';
import { newId } from '../../src/lib/ids.ts';
import { hashToken, makeToken } from '../../src/access/tokens.ts';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { secondFactorKeyOn } from '../../support/secondFactor.ts';
import { consoleOfBrowser, type Person } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { onOneServer } from '../support/cluster.ts';
import { makeTools } from '../support/tools.ts';
import { countWaiting } from '../support/waitingStatements.ts';
import { openFaultyApi } from './support/service.ts';

/* Each COMMIT takes effect and its answer is lost: one-time actions happen once, and report success. */
const { url, fresh, proxy } = await openFaultyApi();
const { db } = fresh;
const AFTER = 'another horse battery';
afterEach(() => proxy.forward());

test('303 once for a sign-in after a lost response to COMMIT', async () => {
  const { admin, user_id } = await arrange();
  const browser = openBrowser(url);
  proxy.swallowNextCommit('session.signed_in');
  assert.equal((await browser.signIn(admin)).location, '/account');
  assert.equal((await browser.get('/account')).status, 200);
  assert.equal((await db`select from browser_sessions where user_id = ${user_id}`).length, 1);
});

test('200 with the recovery codes of a second factor, which sign in after a lost response to COMMIT', async () => {
  const { admin, user_id } = await arrange();
  const { browser } = await signedIn(admin);
  const [code = ''] = await turnOn(browser, admin);
  const half = openBrowser(url);
  proxy.swallowNextCommit(user_id);
  assert.equal((await half.signIn(admin)).location, '/sign-in/code?next=%2Faccount');
  const asked = await half.get('/sign-in/code');
  proxy.swallowNextCommit('session.signed_in');
  assert.equal((await half.submit(asked, '/sign-in/code', { code })).status, 303);
  assert.equal((await half.get('/account')).status, 200);
});

test('303 for accepting an invitation after a lost response to COMMIT', async () => {
  const { account_id } = await arrange();
  const now = new Date();
  const { token, expires_at } = makeInvitation({ account_id, now });
  await db.begin(async (tx) => {
    const person = { email: newAddress(), full_name: 'Ivy Invited', is_admin: false, password_hash: null };
    const user_id = await addUser(tx, { account_id, now }, person);
    const invitation = { id: newId(now), user_id, token_hash: hashToken(token), created_at: now, expires_at };
    await insertInvitation(tx, account_id, invitation);
  });
  const browser = openBrowser(url);
  const page = await browser.get(`/invitation?token=${token}`);
  proxy.swallowNextCommit('session.signed_in');
  assert.equal((await browser.submit(page, '/invitation', { password: AFTER })).status, 303);
  assert.equal((await browser.get('/account')).status, 200);
});

test('200 for a new password by a link after a lost response to COMMIT', async () => {
  const { admin, browser, page } = await openReset();
  proxy.swallowNextCommit('password.reset');
  assert.equal((await browser.submit(page, '/reset-password/new', { password: AFTER })).status, 200);
  await signedIn({ ...admin, password: AFTER });
});

test(
  '200 for a new password if the connection is cut and the next run waits for the COMMIT',
  onOneServer('a trigger that waits in a COMMIT'),
  async () => {
    const { admin, browser, page } = await openReset();
    await db.unsafe(HELD_COMMIT);
    proxy.cutDuringNextCommit('password.reset');
    const shown = await db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`;
      const asked = browser.submit(page, '/reset-password/new', { password: AFTER });
      await eventually(
        () => countWaiting(db),
        (count) => count === 2,
      );
      return { asked };
    });
    assert.equal((await shown.asked).status, 200);
    await db`drop trigger held_commit on users`;
    await signedIn({ ...admin, password: AFTER });
  },
);

const HELD_COMMIT = `
  create function held_commit() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
  create constraint trigger held_commit after update on users
    deferrable initially deferred for each row execute function held_commit()`;

test('200 for a new password by the current one after a lost response to COMMIT, with the number of ended sign-ins', async () => {
  const { admin } = await arrange();
  await signedIn(admin);
  const { own } = await signedIn(admin);
  const change = { current_password: admin.password, new_password: AFTER };
  proxy.swallowNextCommit('password.changed');
  const { status, body } = await own.put('/password', change);
  assert.deepEqual([status, body], [200, { signed_out: 1 }]);
  await signedIn({ ...admin, password: AFTER });
});

test('200 for a new address after a lost response to COMMIT', async () => {
  const { admin, account_id, user_id } = await arrange();
  const token = makeToken('tec_', account_id);
  const email = newAddress();
  const change = { user_id, email, token_hash: hashToken(token), created_at: new Date() };
  await db.begin((tx) => upsertEmailChange(tx, account_id, change));
  const { browser } = await signedIn(admin);
  const page = await browser.get(`/new-address?token=${token}`);
  proxy.swallowNextCommit('user.address_changed');
  const done = await browser.submit(page, '/new-address');
  assert.equal(done.status, 200);
  assert.ok(done.text.includes(email));
  await signedIn({ ...admin, email });
});

async function arrange() {
  const admin = { email: newAddress(), full_name: 'Ada Admin', password: 'correct horse battery' };
  const platform = { db, now: new Date(), tools: makeTools() };
  return { admin, ...(await createAccount(platform, { name: 'Werkstatt Nord', admin })) };
}

/** Opens the page of a password reset link. */
async function openReset() {
  const { admin, account_id, user_id } = await arrange();
  const token = makeToken('tpr_', account_id);
  const created_at = new Date();
  const reset = { id: newId(created_at), user_id, token_hash: hashToken(token), created_at };
  await db.begin((tx) => insertPasswordReset(tx, account_id, reset));
  const browser = openBrowser(url);
  return { admin, browser, page: await browser.get(`/reset-password/new?token=${token}`) };
}

function newAddress(): string {
  return `${randomUUID()}@example.com`;
}

async function signedIn({ email, password }: Person) {
  const browser = openBrowser(url);
  assert.equal((await browser.signIn({ email, password })).status, 303);
  return { browser, own: await consoleOfBrowser({ url }, browser) };
}

/** Turns on the second factor and returns the recovery codes that were shown. */
async function turnOn(browser: Browser, { password }: Person): Promise<string[]> {
  const page = await browser.get('/account/second-factor');
  const secret = secondFactorKeyOn(page);
  const given = { code: totpCode(secret, totpStep(new Date())), current_password: password };
  proxy.swallowNextCommit('second_factor.turned_on');
  const shown = await browser.submit(page, '/account/second-factor/turn-on', given);
  assert.equal(shown.status, 200);
  return [...shown.text.matchAll(/<li>([0-9A-Z-]{14})<\/li>/g)].map(([, code = '']) => code);
}
