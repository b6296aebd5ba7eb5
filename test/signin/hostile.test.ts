import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLATFORM_ACCOUNT_ID } from '../../src/access/platform.ts';
import { listOwnSignIns } from '../../src/features/signin/signIns.ts';
import { deactivateStaff } from '../../src/features/staff/staff.ts';
import { makeToken } from '../../src/access/tokens.ts';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { secondFactorKeyOn } from '../../support/secondFactor.ts';
import { deliverMails } from '../support/sentMails.ts';
import { openWorld, type TestUser } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const NEW_PASSWORD = 'a new horse battery';

type Person = Pick<TestUser, 'email' | 'password'>;

async function signedIn(person: Person): Promise<Browser> {
  const browser = openBrowser(world.url);
  await browser.signIn(person);
  return browser;
}

async function formToken(browser: Browser, path = '/account'): Promise<string> {
  return /name="form_token" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? '';
}

async function turnOn(browser: Browser, { password }: Person): Promise<() => string> {
  const page = await browser.get('/account/second-factor');
  const secret = secondFactorKeyOn(page);
  const code = () => totpCode(secret, totpStep(world.clock.now()));
  await browser.submit(page, '/account/second-factor/turn-on', {
    code: code(),
    current_password: password,
  });
  world.clock.advance(60_000);
  return code;
}

for (const prefix of ['tak_', 'tao_', 'tad_', 'tai_', 'tbs_', 'tpr_', 'tin_'] as const) {
  test(`401 for a ${prefix} token with the platform as its account`, async () => {
    const token = makeToken(prefix, PLATFORM_ACCOUNT_ID);
    for (const path of ['/v1/api-tenant-tasks', '/device/v1/manifest'])
      assert.equal((await world.as(token).get(path)).status, 401);
    assert.equal((await world.as(token).post('/inbound/v1/tasks', { title: 'x' })).status, 401);
    const browser = openBrowser(world.url);
    browser.cookies.set('session', token);
    assert.equal((await browser.get('/account')).status, 303);
    assert.equal((await browser.get(`/reset-password/new?token=${token}`)).status, 404);
    assert.equal((await browser.get(`/invitation?token=${token}`)).status, 404);
  });
}

test('303 to the sign-in, and 401, for two sign-in cookies in any order', async () => {
  const token = (await signedIn(tenant.admin)).cookies.get('session') ?? '';
  const planted = (await signedIn((await world.account()).admin)).cookies.get('session') ?? '';
  const statuses = async (...tokens: string[]) => {
    const headers = { Cookie: tokens.map((one) => `session=${one}`).join('; ') };
    const paths = ['/account', '/console/v1/me'];
    const answers = await Promise.all(paths.map((path) => world.nobody.call(path, { headers })));
    return answers.map(({ status }) => status);
  };
  assert.deepEqual(await statuses(token), [200, 200], 'the control');
  for (const tokens of [
    [token, planted],
    [planted, token],
    [token, token],
    [token, ''],
  ])
    assert.deepEqual(await statuses(...tokens), [303, 401]);
});

test('404 for the sign-out of a sign-in of another user, of an account, or of none', async () => {
  const person = await world.staff();
  const browser = await signedIn(person);
  const colleague = await world.staff();
  const theirs = [await signedIn(colleague), await signedIn(tenant.admin)];
  const ctx = (account_id: string) => ({ ...tenant.ctx(), account_id });
  const ids = [
    (await listOwnSignIns(ctx(PLATFORM_ACCOUNT_ID), colleague.user_id))[0]?.id ?? '',
    (await listOwnSignIns(tenant.ctx(), tenant.admin_id))[0]?.id ?? '',
  ];
  const form_token = await formToken(browser);
  for (const session_id of [...ids, '', 'x', '1', crypto.randomUUID(), `${ids[0]}\0`, 'é'.repeat(5_000)]) {
    const shown = await browser.post('/account/sign-out-session', { form_token, session_id });
    assert.ok([400, 404].includes(shown.status), `${shown.status} for ${session_id.slice(0, 40)}`);
  }
  for (const other of theirs) assert.equal((await other.get('/account')).status, 200);
});

