/* Parts of all pages: the title while code loads, dates in drawers, and the header at a zoom of 200 %. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { openChromium } from '../support/chromium.ts';
import { findOverflow, inspectPage, openDashboard } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const task = await createTask(tenant.ctx(), { title: 'Replace the filter' });
const chromium = await openChromium();

test('Chromium shows the title and rows of a page while its code loads', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/settings/profile' });
  const released = Promise.withResolvers<void>();
  await page.route(/SeatsPage[^/]*\.js/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Seats', exact: true }).click();
  await page.getByRole('heading', { name: 'Seats', level: 1 }).waitFor();
  const loading = page.getByRole('status', { name: 'Loading' });
  await loading.waitFor();
  await inspectLoading(page);
  released.resolve();
  await loading.waitFor({ state: 'detached' });
  await page.getByText('No seats yet').waitFor();
});

/** Takes a screenshot without waiting for the placeholder to disappear. */
async function inspectLoading(page: Awaited<ReturnType<typeof openDashboard>>): Promise<void> {
  const shots = process.env['SCREENSHOTS'];
  if (shots) await page.screenshot({ path: `${shots}/loading-seats.png` });
}

test('Chromium shows the date and the time of a task in its drawer', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: `/tasks?task=${task.id}` });
  const drawer = page.getByRole('dialog', { name: 'Replace the filter' });
  const time = await drawer.locator('time').first().innerText();
  assert.match(time, /20\d\d.* \d\d:\d\d \(.+\)$/);
  await inspectPage(page, 'drawer-times');
});

for (const locale of ['en-GB', 'de-DE'])
  test(`Chromium shows the whole header at a zoom of 200 %, ${locale}`, async () => {
    const viewport = { width: 720, height: 450 };
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks', viewport, locale });
    await page.getByText('Replace the filter').waitFor();
    await inspectPage(page, `zoomed-${locale}`);
    assert.deepEqual(await findOverflow(page), []);
    const menu = await page.getByRole('banner').getByRole('button').last().boundingBox();
    assert.ok(menu && menu.x + menu.width > 690 && menu.x + menu.width <= 720, `${menu?.x}`);
  });
