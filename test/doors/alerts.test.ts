import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openBrowser, type Browser, type BrowserResponse } from '../../support/browser.ts';
import { secondFactorKeyOn } from '../../support/secondFactor.ts';
import { deliverMails } from '../support/sentMails.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();

type Visit = { browser: Browser; page: BrowserResponse };

async function visit(path: string, browser = openBrowser(world.url)): Promise<Visit> {
  return { browser, page: await browser.get(path) };
}

/** Returns a signed-in browser of a user with a second factor. */
async function withSecondFactor(tenant: Tenant): Promise<Browser> {
  const browser = openBrowser(world.url);
  await browser.signIn(tenant.admin);
  const page = await browser.get('/account/second-factor');
  const secret = secondFactorKeyOn(page);
  const given = {
    code: totpCode(secret, totpStep(world.clock.now())),
    current_password: tenant.admin.password,
  };
  assert.equal((await browser.submit(page, '/account/second-factor/turn-on', given)).status, 200);
  return browser;
}

async function openLink(): Promise<Visit> {
  const [letter] = await deliverMails(world);
  return visit(/https?:\/\/[^/]+(\/\S+)/.exec(letter?.text ?? '')?.[1] ?? '');
}

type Form = { open: () => Promise<Visit>; action: string; wrong: Record<string, string>; alert: RegExp };

const FORMS: Record<string, Form> = {
  'the sign-in': {
    open: () => visit('/sign-in'),
    action: '/sign-in',
    wrong: { email: 'nobody@example.com', password: 'wrong' },
    alert: /^The email address or the password is wrong\.$/,
  },
  'the code page of the sign-in': {
    async open() {
      const tenant = await world.account();
      await withSecondFactor(tenant);
      const browser = openBrowser(world.url);
      await browser.signIn(tenant.admin);
      return visit('/sign-in/code', browser);
    },
    action: '/sign-in/code',
    wrong: { code: '000000' },
    alert: /code/,
  },
  'turning the second factor off': {
    open: async () => visit('/account/second-factor', await withSecondFactor(await world.account())),
    action: '/account/second-factor/turn-off',
    wrong: { code: '000000' },
    alert: /code/,
  },
  'an invitation': {
    async open() {
      const api = await (await world.account()).api();
      const invited = { email: 'ivy@example.com', full_name: 'Ivy', roles: ['admin'] };
      await api.post('/v1/api-tenant-users', invited);
      return openLink();
    },
    action: '/invitation',
    wrong: { password: 'short' },
    alert: /8 to 200 characters\.$/,
  },
  'a new password': {
    async open() {
      const { email } = (await world.account()).admin;
      const { browser, page } = await visit('/reset-password');
      await browser.submit(page, '/reset-password', { email });
      return openLink();
    },
    action: '/reset-password/new',
    wrong: { password: 'short' },
    alert: /8 to 200 characters\.$/,
  },
};

const alertsOf = ({ text }: BrowserResponse) =>
  [...text.matchAll(/<p class="notice wrong" role="alert">([^<]*)<\/p>/g)].map(([, words]) => words);

for (const [name, { open, action, wrong, alert }] of Object.entries(FORMS))
  test(`200 for ${name} without an alert, 400 with an alert that explains the fault`, async () => {
    const { browser, page } = await open();
    assert.deepEqual([page.status, page.text.includes('role="alert"')], [200, false]);
    const refused = await browser.submit(page, action, wrong);
    assert.equal(refused.status, 400);
    const [words = '', ...more] = alertsOf(refused);
    assert.match(words, alert);
    assert.deepEqual(more, []);
  });
