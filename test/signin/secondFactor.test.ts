import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { secondFactorKeyOn } from '../../support/secondFactor.ts';
import { consoleOfBrowser } from '../../support/console.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();

const codeNow = (secret: string, ahead = 0) => totpCode(secret, totpStep(world.clock.now()) + ahead);

async function turnOn(tenant: Tenant): Promise<{ browser: Browser; secret: string; recovery: string[] }> {
  const browser = openBrowser(world.url);
  await browser.signIn(tenant.admin);
  const page = await browser.get('/account/second-factor');
  const secret = secondFactorKeyOn(page);
  const shown = await browser.submit(page, '/account/second-factor/turn-on', {
    code: codeNow(secret),
    current_password: tenant.admin.password,
  });
  assert.equal(shown.status, 200);
  const recovery = [...shown.text.matchAll(/<li>([0-9A-Z-]{14})<\/li>/g)].map(([, code = '']) => code);
  world.clock.advance(60_000);
  return { browser, secret, recovery };
}

async function halfWay(tenant: Tenant): Promise<Browser> {
  const browser = openBrowser(world.url);
  const shown = await browser.signIn(tenant.admin);
  assert.equal(shown.location, '/sign-in/code?next=%2Faccount');
  return browser;
}

async function give(browser: Browser, code: string): Promise<number> {
  return (await browser.submit(await browser.get('/sign-in/code'), '/sign-in/code', { code })).status;
}

test('the codes are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const at = (seconds: number) => totpCode(secret, totpStep(new Date(seconds * 1000)));
  assert.deepEqual([at(59), at(1_111_111_109), at(20_000_000_000)], ['287082', '081804', '353130']);
});

test('303 with a sign-in for password and code, and without one for the password alone', async () => {
  const tenant = await world.account();
  const { secret } = await turnOn(tenant);
  const browser = await halfWay(tenant);
  assert.equal((await browser.get('/account')).status, 303);
  const half = browser.cookies.get('session');
  assert.equal(await give(browser, codeNow(secret)), 303);
  assert.notEqual(browser.cookies.get('session'), half);
  assert.equal((await browser.get('/account')).status, 200);
});

test('303 after the code to the requested local page', async () => {
  for (const [wanted, place] of [
    ['/connections', '/connections'],
    ['https://evil.example/', '/'],
  ] as const) {
    const tenant = await world.account();
    const { secret } = await turnOn(tenant);
    const browser = await halfWay(tenant);
    const page = await browser.get(`/sign-in/code?next=${encodeURIComponent(wanted)}`);
    const shown = await browser.submit(page, '/sign-in/code', { code: codeNow(secret) });
    assert.deepEqual([shown.status, shown.location], [303, place]);
  }
});

test('400 for a wrong, a used and an expired code', async () => {
  const tenant = await world.account();
  const { secret } = await turnOn(tenant);
  const code = codeNow(secret);
  assert.equal(await give(await halfWay(tenant), code), 303);
  const browser = await halfWay(tenant);
  assert.equal(await give(browser, code), 400);
  assert.equal(await give(browser, codeNow(secret, -2)), 400);
  assert.equal(await give(browser, '000000'), 400);
  assert.equal(await give(browser, codeNow(secret, 1)), 303);
});

test('429 for the eleventh wrong code', async () => {
  const tenant = await world.account();
  const { secret } = await turnOn(tenant);
  const browser = await halfWay(tenant);
  for (let guess = 0; guess < 10; guess++) assert.equal(await give(browser, '000000'), 400);
  assert.equal(await give(browser, codeNow(secret)), 429);
});

test('303 to the sign-in page for a code ten minutes after the password', async () => {
  const tenant = await world.account();
  const { secret } = await turnOn(tenant);
  const browser = await halfWay(tenant);
  const page = await browser.get('/sign-in/code');
  world.clock.advance(10 * 60_000 + 1);
  const late = await browser.submit(page, '/sign-in/code', { code: codeNow(secret) });
  assert.equal(late.location, '/sign-in?next=%2F');
  assert.equal((await browser.get('/account')).status, 303);
});

test('303 for a sign-in with a recovery code, which is audited once, unlike a sign-in with an app code', async () => {
  const tenant = await world.account();
  const { recovery, secret } = await turnOn(tenant);
  const used = async () =>
    world.db`
      select 1 from audit_entries
      where account_id = ${tenant.account_id} and action = 'second_factor.recovery_code_used'`;
  assert.equal(await give(await halfWay(tenant), codeNow(secret)), 303);
  assert.equal(await give(await halfWay(tenant), 'WRONG-CODE-0'), 400);
  assert.equal((await used()).length, 0);
  assert.equal(await give(await halfWay(tenant), recovery[0] ?? ''), 303);
  assert.equal((await used()).length, 1);
});

test('303 for a sign-in with each recovery code, once', async () => {
  const tenant = await world.account();
  const { recovery } = await turnOn(tenant);
  assert.equal(recovery.length, 10);
  assert.equal(await give(await halfWay(tenant), recovery[0] ?? ''), 303);
  const browser = await halfWay(tenant);
  assert.equal(await give(browser, recovery[0] ?? ''), 400);
  assert.equal(await give(browser, (recovery[1] ?? '').toLowerCase().replaceAll('-', ' ')), 303);
});

test('303 for turning the second factor off with a code; the password then suffices', async () => {
  const tenant = await world.account();
  const { browser, secret } = await turnOn(tenant);
  const page = await browser.get('/account/second-factor');
  assert.match(page.text, /Turn off two-factor sign-in/);
  const path = '/account/second-factor/turn-off';
  assert.equal((await browser.submit(page, path, { code: '000000' })).status, 400);
  assert.equal((await browser.submit(page, path, { code: codeNow(secret) })).status, 303);
  assert.equal((await openBrowser(world.url).signIn(tenant.admin)).location, '/account');
});

test('400 for ten further wrong codes or passwords after a right one', async () => {
  const tenant = await world.account();
  const { password } = tenant.admin;
  const { browser, secret } = await turnOn(tenant);
  const dashboard = await consoleOfBrowser(world, browser);
  const off = async (code: string) =>
    (await dashboard.call('/second-factor', { method: 'DELETE', body: { code } })).status;
  const on = async (current_password: string, code: string) =>
    (await dashboard.put('/second-factor', { code, current_password })).body.message;
  for (let guess = 0; guess < 9; guess++) assert.equal(await off('000000'), 400);
  assert.equal(await off(codeNow(secret)), 200);

  const { body: begun } = await dashboard.post('/second-factor');
  for (let guess = 0; guess < 9; guess++)
    assert.equal(await on('wrong', '000000'), 'current_password: wrong');
  assert.equal(await on(password, codeNow(begun.secret)), undefined);
  for (let guess = 0; guess < 10; guess++)
    assert.equal(await on('wrong', '000000'), 'current_password: wrong');
  assert.match(await on(password, '000000'), /^current_password: too many/);

  for (let guess = 0; guess < 10; guess++) assert.equal(await off('000000'), 400);
  assert.equal(await off('000000'), 429);
});

test('the secret is stored sealed, the recovery codes as hashes', async () => {
  const tenant = await world.account();
  const { secret, recovery } = await turnOn(tenant);
  const [dump] = await world.db<{ text: string }[]>`
    select string_agg(factor::text || coalesce(code::text, ''), ' ') as text
    from second_factors as factor
    left join recovery_codes as code using (account_id, user_id)`;
  assert.ok(!dump?.text.includes(secret));
  assert.ok(!recovery.some((code) => dump?.text.includes(code.replaceAll('-', ''))));
});
