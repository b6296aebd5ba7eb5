/* Lists of an account with 500 endpoints and 2,000 seats: the server searches, filters, sorts and pages them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, storyLooks, testDetail, WIDTHS } from '../support/dashboard.ts';
import { insertEndpoints, insertFailedDelivery } from '../support/endpoints.ts';
import { chipOf, chooseFilter } from '../support/listFilters.ts';
import { insertSeats } from '../support/seats.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const [oldest = ''] = await insertEndpoints(
  world,
  tenant.account_id,
  Array.from({ length: 500 }, (_, at) => ({
    name: `Plant ${at + 1}`,
    url: `https://hooks.example.com/${at + 1}`,
  })),
);
await insertFailedDelivery(world, oldest);
await insertSeats(
  world,
  tenant.account_id,
  Array.from({ length: 2_000 }, (_, at) => ({ device_name: `Glasses ${at + 1}` })),
);
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium finds the failing one of 500 endpoints, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/webhooks', ...options });
    const list = page.getByLabel('Webhooks', { exact: true });
    await page.getByText('1–25 of 500').waitFor();
    assert.equal(await list.getByText('Failing', { exact: true }).count(), 0);
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Failing first' }).click();
    await list.locator('[data-row]').first().getByText('Plant 1', { exact: true }).waitFor();
    await inspectPage(page, `endpoints-failing-first-${width}`);
    await page.goBack();
    await page.getByRole('textbox', { name: 'Name or URL' }).fill('plant 499');
    await page.getByText('1–1 of 1').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await chooseFilter(page, 'Status', 'Failing');
    await chipOf(page, 'Status: Failing').waitFor();
    await list.getByText('Plant 1', { exact: true }).waitFor();
    await page.getByText('1–1 of 1').waitFor();
    await inspectPage(page, `endpoints-filtered-${width}`);
  });

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium finds one of 2,000 seats, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/seats', ...options });
    await page.getByText('1–25 of 2,000').waitFor();
    await page.getByRole('textbox', { name: 'Seat, person or serial number' }).fill('1234');
    await page.getByText('1–1 of 1').waitFor();
    await page.getByLabel('Seats', { exact: true }).getByText('Glasses 1234').waitFor();
    await inspectPage(page, `seats-found-${width}`);
    await page.getByRole('textbox', { name: 'Seat, person or serial number' }).fill('no such seat');
    await page.getByText('No results for these filters').waitFor();
  });

testDetail('Chromium filters the apps, the keys and the people of an account', async () => {
  const api = await tenant.api();
  await api.post('/v1/keys', { name: 'Planner', scopes: ['read:tasks'] });
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/keys' });
  await page.getByRole('textbox', { name: 'Name or last characters' }).fill('planner');
  await page.getByText('1–1 of 1').waitFor();
  await page.goto(`${world.url}/people`);
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Invited' }).click();
  await page.getByText('No results for these filters').waitFor();
  await page.goto(`${world.url}/apps`);
  await page.getByText('No apps yet').waitFor();
  await chooseFilter(page, 'Status', 'In review');
  await page.getByText('No results for these filters').waitFor();
  await inspectPage(page, 'apps-filtered');
});

testDetail('Chromium searches the lists that the API returns completely', async () => {
  const browser = await consoleOf(world, tenant.admin);
  for (const provider of ['Planner North', 'Billing']) await browser.post('/integrations', { provider });
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/integrations' });
  const list = page.getByLabel('Integrations', { exact: true });
  await list.getByText('Billing').waitFor();
  await page.getByRole('textbox', { name: 'Provider' }).fill('north PLAN');
  await list.getByText('Billing').waitFor({ state: 'detached' });
  assert.equal(await list.locator('[data-row]').count(), 1);
  await chooseFilter(page, 'Status', 'Revoked');
  await page.getByText('No results for these filters').waitFor();
  await inspectPage(page, 'integrations-filtered');
  for (const path of ['/skills', '/connections', '/skills?view=documents']) {
    await page.goto(`${world.url}${path}`);
    await page.getByRole('search').waitFor();
  }
});
