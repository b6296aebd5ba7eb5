import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { consoleOf } from '../../support/console.ts';
import { clearPageErrors, inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

type Width = keyof typeof WIDTHS;

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const receiver = await openReceiver();
after(() => receiver.close());
const makers = {
  desktop: await world.account('Maker GmbH'),
  phone: await world.account('Maker & Söhne'),
};
const customers = { desktop: await world.account('Kunde AG'), phone: await world.account('Kunde KG') };
const staff = await consoleOf(world, await world.staff());
const chromium = await openChromium();
const widths = Object.keys(storyLooks(WIDTHS)) as Width[];

for (const width of widths)
  test(`Chromium adds an endpoint, sees its delivered event and retries it, ${width}`, async () => {
    receiver.answer = (_request, response) =>
      void response.writeHead(500, { 'x-reason': 'full' }).end('the disk is full');
    const page = await openDashboard(chromium, world, makers[width].admin, {
      path: '/webhooks',
      ...WIDTHS[width],
    });
    await page.getByText('No endpoints yet').waitFor();
    await inspectPage(page, `webhooks-empty-${width}`);
    await addEndpoint(page, width);

    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('menuitem', { name: 'task.created' }).click();
    sender.wake();
    const drawer = page.getByRole('dialog', { name: 'task.created' });
    await drawer.getByText('Rejected by the receiver · 500').waitFor();
    await drawer.getByText('the disk is full').waitFor();
    await drawer.getByText(/X-Webhook-Signature: [0-9a-f]{64}/).waitFor();
    await drawer.getByText(/x-reason: full/).waitFor();
    await drawer
      .getByText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
      .first()
      .waitFor();
    await drawer.getByText('curl', { exact: true }).click();
    await drawer.getByText(/^curl -g -X POST /).waitFor();
    await inspectPage(page, `delivery-failed-${width}`);

    receiver.answer = (_request, response) => void response.writeHead(204).end();
    await drawer.getByRole('button', { name: 'Retry' }).click();
    sender.wake();
    await drawer.getByText('Delivered · 204').waitFor();
    if (width === 'phone') await inspectPage(page, `delivery-retried-${width}`);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('main').getByText('Delivered').first().waitFor();
    await page.getByRole('main').getByText('204', { exact: true }).first().waitFor();
    await inspectPage(page, `endpoint-${width}`);
    await checkSignature(page, width);
    await rotateLater(page, width);
  });

async function addEndpoint(page: Page, width: Width): Promise<void> {
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByLabel('URL').fill('http://10.0.0.1/hook');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByText('Must start with https://').waitFor();
  clearPageErrors(page);
  if (width === 'phone') await inspectPage(page, `endpoint-new-${width}`);
  await form.getByLabel('URL').fill(`${receiver.url}/${width}`);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('button', { name: 'Open endpoint' }).click();
  await page.getByText('No deliveries yet', { exact: true }).waitFor();
}

/** Checks a signature with the headers and body that the receiver got, and with the revealed secret. */
async function checkSignature(page: Page, width: Width): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Reveal' }).click();
  const secret = (await page.getByText(/^[0-9a-f]{64}$/).textContent()) ?? '';
  if (width === 'phone') await inspectPage(page, `endpoint-settings-${width}`);
  const got = receiver.received.at(-1);
  await page.getByRole('tab', { name: 'Signature checker' }).click();
  await page.getByLabel('Signing secret').fill(secret);
  await page.getByLabel('X-Webhook-Timestamp').fill(String(got?.headers['x-webhook-timestamp']));
  await page.getByLabel('X-Webhook-Signature').fill(String(got?.headers['x-webhook-signature']));
  await page.getByLabel('Raw body').fill(got?.body ?? '');
  await page.getByRole('button', { name: 'Check signature' }).click();
  await page.getByText('The signature is valid').waitFor();
  await inspectPage(page, `signature-${width}`);
  await page.getByLabel('Raw body').fill(`${got?.body} `);
  await page.getByRole('button', { name: 'Check signature' }).click();
  await page.getByText('The signature does not match').waitFor();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Signature checker' }).click();
  assert.equal(await page.getByLabel('Raw body').inputValue(), `${got?.body} `);
  await keepsAllButTheSecret(page, `${got?.body} `);
}

/** Checks that the input of the checker survives a reload, except the secret. */
async function keepsAllButTheSecret(page: Page, body: string): Promise<void> {
  const secret = await page.getByLabel('Signing secret').inputValue();
  assert.match(secret, /^[0-9a-f]{64}$/);
  const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })');
  assert.ok(!stored.includes(secret));
  await page.reload();
  await page.getByLabel('Signing secret').waitFor();
  assert.equal(await page.getByLabel('Signing secret').inputValue(), '');
  assert.equal(await page.getByLabel('Raw body').inputValue(), body);
}

