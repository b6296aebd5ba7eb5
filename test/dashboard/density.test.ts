/* The number of tasks that fit on the first screen of a phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const LONG = 'Replace the filter of the circulating pump in the boiler room of hall B, gasket included';

const world = await openWorld();
const tenant = await world.account();
const assigned_to = await tenant.user('Jonas Weber');
for (const day of [1, 2, 3, 4, 5, 6, 7])
  await createTask(tenant.ctx(), {
    title: `${day}. ${LONG}`,
    priority: 'high',
    assigned_to,
    // Dates in another year are written with their year and are therefore the longest.
    due_date: `2099-11-${20 + day}T12:00:00.000Z`,
  });
const chromium = await openChromium();

test('the first screen of a phone shows six tasks with wrapped titles', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks', ...WIDTHS.phone });
  const cards = page.getByLabel('Tasks', { exact: true }).getByRole('listitem');
  await cards.nth(5).waitFor();
  await inspectPage(page, 'tasks-density');
  const title = await cards.nth(0).getByRole('button', { name: LONG }).first().boundingBox();
  const sixth = await cards.nth(5).boundingBox();
  assert.ok(title && title.height > 30, 'the titles wrap');
  assert.ok(sixth && sixth.y + sixth.height <= WIDTHS.phone.viewport.height, `ends at ${sixth?.y}`);
});

test('a card of the board does not repeat the status of its column', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, {
    path: '/tasks?view=board',
    ...WIDTHS.phone,
  });
  const lane = page.getByRole('region', { name: 'Open' });
  await lane.getByText(LONG).first().waitFor();
  const card = await lane.getByRole('listitem').first().innerText();
  assert.doesNotMatch(card, /\bopen\b/i);
});
