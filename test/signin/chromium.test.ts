import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import { deliverMails } from '../support/sentMails.ts';
import { authorizePath, exchange, makeApp, makePkce } from '../support/oauth.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const owner = await world.account('Feldplan GmbH');
const customer = await world.account('Werkstatt Nord');
const inside = await listen((_request, response) => response.end('<h1>Connected</h1>'));
/** Like many apps, the callback redirects to another origin. */
const callback = await listen((request, response) => {
  response.writeHead(302, { Location: `${inside}/done${request.url?.slice('/callback'.length)}` }).end();
});
const redirect_uri = `${callback}/callback`;
const app = await makeApp(world, owner, {
  redirect_uris: [redirect_uri],
  scopes: ['read:tasks', 'write:tasks', 'read:users', 'manage:webhooks'],
});
const api = await customer.api();
const chromium = await openChromium();
const shots = process.env['SCREENSHOTS'];
const PASSWORD = 'a new horse battery';

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(answer).listen(0, 'localhost');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  return `http://localhost:${typeof address === 'object' && address ? address.port : 0}`;
}

async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

async function signIn(
  page: Page,
  { admin }: Pick<Tenant, 'admin'>,
  password = admin.password,
): Promise<void> {
  await page.getByLabel('Email address').fill(admin.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Returns the link in a user's mail. Other mails, such as those about new sign-ins, are sent too. */
async function linkFor(email: string): Promise<string> {
  const letter = (await deliverMails(world)).findLast(({ recipient }) => recipient === email);
  return world.url + (/https:\/\/ops\.example\.com(\/\S+)/.exec(letter?.text ?? '')?.[1] ?? '');
}

const SCOPE = 'read:tasks write:tasks read:users manage:webhooks';

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
  const contexts: BrowserContext[] = [];
  const open = async (): Promise<Page> => {
    const context = await chromium.newContext({ javaScriptEnabled, viewport: { width: 1100, height: 800 } });
    contexts.push(context);
    return context.newPage();
  };

  test(`Chromium signs in and presses Allow, ${how}`, async () => {
    const page = await open();
    const pkce = makePkce();
    await page.goto(world.url + authorizePath(app, pkce, { scope: SCOPE }));
    await shoot(page, 'sign-in');
    await signIn(page, customer, 'wrong password');
    await page.getByRole('alert').waitFor();
    await shoot(page, 'sign-in-wrong');
    await signIn(page, customer);
    await page.getByRole('heading', { name: 'Connect Field Planner to Werkstatt Nord?' }).waitFor();
    await shoot(page, 'consent');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${inside}/done?**`);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    assert.equal((await exchange(world, app, code, pkce)).status, 200);
  });

  test(`Chromium presses Deny, ${how}`, async () => {
    const page = await open();
    await page.goto(world.url + authorizePath(app, makePkce(), { scope: SCOPE }));
    await signIn(page, customer);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${inside}/done?**`);
    assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
  });

  test(`Chromium is sent back with an error right after sign-in, ${how}`, async () => {
    const page = await open();
    await page.goto(world.url + authorizePath(app, makePkce(), { scope: 'nonsense' }));
    await signIn(page, customer);
    await page.waitForURL(`${inside}/done?**`);
    assert.equal(new URL(page.url()).searchParams.get('error'), 'invalid_scope');
  });

  test(`Chromium accepts an invitation, ${how}`, async () => {
    const email = `ivy-${String(javaScriptEnabled)}@example.com`;
    await api.post('/v1/api-tenant-users', { email, full_name: 'Ivy Invited', roles: ['admin'] });
    const page = await open();
    await page.goto(await linkFor(email));
    await shoot(page, 'invitation');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.waitForURL(`${world.url}/`);
    await page.goto(`${world.url}/account`);
    await page.getByRole('heading', { name: 'Ivy Invited' }).waitFor();
    await shoot(page, 'account');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test(`Chromium signs staff in, shows where they are, and signs them out everywhere, ${how}`, async () => {
    const person = await world.staff('Sol Staff');
    const page = await open();
    await page.goto(`${world.url}/sign-in?next=/account`);
    await signIn(page, { admin: person });
    await page.getByText('Platform staff').waitFor();
    await page.getByText('This browser').waitFor();
    await shoot(page, 'staff-account');
    await page.goto(world.url + authorizePath(app, makePkce(), { scope: SCOPE }));
    await page.getByRole('heading', { name: 'Staff cannot connect apps' }).waitFor();
    await shoot(page, 'staff-consent');
    await page.getByRole('button', { name: 'Sign in as a different user' }).click();
    await signIn(page, customer);
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await page.goto(`${world.url}/account`);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test(`Chromium presses Allow twice in a row, ${how}`, async () => {
    const page = await open();
    const pkce = makePkce();
    await page.goto(world.url + authorizePath(app, pkce, { scope: SCOPE }));
    await signIn(page, customer);
    await page.getByRole('button', { name: 'Allow' }).dblclick();
    // The second click aborts the first navigation, which `waitForURL` would report as a failure.
    const url = await eventually(
      () => page.url(),
      (current) => current.startsWith(`${inside}/done?`),
    );
    const code = new URL(url).searchParams.get('code') ?? '';
    assert.equal((await exchange(world, app, code, pkce)).status, 200);
  });

  test(`Chromium resets a password, ${how}`, async () => {
    const own = await world.account();
    const page = await open();
    await page.goto(`${world.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await shoot(page, 'forgot');
    await page.getByLabel('Email address').fill(own.admin.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await shoot(page, 'look-into-mail');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('another email is on its way').waitFor();
    await shoot(page, 'sent-again');
    await page.goto(await linkFor(own.admin.email));
    await shoot(page, 'new-password');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, own, PASSWORD);
    await page.waitForURL(`${world.url}/`);
    await page.goto(`${world.url}/account`);
    await page.getByRole('heading', { name: 'Ada Admin' }).waitFor();
  });
}

test('Chromium shows every page on a phone, in the dark and by keyboard', async () => {
  const context = await chromium.newContext({
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await page.goto(world.url + authorizePath(app, makePkce(), { scope: SCOPE }));
  await shoot(page, 'phone-sign-in');
  await page.getByLabel('Email address').focus();
  await page.keyboard.type(customer.admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(customer.admin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  const wrong = authorizePath(app, makePkce(), { redirect_uri: 'https://evil.example' });
  const paths = {
    consent: '',
    'second-factor': '/account/second-factor',
    account: '/account',
    stopped: wrong,
  };
  for (const [name, path] of Object.entries(paths)) {
    if (path) await page.goto(world.url + path);
    await shoot(page, `phone-${name}`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, name);
  }
  await context.close();
});
