/* The filter bar of lists: search box, filter panel, chips, saved views and sorting by column heading. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import {
  inspectPage,
  openDashboard,
  waitUntilSettled,
  signIn,
  storyLooks,
  testDetail,
  WIDTHS,
} from '../support/dashboard.ts';
import { chipOf, openFilters } from '../support/listFilters.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const bo = await tenant.user('Bo Builder');
for (const [at, title] of ['Oil the hinge', 'Seal the pump', 'Paint the gate'].entries())
  await api.post('/v1/api-tenant-tasks', {
    title,
    priority: ['low', 'urgent', 'high'][at],
    due_date: `2099-0${6 - at}-01`,
    ...(at === 1 && { assigned_to: bo }),
  });
const chromium = await openChromium();

const titlesIn = (page: Page) =>
  page.getByLabel('Tasks', { exact: true }).locator('[data-opens]').allTextContents();
const searchOf = (page: Page) => new URL(page.url()).search;
const focusedName = (page: Page) => page.evaluate<string>('document.activeElement.name');

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium filters a list with the panel and removes filters with their chips, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks', ...options });
    const panel = await openFilters(page);
    assert.equal(await focusedName(page), 'status', 'the first field has the focus');
    await panel.getByLabel('Status').selectOption('open');
    await panel.getByLabel('Priority').selectOption('urgent');
    await panel.getByLabel('Created from').fill('2020-01-31');
    await panel.getByRole('combobox', { name: 'Assignee' }).fill('Bo');
    await page.getByRole('listbox').getByText('Bo Builder').click();
    await page.getByText('1–1 of 1').waitFor();
    await inspectPage(page, `filters-panel-${width}`);
    await panel.getByRole('button', { name: 'Show results' }).click();
    await panel.waitFor({ state: 'detached' });
    await chipOf(page, 'Created from: Jan 31, 2020').waitFor();
    await chipOf(page, 'Assignee: Bo Builder').waitFor();
    await inspectPage(page, `filters-chips-${width}`);
    for (const name of ['Priority', 'Assignee'])
      await page.getByRole('button', { name: `Remove the filter ${name}` }).click();
    await page.getByText('1–3 of 3').waitFor();
    assert.equal(
      await page.evaluate('document.activeElement.textContent'),
      'Filter',
      'the focus stays in the bar',
    );
    assert.equal(searchOf(page), '?status=open&from=2020-01-31');
    await chipOf(page, 'Created from').click();
    await panel.waitFor();
    assert.equal(await focusedName(page), 'from', 'a chip opens the panel at its field');
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(/tasks$/);
    await page.getByText('1–3 of 3').waitFor();
  });

testDetail(
  'Chromium sorts by column heading with the keyboard, and keeps the order after a reload',
  async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?offset=25' });
    const heading = (name: string) => page.getByRole('columnheader', { name });
    const sort = async (name: string) => {
      await heading(name).getByRole('button').press('Enter');
      await waitUntilSettled(page);
    };
    await page.getByText('No results for these filters').waitFor();
    await page.goto(`${world.url}/tasks`);
    await heading('Created').waitFor();
    assert.equal(await heading('Created').getAttribute('aria-sort'), 'descending');
    await sort('Due');
    assert.deepEqual(await titlesIn(page), ['Paint the gate', 'Seal the pump', 'Oil the hinge']);
    assert.equal(await heading('Due').getAttribute('aria-sort'), 'ascending');
    assert.equal(await heading('Created').getAttribute('aria-sort'), null);
    await page.reload();
    await heading('Due').waitFor();
    assert.equal(await heading('Due').getAttribute('aria-sort'), 'ascending');
    await sort('Priority');
    assert.equal(searchOf(page), '?sort=priority');
    assert.deepEqual(await titlesIn(page), ['Seal the pump', 'Paint the gate', 'Oil the hinge']);
    await inspectPage(page, 'filters-sorted');
    await sort('Priority');
    assert.equal(searchOf(page), '');
  },
);

testDetail(
  'Chromium sorts on a phone and on the board with a filter, because they have no headings',
  async () => {
    for (const [path, options] of [
      ['/tasks', WIDTHS.phone],
      ['/tasks?view=board', WIDTHS.desktop],
    ] as const) {
      const page = await openDashboard(chromium, world, tenant.admin, { path, ...options });
      const panel = await openFilters(page);
      await panel.getByLabel('Sort by').selectOption({ label: 'Priority, descending' });
      await page.keyboard.press('Escape');
      await chipOf(page, 'Sort by: Priority, descending').waitFor();
      await page.waitForURL(/sort=priority$/);
    }
  },
);

testDetail(
  'Chromium keeps the saved views of each user separate, and works when the browser storage is full',
  async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?priority=low' });
    const views = page.getByRole('navigation', { name: 'Views' });
    const form = page.getByRole('dialog', { name: 'Save this view' });
    const save = async (name: string) => {
      await views.getByRole('button', { name: 'Save this view' }).click();
      await form.getByLabel('Name').fill(name);
      await form.getByRole('button', { name: 'Save view' }).click();
      await views.getByRole('button', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
    };
    await save('Low');
    const other = await page.context().newPage();
    await other.goto(`${world.url}/tasks?priority=high`);
    await page.goto(`${world.url}/tasks?priority=medium`);
    await save('Medium');
    await other.getByRole('button', { name: 'Save this view' }).click();
    await other.getByLabel('Name').fill('High');
    await other.getByRole('button', { name: 'Save view' }).click();
    for (const name of ['Low', 'Medium', 'High'])
      await other
        .getByRole('navigation', { name: 'Views' })
        .getByRole('button', { name, exact: true })
        .waitFor();
    await page.evaluate('Storage.prototype.setItem = () => { throw new Error("full") }');
    await page.getByRole('textbox', { name: 'Search titles' }).fill('oil');
    await save('Oil');
    await page.context().addCookies(await signIn(world, await memberOf(tenant)));
    await page.goto(`${world.url}/tasks`);
    await views.getByRole('button', { name: 'Overdue' }).waitFor();
    assert.equal(await views.getByRole('button', { name: /^(Low|Medium|High|Oil)$/ }).count(), 0);
  },
);
