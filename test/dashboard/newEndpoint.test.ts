/* Adding an endpoint with a name, and testing it in the same dialog. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { insertFailedDelivery } from '../support/endpoints.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const LOOKS = {
  desktop: { ...WIDTHS.desktop, colorScheme: 'light' },
  phone: { ...WIDTHS.phone, colorScheme: 'dark' },
} as const;

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const receiver = await openReceiver();
after(() => receiver.close());
const staff = await world.staff();
const chromium = await openChromium();
const NAME = 'Planning system';

for (const [width, options] of Object.entries(storyLooks(LOOKS)))
  test(`Chromium adds an endpoint, tries it twice, finds it by its name and deletes it, ${width}`, async () => {
    const tenant = await world.account(`Werk ${width}`);
    const page = await openDashboard(chromium, world, tenant.admin, options);
    await addEndpoint(page, width);
    await tryIt(page, width);
    await page.getByRole('button', { name: 'Open endpoint' }).click();
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
    await inspectPage(page, `endpoint-named-${width}`);
    const id = page.url().split('/').at(-1) ?? '';
    await renameIt(page);
    await findIt(page, width, id);
    await insertFailedDelivery(world, id);
    const desk = await openDashboard(chromium, world, staff, { path: '/staff/queues', ...options });
    await desk.getByText(`${NAME} 2`).first().waitFor();
    await inspectPage(desk, `queues-named-${width}`);
    await page.goto(`${world.url}/`);
    await page.getByRole('link', { name: `${NAME} 2: Failing` }).waitFor();
    const admin = await consoleOf(world, tenant.admin);
    assert.equal((await admin.get('/endpoints')).body.endpoints.length, 1);
    await deleteIt(page, id);
    const { body } = await (await tenant.api()).get(`/v1/webhook-subscribe?endpoint_id=${id}`);
    assert.deepEqual(body, { exists: false });
  });

async function addEndpoint(page: Page, width: string): Promise<void> {
  await page.goto(`${world.url}/webhooks`);
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByLabel('URL').fill(`${receiver.url}/${width}`);
  await form.getByLabel('Name').fill(` ${NAME} `);
  await inspectPage(page, `endpoint-name-${width}`);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
}

/** Sends two test events: the receiver rejects the first and accepts the second. */
async function tryIt(page: Page, width: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Endpoint added' });
  receiver.answer = (_request, response) => void response.writeHead(422).end('{"detail":"no such task"}');
  await dialog.getByRole('button', { name: 'Send a test event' }).waitFor();
  await inspectPage(page, `endpoint-added-${width}`);
  await page.keyboard.press('Enter');
  sender.wake();
  await dialog.getByText('The endpoint did not accept the test event').waitFor();
  await dialog.getByText('Rejected by the receiver · 422').waitFor();
  await dialog.getByText('no such task').waitFor();
  await dialog.getByText(/X-Webhook-Signature: [0-9a-f]{64}/).waitFor();
  await inspectPage(page, `endpoint-tried-failed-${width}`);
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  await dialog.getByRole('button', { name: 'Send another event' }).click();
  sender.wake();
  await dialog.getByText('The endpoint received the test event').waitFor();
  await inspectPage(page, `endpoint-tried-${width}`);
}

async function renameIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit endpoint' });
  assert.equal(await form.getByLabel('Name').inputValue(), NAME);
  await form.getByLabel('Name').fill(`${NAME} 2`);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: `${NAME} 2`, level: 1 }).waitFor();
}

async function deleteIt(page: Page, id: string): Promise<void> {
  await page.goto(`${world.url}/webhooks/${id}`);
  await page.getByRole('button', { name: /Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await page.waitForURL(`${world.url}/webhooks`);
  await page.getByText('No endpoints yet').waitFor();
}

/** Finds the endpoint in the list, and in the search by the first letters of its name. */
async function findIt(page: Page, width: string, id: string): Promise<void> {
  await page.goto(`${world.url}/webhooks`);
  await page.getByText(`${NAME} 2`).first().waitFor();
  await inspectPage(page, `endpoints-named-${width}`);
  await page.keyboard.press('/');
  await page.keyboard.type('plann');
  await page
    .getByRole('dialog', { name: 'Search' })
    .getByRole('option', { name: `${NAME} 2`, selected: true })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/webhooks/${id}$`));
}
