/* A new sign-in in another tab changes the form token, which an open page has read before. */
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { openDashboard, signIn, testDetail } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const chromium = await openChromium();

/** Opens the form of a new task, and signs in again in another tab. */
async function openForm(): Promise<{ page: Page; form: Locator }> {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?new=1' });
  await page.context().addCookies(await signIn(world, tenant.admin));
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('Written in the other tab');
  return { page, form };
}

test('Chromium submits a change of a tab after a new sign-in in another tab', async () => {
  const { page, form } = await openForm();
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog').getByText('Do this with the API').waitFor();
});

testDetail('Chromium submits a change although the page reads the new form token meanwhile', async () => {
  const { page, form } = await openForm();
  let requests = 0;
  await page.route('**/console/v1/tasks', async (route) => {
    requests += 1;
    if (requests > 1) return route.fallback();
    const response = await route.fetch();
    await reconnect(page);
    return route.fulfill({ response });
  });
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog').getByText('Do this with the API').waitFor();
});

/** Loses the connection for a moment. The page then reads the user and the form token again. */
async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  const read = page.waitForResponse('**/console/v1/me');
  await page.context().setOffline(false);
  await (await read).finished();
}
