/* The list, Home, the queues and the page of an endpoint describe its deliveries with one sentence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks, testDetail } from '../support/dashboard.ts';
import { endpointOf, insertFailedDelivery } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
world.clock.advance(Date.now() - world.clock.now().getTime());
const tenant = await world.account();
const id = await endpointOf(tenant, 'https://hooks.example.com/planner');
for (let n = 0; n < 2; n++) await insertFailedDelivery(world, id);
const SENTENCE = /None of the last 2 deliveries arrived\. 2 failed permanently on .+\./;
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium reads one sentence about an endpoint on Home, the list and its page, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { ...options, path: '/' });
    await page.getByRole('link', { name: /hooks\.example\.com: Failing/ }).waitFor();
    await page.getByText(SENTENCE).waitFor();
    await inspectPage(page, `endpoint-home-${width}`);
    await page.goto(`${world.url}/webhooks`);
    const list = page.getByLabel('Webhooks', { exact: true });
    await list.getByText('Failing', { exact: true }).waitFor();
    // On a phone, a card shows the label of the status without the sentence.
    if (width === 'desktop') await list.getByText(SENTENCE).waitFor();
    await inspectPage(page, `endpoint-list-${width}`);
    await page.goto(`${world.url}/webhooks/${id}`);
    await page.getByText(SENTENCE).waitFor();
    await inspectPage(page, `endpoint-page-${width}`);
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByRole('dialog', { name: 'Retry failed deliveries' }).getByText('Failed within').waitFor();
  });

testDetail('Chromium shows staff the same sentence about an endpoint as its account', async () => {
  const page = await openDashboard(chromium, world, await world.staff(), { path: '/staff/queues' });
  const row = page.getByRole('row', { name: /hooks\.example\.com/ });
  await row.getByText(SENTENCE).waitFor();
  assert.equal(await row.getByText('Failing', { exact: true }).count(), 1);
});
