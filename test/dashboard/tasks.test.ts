import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
for (const tenant of Object.values(tenants)) {
  const api = await tenant.api();
  for (let at = 0; at < 30; at += 1)
    await api.post('/v1/api-tenant-tasks', { title: `Pump ${at}`, external_id: `WO-${at}` });
  await tenant.user('Bo Builder');
}
const chromium = await openChromium();

/** The height below the page header on a phone with 390 × 844 pixels. */
const ROOM = 844 - 258;

async function heightOfSix(list: Locator): Promise<number> {
  const cards = list.getByRole('listitem');
  const [first, sixth] = [await cards.nth(0).boundingBox(), await cards.nth(5).boundingBox()];
  assert.ok(first && sixth);
  return sixth.y + sixth.height - first.y;
}

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium manages the tasks of an account, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width as keyof typeof WIDTHS].admin, options);
    const list = page.getByLabel('Tasks', { exact: true });
    await page.goto(`${world.url}/tasks`);
    await list.getByText('Pump 29').waitFor();
    await inspectPage(page, `tasks-${width}`);
    if (width === 'phone') assert.ok((await heightOfSix(list)) <= ROOM, 'six tasks on a screen');
    await pageThrough(page);
    await create(page);
    await inspectPage(page, `task-${width}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await completeByMenu(page);
    await page.goto(`${world.url}/tasks?status=completed`);
    await list.getByText('Grease the bearing').waitFor();
    await page.getByText('1–1 of 1').waitFor();
    await page.goto(`${world.url}/tasks?view=board`);
    await page.getByRole('region', { name: 'Completed' }).getByText('Grease the bearing').waitFor();
    await inspectPage(page, `board-${width}`);
  });

async function pageThrough(page: Page): Promise<void> {
  await page.getByText('1–25 of 30').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('26–30 of 30').waitFor();
  assert.equal(new URL(page.url()).search, '?offset=25');
  await page.goBack();
  await page.getByText('1–25 of 30').waitFor();
}

async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New task' }).first().click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByRole('button', { name: 'Create task' }).click();
  await form.getByText('Must have 1 to 500 characters and not be blank').waitFor();
  await form.getByLabel('Title').fill('Grease the bearing');
  await form.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: 'Bo Builder' }).click();
  await form.getByRole('button', { name: 'Create task' }).click();
  await page.getByRole('dialog', { name: 'Grease the bearing' }).getByText('created the task').waitFor();
}

async function completeByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /status of Grease the bearing/ }).click();
  await page.getByRole('menuitem', { name: 'Completed' }).click();
  await page.getByRole('button', { name: 'status of Grease the bearing, now completed' }).waitFor();
}
