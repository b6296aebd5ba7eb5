/* A second click that follows faster than a person can react must not decide anything new on the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import { openDashboard } from '../support/dashboard.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const chromium = await openChromium();

/** Opens the review page with three pending procedures. */
async function openReviews(): Promise<{ page: Page; list: Locator; readStatuses: () => Promise<string[]> }> {
  const tenant = await world.account();
  await teach(tenant, ['Close both valves', 'Swap the set', 'Vent and open']);
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/catalogue' });
  const list = page.getByRole('list', { name: 'Procedures' });
  await list.getByRole('article').nth(2).waitFor();
  const admin = await consoleOf(world, tenant.admin);
  const readStatuses = async () =>
    (await admin.get('/procedures')).body.procedures.map(({ status }: any) => status).toSorted();
  return { page, list, readStatuses };
}

async function teach(tenant: Tenant, titles: readonly string[]): Promise<void> {
  const glasses = await tenant.device({ user_id: await tenant.user('Jo Trainer') });
  const { id } = (
    await glasses.post('/device/v1/sessions', { role: 'trainer', session_name: 'Filter change' })
  ).body;
  const procedures = titles.map((title) => ({ title }));
  await glasses.post('/device/v1/sessions/complete', { session_id: id, status: 'completed', procedures });
}

/** Clicks twice at the same place. The second click comes after the effect of the first, like a slow double click. */
async function doubleClick(page: Page, target: Locator, isSeen: () => Promise<void>): Promise<void> {
  const box = await target.boundingBox();
  assert.ok(box, 'it is shown');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await isSeen();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

test('Chromium approves one procedure by a double click, although the next one replaces it', async () => {
  const { page, list, readStatuses } = await openReviews();
  const approve = list.getByRole('button', { name: 'Approve' });
  await doubleClick(page, approve.first(), () => approve.nth(2).waitFor({ state: 'detached' }));
  await approve.last().click();
  await approve.nth(1).waitFor({ state: 'detached' });
  assert.deepEqual(await readStatuses(), ['approved', 'approved', 'pending']);
});

test('Chromium approves one procedure while a key is held down', async () => {
  const { page, list, readStatuses } = await openReviews();
  let decisions = 0;
  page.on('request', (request) => void (decisions += Number(request.method() === 'PATCH')));
  await page.keyboard.down('a');
  await list.getByRole('article').nth(2).waitFor({ state: 'detached' });
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.keyboard.press('a');
  await list.getByRole('article').nth(1).waitFor({ state: 'detached' });
  assert.equal(decisions, 2);
  assert.deepEqual(await readStatuses(), ['approved', 'approved', 'pending']);
});

test('Chromium keeps the drawer open after a double click on a row', async () => {
  const tenant = await world.account();
  await (await tenant.api()).post('/v1/api-tenant-tasks', { title: 'Oil the hinge' });
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks' });
  const row = page.getByRole('row', { name: /Oil the hinge/ });
  const drawer = page.getByRole('dialog', { name: 'Oil the hinge' });
  const backdrop = page.locator('.mantine-Drawer-overlay');
  await doubleClick(page, row.getByRole('cell', { name: 'Unassigned' }), () => drawer.waitFor());
  await backdrop.waitFor();
  assert.equal(await drawer.isVisible(), true);
  await backdrop.click({ position: { x: 5, y: 5 } });
  await drawer.waitFor({ state: 'detached' });
});

test('Chromium counts both clicks on the label of a checkbox', async () => {
  const tenant = await world.account();
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/webhooks?new=1' });
  const box = page.getByRole('checkbox', { name: 'task.created' });
  const wasChecked = await box.isChecked();
  await doubleClick(page, page.getByText('task.created', { exact: true }), () =>
    waitForBox(page, !wasChecked),
  );
  assert.equal(await box.isChecked(), wasChecked);
});

async function waitForBox(page: Page, isChecked: boolean): Promise<void> {
  await page.getByRole('checkbox', { name: 'task.created', checked: isChecked }).waitFor();
}
