import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAsUser, PLATFORM_ACCOUNT_ID } from '../../src/access/platform.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { findSignIn } from '../../src/features/signin/signIns.ts';
import { deactivateStaff, reactivateStaff } from '../../src/features/staff/staff.ts';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { secondFactorKeyOn } from '../../support/secondFactor.ts';
import { deliverMails } from '../support/sentMails.ts';
import { authorizePath, makeApp, makePkce } from '../support/oauth.ts';
import { openWorld, type TestUser } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const app = await makeApp(world, tenant);
const NEW_PASSWORD = 'a new horse battery';

const here = () => ({ ...world.platform(), databaseFor: () => world.db });
const whose = (browser: Browser) => findSignIn(here(), browser.cookies.get('session') ?? '');

async function signedIn(person: TestUser): Promise<Browser> {
  const browser = openBrowser(world.url);
  assert.equal((await browser.signIn(person)).location, '/account');
  return browser;
}

async function requestLink({ email }: TestUser): Promise<string> {
  const browser = openBrowser(world.url);
  await browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
  const letter = (await deliverMails(world)).find(({ recipient }) => recipient === email);
  return /https:\/\/ops\.example\.com(\/\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
}

async function actsOf(person: TestUser): Promise<string[]> {
  const ctx = actAsUser(here(), PLATFORM_ACCOUNT_ID, person.user_id);
  const { entries } = await listAudit(ctx, { limit: 100, offset: 0 });
  return entries.filter(({ actor }) => actor.id === person.user_id).map(({ action }) => action);
}

test('303 for staff on the common sign-in page, with a sign-in without an account', async () => {
  const person = await world.staff('Sol Staff');
  const browser = await signedIn(person);
  const { text, status } = await browser.get('/account');
  assert.equal(status, 200);
  assert.match(text, /Sol Staff[\s\S]*Platform staff/);
  const sign_in = await whose(browser);
  assert.equal(sign_in?.role, 'staff');
  assert.deepEqual(Object.keys(sign_in ?? {}).toSorted(), [
    'email',
    'full_name',
    'id',
    'locale',
    'role',
    'user_id',
  ]);
});

test('the sign-in of a user has the account and the role', async () => {
  const member_id = await tenant.user('Bo Builder');
  const [member] = await world.db<{ email: string }[]>`select email from users where id = ${member_id}`;
  const roles = [];
  for (const { email } of [tenant.admin, member ?? tenant.admin]) {
    const browser = openBrowser(world.url);
    await browser.signIn({ email, password: tenant.admin.password });
    const sign_in = await whose(browser);
    roles.push([sign_in?.role, sign_in && 'account_id' in sign_in && sign_in.account_id]);
  }
  assert.deepEqual(roles, [
    ['admin', tenant.account_id],
    ['member', tenant.account_id],
  ]);
  assert.equal(await findSignIn(here(), 'tbs_nonsense'), undefined);
});

test('400 for a wrong password, and 429 after ten', async () => {
  const person = await world.staff();
  const wrong = { ...person, password: 'wrong' };
  for (let attempt = 0; attempt < 10; attempt++)
    assert.equal((await openBrowser(world.url).signIn(wrong)).status, 400);
  assert.equal((await openBrowser(world.url).signIn(person)).status, 429);
});

test('303 for signing out one other browser of a staff member, and all browsers', async () => {
  const person = await world.staff();
  const stranger = await signedIn(await world.staff());
  const [first, second] = [await signedIn(person), await signedIn(person)];
  const page = await first.get('/account');
  assert.equal(page.text.match(/last used/g)?.length, 2);
  await first.submit(page, '/account/sign-out-session');
  assert.equal((await second.get('/account')).status, 303);
  await first.submit(await first.get('/account'), '/account/sign-out-everywhere');
  assert.equal((await first.get('/account')).status, 303);
  assert.equal((await stranger.get('/account')).status, 200);
});

test('303 only after the second factor or a single-use recovery code', async () => {
  const person = await world.staff();
  const browser = await signedIn(person);
  const page = await browser.get('/account/second-factor');
  const secret = secondFactorKeyOn(page);
  const code = () => totpCode(secret, totpStep(world.clock.now()));
  const shown = await browser.submit(page, '/account/second-factor/turn-on', {
    code: code(),
    current_password: person.password,
  });
  const [, recovery = ''] = /<li>([0-9A-Z-]{14})<\/li>/.exec(shown.text) ?? [];
  world.clock.advance(60_000);
  for (const [answer, status] of [
    ['000000', 400],
    [recovery, 303],
    [recovery, 400],
    [code(), 303],
  ] as const) {
    const half = openBrowser(world.url);
    assert.match((await half.signIn(person)).location ?? '', /^\/sign-in\/code/);
    assert.equal(await whose(half), undefined);
    const given = await half.submit(await half.get('/sign-in/code'), '/sign-in/code', { code: answer });
    assert.equal(given.status, status);
    assert.equal((await whose(half))?.role, status === 303 ? 'staff' : undefined);
  }
});

test('200 for a new password by mail, which ends every sign-in', async () => {
  const person = await world.staff();
  const old = await signedIn(person);
  const browser = openBrowser(world.url);
  const path = await requestLink(person);
  const page = await browser.get(path);
  const done = await browser.submit(page, '/reset-password/new', { password: NEW_PASSWORD });
  assert.equal(done.status, 200);
  assert.equal((await old.get('/account')).status, 303);
  assert.equal((await browser.get(path)).status, 404);
  assert.equal((await openBrowser(world.url).signIn(person)).status, 400);
  await signedIn({ ...person, password: NEW_PASSWORD });
});

test('303 to the sign-in after a staff member is deactivated, also for links and after reactivation', async () => {
  const person = await world.staff();
  const browser = await signedIn(person);
  const asking = openBrowser(world.url);
  const path = await requestLink(person);
  const page = await asking.get(path);
  const platform = world.platform();
  assert.deepEqual(await deactivateStaff(platform, person.user_id), { status: 'inactive' });
  assert.equal((await browser.get('/account')).status, 303);
  assert.equal((await openBrowser(world.url).signIn(person)).status, 400);
  assert.equal((await asking.get(path)).status, 404);
  const late = await asking.submit(page, '/reset-password/new', { password: NEW_PASSWORD });
  assert.equal(late.status, 404);
  await reactivateStaff(platform, person.user_id);
  assert.equal((await browser.get('/account')).status, 303);
  await signedIn(person);
});

test('403 with an explanation for staff who try to connect an app', async () => {
  const browser = await signedIn(await world.staff());
  const shown = await browser.get(authorizePath(app, makePkce()));
  assert.equal(shown.status, 403);
  assert.match(shown.text, /Staff cannot connect apps/);
  const out = await browser.submit(shown, '/sign-out');
  assert.match(out.location ?? '', /^\/sign-in\?next=%2Foauth%2Fauthorize/);
  const form_token = /name="form_token" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  const again = await signedIn(await world.staff());
  const fields = { form_token, decision: 'allowed', authorization_id: crypto.randomUUID() };
  assert.equal((await again.post('/oauth/authorize', fields)).status, 403);
});

test('the audit log of the platform has the actions of staff with their names', async () => {
  const person = await world.staff('Ada Auditor');
  const browser = await signedIn(person);
  await browser.submit(await browser.get('/account'), '/sign-out');
  assert.deepEqual(await actsOf(person), ['session.signed_out', 'session.signed_in']);
  const ctx = actAsUser(here(), PLATFORM_ACCOUNT_ID, person.user_id);
  const { entries } = await listAudit(ctx, { action: 'session', limit: 1, offset: 0 });
  assert.deepEqual(entries[0]?.actor, { kind: 'staff', id: person.user_id, name: 'Ada Auditor' });
  const inside = await listAudit(tenant.ctx(), { limit: 100, offset: 0 });
  assert.ok(inside.entries.every(({ actor }) => actor.kind !== 'staff'));
});

test('the audit log of the platform has the creation, deactivation and reactivation of staff', async () => {
  const person = await world.staff();
  const platform = world.platform();
  await deactivateStaff(platform, person.user_id);
  await reactivateStaff(platform, person.user_id);
  const ctx = actAsUser(here(), PLATFORM_ACCOUNT_ID, person.user_id);
  const told = await listAudit(ctx, { action: 'staff', limit: 3, offset: 0 });
  assert.deepEqual(
    told.entries.map(({ action, target_id }) => [action, target_id]),
    ['staff.reactivated', 'staff.deactivated', 'staff.created'].map((action) => [action, person.user_id]),
  );
});

test('no account can have the id of staff, and no sign-in can be without a user', async () => {
  const { db } = world;
  await assert.rejects(
    async () => db`insert into accounts (id, name, created_at) values (${PLATFORM_ACCOUNT_ID}, 'x', now())`,
    /violates check constraint/,
  );
  const sign_in = (account_id: string) => ({
    account_id,
    id: crypto.randomUUID(),
    user_id: crypto.randomUUID(),
    token_hash: Buffer.from(account_id),
    awaits_code: false,
    address: '',
    browser: '',
    created_at: world.clock.now(),
    last_seen_at: world.clock.now(),
  });
  for (const account_id of [PLATFORM_ACCOUNT_ID, tenant.account_id])
    await assert.rejects(
      async () => db`insert into browser_sessions ${db(sign_in(account_id))}`,
      /violates foreign key/,
    );
});
