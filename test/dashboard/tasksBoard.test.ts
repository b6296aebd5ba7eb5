/* The filters, the columns and a broken record of the tasks page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, waitUntilSettled } from '../support/dashboard.ts';
import { openFilters } from '../support/listFilters.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
for (let at = 0; at < 30; at += 1)
  await api.post('/v1/api-tenant-tasks', { title: `Pump ${at}`, external_id: `WO-${at}` });
const mover = await world.account();
const moverApi = await mover.api();
const { id: dragged } = (await moverApi.post('/v1/api-tenant-tasks', { title: 'Oil the hinge' })).body;
const chromium = await openChromium();
const BROKEN = '10000-01-0T 04:59:59.000Z';

test('Chromium keeps the filter field usable while the list updates', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks' });
  const panel = await openFilters(page);
  const filter = panel.getByRole('textbox', { name: 'External id' });
  await filter.focus();
  await page.keyboard.type('WO-2');
  await page.waitForURL(/external_id=WO-2$/);
  await page.getByText('1–1 of 1').waitFor();
  await page.keyboard.type('9');
  await page.waitForURL(/external_id=WO-29$/);
  assert.equal(await filter.inputValue(), 'WO-29');
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('1–25 of').waitFor();
  await panel.waitFor({ state: 'detached' });
  await openFilters(page);
  assert.equal(await filter.inputValue(), '');
});

test('Chromium shows an invalid time unchanged, and the rest of the page', async () => {
  const page = await openDashboard(chromium, world, mover.admin);
  await page.route(/\/console\/v1\/tasks\?/, async (route) => {
    const response = await route.fetch();
    const { tasks, ...rest } = await response.json();
    const broken = tasks.map((task: object) => ({ ...task, due_date: BROKEN, created_at: BROKEN }));
    await route.fulfill({ response, json: { ...rest, tasks: broken } });
  });
  await page.goto(`${world.url}/tasks`);
  const list = page.getByLabel('Tasks', { exact: true });
  await list.getByText('Oil the hinge').waitFor();
  assert.equal(await list.getByText(BROKEN).count(), 2);
  await inspectPage(page, 'tasks-broken-time');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Chromium moves a card to another column by mouse and by keyboard', async () => {
  const page = await openDashboard(chromium, world, mover.admin, { path: '/tasks?view=board' });
  const lane = (status: string) => page.getByRole('region', { name: status, exact: true });
  const cardIn = (status: string) => lane(status).getByRole('listitem').filter({ hasText: 'Oil the hinge' });
  await cardIn('Open').waitFor();

  await dragTo(page, cardIn('Open'), lane('In progress'));
  await cardIn('In progress').waitFor();
  await cardIn('Open').waitFor({ state: 'detached' });
  assert.equal(await statusNow(), 'in_progress');

  await dragTo(page, cardIn('In progress'), page.getByRole('heading', { name: 'Tasks', level: 1 }));
  await waitUntilSettled(page);
  assert.equal(await statusNow(), 'in_progress');

  await cardIn('In progress')
    .getByRole('button', { name: /status of Oil the hinge/ })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Completed' }).waitFor();
  for (let at = 0; at < 6 && !(await isFocused(page, 'Completed')); at += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await cardIn('Completed').waitFor();
  assert.equal(await statusNow(), 'completed');
  await inspectPage(page, 'board-moved');
});

/** Drags with real mouse events: press, move, release. */
async function dragTo(page: Page, card: Locator, target: Locator): Promise<void> {
  const [from, to] = [await card.boundingBox(), await target.boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 8, from.y + from.height - 6);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 12 });
  await page.mouse.up();
}

function isFocused(page: Page, name: string): Promise<boolean> {
  return page.getByRole('menuitem', { name }).evaluate((item) => item.matches(':focus'));
}

async function statusNow(): Promise<string> {
  const { tasks } = (await moverApi.get('/v1/api-tenant-tasks')).body;
  return tasks.find(({ id }: { id: string }) => id === dragged).status;
}