test('400, never 500, for invalid requests', async () => {
  const visitor = openBrowser(world.url);
  const form_token = await formToken(visitor, '/sign-in');
  const odd = ['', '\0', '\ud800', 'x'.repeat(100_000), '%', "' or 1=1 --", '{}', '[]', 'a@b\r\nBcc: c@d'];
  for (const value of odd) {
    for (const fields of [
      { email: value, password: 'x' },
      { email: 'a@b.example', password: value },
      { email: 'a@b.example', password: 'x', next: value },
    ]) {
      const { status } = await visitor.post('/sign-in', { form_token, ...fields });
      assert.ok([400, 429].includes(status), `${status} for ${JSON.stringify(fields).slice(0, 80)}`);
    }
    const asked = await visitor.post('/reset-password', { form_token, email: value });
    assert.ok([200, 400].includes(asked.status), `${asked.status} for ${value.slice(0, 40)}`);
    const set = await visitor.post('/reset-password/new', { form_token, token: value, password: value });
    assert.ok([400, 404].includes(set.status), `${set.status} for ${value.slice(0, 40)}`);
  }
  assert.deepEqual(await deliverMails(world), []);
});

test('303 once for eight concurrent uses of the same code', async () => {
  const person = await world.staff();
  const code = await turnOn(await signedIn(person), person);
  const half = await signedIn(person);
  const page = await half.get('/sign-in/code');
  const given = await Promise.all(
    Array.from({ length: 8 }, () => half.submit(page, '/sign-in/code', { code: code() })),
  );
  assert.equal(given.filter(({ location }) => location === '/').length, 1);
});

test('200 once for eight concurrent uses of the same password link', async () => {
  const person = await world.staff();
  const browser = openBrowser(world.url);
  await browser.submit(await browser.get('/reset-password'), '/reset-password', { email: person.email });
  const [letter] = await deliverMails(world);
  const path = /https:\/\/ops\.example\.com(\/\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
  const page = await browser.get(path);
  const passwords = Array.from({ length: 8 }, (_, at) => `${NEW_PASSWORD} ${at}`);
  const set = await Promise.all(
    passwords.map((password) => browser.submit(page, '/reset-password/new', { password })),
  );
  assert.deepEqual(
    set.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404, 404, 404, 404, 404, 404],
  );
  const won = set.findIndex(({ status }) => status === 200);
  assert.equal((await browser.signIn({ ...person, password: passwords[won] ?? '' })).status, 303);
});

test('303 to the sign-in for a staff member who is deactivated between the password and the code', async () => {
  const person = await world.staff();
  const code = await turnOn(await signedIn(person), person);
  const half = await signedIn(person);
  const page = await half.get('/sign-in/code');
  await deactivateStaff(world.platform(), person.user_id);
  const given = await half.submit(page, '/sign-in/code', { code: code() });
  assert.equal(given.location, '/sign-in?next=%2F');
});

test('303 to the sign-in for a sign-in without its second factor on every page', async () => {
  const person = await world.staff();
  await turnOn(await signedIn(person), person);
  const half = await signedIn(person);
  for (const path of ['/account', '/account/second-factor']) assert.equal((await half.get(path)).status, 303);
  const form_token = await formToken(half, '/sign-in/code');
  for (const path of ['/account/sign-out-everywhere', '/account/second-factor/turn-off'])
    assert.match((await half.post(path, { form_token, code: '000000' })).location ?? '', /^\/sign-in/);
});

test('404 for unknown staff and for users of an account', async () => {
  const platform = world.platform();
  await assert.rejects(deactivateStaff(platform, crypto.randomUUID()), { code: 'NOT_FOUND' });
  await assert.rejects(deactivateStaff(platform, tenant.admin_id), { code: 'NOT_FOUND' });
});