/** Schedules a rotation of the secret, cancels it, schedules it again, and activates the new secret. */
async function rotateLater(page: Page, width: Width): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await chooseTime(page);
  await page.getByText(/The new secret takes effect/).waitFor();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await page.getByText('Signs now:').waitFor();
  await page.getByText('Used from 9000-01-01').waitFor();
  assert.equal(await page.getByText(/^[0-9a-f]{64}$/).count(), 2);
  await inspectPage(page, `endpoint-rotating-${width}`);
  await page.getByRole('button', { name: 'Cancel rotation' }).click();
  await page.getByText('Rotation cancelled. The current secret stays in use.').waitFor();
  await chooseTime(page, `endpoint-rotate-${width}`);
  await page.getByRole('button', { name: 'Switch now' }).click();
  await page.getByText('New secret in use').waitFor();
  await page.getByRole('button', { name: 'Rotate' }).waitFor();
}

async function chooseTime(page: Page, name?: string): Promise<void> {
  await page.getByRole('button', { name: 'Rotate' }).click();
  const question = page.getByRole('dialog', { name: 'Rotate the signing secret?' });
  await question.getByLabel('Takes effect at').fill('9000-01-01T12:00');
  if (name !== undefined) await inspectPage(page, name);
  await question.getByRole('button', { name: 'Rotate secret' }).click();
}

for (const width of widths)
  test(`Chromium registers an app, which is approved, connected and disconnected, ${width}`, async () => {
    const maker = await openDashboard(chromium, world, makers[width].admin, WIDTHS[width]);
    const { client_id, client_secret } = await registerApp(maker, width);

    await maker.getByRole('tab', { name: 'Review' }).click();
    await maker.getByRole('button', { name: 'Submit for review' }).click();
    await maker.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await maker.getByText('Submitted, awaiting decision').waitFor();
    await staff.post(`/staff/reviews?client_id=${client_id}`, { decision: 'approve', notes: 'Well made.' });
    await maker.reload();
    await maker.getByText('Well made.').waitFor();
    await inspectPage(maker, `app-review-${width}`);

    await maker.getByRole('tab', { name: 'Authorize URL' }).click();
    const address = (await maker.getByRole('link', { name: 'Try it' }).getAttribute('href')) ?? '';
    const code_verifier = await maker.getByLabel('Code verifier').inputValue();
    await inspectPage(maker, `app-authorise-${width}`);

    const customer = await openDashboard(chromium, world, customers[width].admin, WIDTHS[width]);
    const code = await allow(customer, address);
    const redirect_uri = `${receiver.url}/callback`;
    const exchange = { grant_type: 'authorization_code', code, redirect_uri, client_id, client_secret };
    const { body } = await world.nobody.post('/v1/oauth-token', { ...exchange, code_verifier });
    const app = world.as(body.access_token);
    assert.equal((await app.get('/v1/api-tenant-tasks')).status, 200);

    await maker.getByRole('tab', { name: 'Connected accounts' }).click();
    await maker.getByText(/Kunde (AG|KG)/).waitFor();
    await inspectPage(maker, `app-accounts-${width}`);

    await customer.goto(`${world.url}/connections`);
    await customer.getByRole('button', { name: 'Disconnect Planner' }).waitFor();
    await inspectPage(customer, `connections-${width}`);
    await customer.getByRole('button', { name: 'Disconnect Planner' }).click();
    await customer.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await customer.getByText('No connected apps').waitFor();
    assert.equal((await app.get('/v1/api-tenant-tasks')).status, 401);
  });

async function registerApp(page: Page, width: Width) {
  await page.goto(`${world.url}/apps`);
  await page.getByRole('button', { name: 'Register app' }).first().click();
  const form = page.getByRole('dialog', { name: 'Register an app' });
  await form.getByLabel('Name').fill('Planner');
  await form.getByLabel('Redirect URIs').fill(`${receiver.url}/callback`);
  if (width === 'phone') await inspectPage(page, `app-new-${width}`);
  await form.getByRole('button', { name: 'Register app' }).click();
  const made = page.getByRole('dialog', { name: 'App registered' });
  const client_secret = (await made.getByText(/^tos_\w+$/).textContent()) ?? '';
  if (width === 'phone') await inspectPage(page, `app-made-${width}`);
  await made.getByRole('button', { name: 'Done, I copied it' }).click();
  await page.getByRole('heading', { name: 'Planner', level: 1 }).waitFor();
  await inspectPage(page, `app-${width}`);
  return { client_id: page.url().split('/').at(-1) ?? '', client_secret };
}

/** The user allows access, and the browser is redirected to the app with the code. */
async function allow(customer: Page, address: string): Promise<string> {
  receiver.answer = (_request, response) => void response.writeHead(200).end('Connected');
  const tab = await customer.context().newPage();
  await tab.goto(address);
  await tab.getByRole('button', { name: /Allow/ }).click();
  await tab.waitForURL(/\/callback\?/);
  const code = new URL(tab.url()).searchParams.get('code') ?? '';
  await tab.close();
  return code;
}
