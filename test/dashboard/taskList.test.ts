import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, waitUntilSettled, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const apis = { desktop: await tenants.desktop.api(), phone: await tenants.phone.api() };
for (const width of ['desktop', 'phone'] as const) {
  await tenants[width].user('Bo Builder');
  for (const [at, title] of ['Oil the hinge', 'Seal the pump', 'Paint the gate'].entries())
    await apis[width].post('/v1/api-tenant-tasks', {
      title,
      priority: at === 1 ? 'urgent' : 'low',
      due_date: `2026-0${4 + at}-01`,
    });
}
const chromium = await openChromium();

const listOf = (page: Page) => page.getByLabel('Tasks', { exact: true });
const titlesIn = (page: Page) => listOf(page).locator('[data-opens]').allTextContents();

const PUT_LAST_ROW_AT_END =
  'scrollBy(0, [...document.querySelectorAll("[data-row]")].at(-1).getBoundingClientRect().bottom - innerHeight)';

async function assertAbove(upper: Locator, lower: Locator): Promise<void> {
  await lower.waitFor();
  await waitUntilSettled(lower.page());
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
  assert.ok(above && below, 'both are shown');
  assert.ok(
    above.y + above.height <= below.y,
    `ends at ${above.y + above.height}, below begins at ${below.y}`,
  );
}

/** Returns the statuses of the tasks in the API, by title. */
async function statusesOf(width: keyof typeof apis): Promise<Record<string, string>> {
  const { tasks } = (await apis[width].get('/v1/api-tenant-tasks')).body;
  return Object.fromEntries(tasks.map(({ title, status }: any) => [title, status]));
}

for (const [width, colorScheme] of [
  ['desktop', 'dark'],
  ['phone', 'light'],
] as const)
  test(`Chromium changes several tasks and undoes the change, ${width}`, async () => {
    const { admin } = tenants[width];
    const page = await openDashboard(chromium, world, admin, {
      path: '/tasks?sort=due_date',
      ...WIDTHS[width],
      colorScheme,
    });
    await listOf(page).getByText('Oil the hinge').waitFor();
    assert.deepEqual(await titlesIn(page), ['Oil the hinge', 'Seal the pump', 'Paint the gate']);
    const last = page.getByRole('checkbox', { name: 'Select Paint the gate' });
    await waitUntilSettled(page);
    const place = await last.boundingBox();
    await page.getByRole('checkbox', { name: 'Select Oil the hinge' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await bar.getByText('1 selected').waitFor();
    assert.deepEqual(await last.boundingBox(), place, 'a row moves while another one is chosen');
    await last.check();
    await bar.getByText('2 selected').waitFor();
    await inspectPage(page, `tasks-chosen-${width}`);
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Completed' }).click();
    // A hovered notification does not close.
    await page.getByText('2 tasks changed').hover();
    await inspectPage(page, `tasks-changed-${width}`);
    await last.check();
    await assertAbove(page.getByText('2 tasks changed'), bar);
    const before = { 'Oil the hinge': 'open', 'Seal the pump': 'open', 'Paint the gate': 'open' };
    const after = { ...before, 'Oil the hinge': 'completed', 'Paint the gate': 'completed' };
    assert.deepEqual(await statusesOf(width), after);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'status of Oil the hinge, now open' }).waitFor();
    assert.deepEqual(await statusesOf(width), before);
  });

test('Chromium covers neither the focus nor the end of a list with the action bar', async () => {
  for (const { viewport } of Object.values(WIDTHS)) {
    const page = await openDashboard(chromium, world, tenants.desktop.admin, {
      path: '/tasks',
      viewport: { ...viewport, height: 360 },
    });
    await page.getByRole('checkbox', { name: 'Select Oil the hinge' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await bar.waitFor();
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await page.evaluate(PUT_LAST_ROW_AT_END);
    await page.keyboard.press('j');
    await assertAbove(page.locator(':focus'), bar);
    for (const key of ['k', 'k']) await page.keyboard.press(key);
    await assertAbove(page.getByRole('banner'), page.locator(':focus'));
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await assertAbove(page.getByRole('navigation', { name: 'Pages' }), bar);
  }
});

test('Chromium navigates the list by keyboard: j, k, x and e', async () => {
  const page = await openDashboard(chromium, world, tenants.desktop.admin, { path: '/tasks?sort=due_date' });
  await listOf(page).getByText('Oil the hinge').waitFor();
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  for (const key of ['j', 'j', 'j', 'j', 'k']) await page.keyboard.press(key);
  assert.equal(await focused(), 'Seal the pump');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('e');
  const form = page.getByRole('dialog', { name: 'Edit task' });
  await form.waitFor();
  assert.equal(await form.getByLabel('Title').inputValue(), 'Seal the pump');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  const box = page.getByRole('textbox', { name: 'Search titles' });
  await box.focus();
  await page.keyboard.type('jkxe');
  assert.equal(await box.inputValue(), 'jkxe');
  await page.getByText('No results for these filters').waitFor();
});

test('Chromium filters the list by title and priority, and saves the filter as a named view', async () => {
  const page = await openDashboard(chromium, world, tenants.desktop.admin, { path: '/tasks' });
  await page.getByRole('textbox', { name: 'Search titles' }).fill('the pu');
  await page.getByText('1–1 of 1').waitFor();
  assert.deepEqual(await titlesIn(page), ['Seal the pump']);
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Save this view' }).click();
  const form = page.getByRole('dialog', { name: 'Save this view' });
  await form.getByRole('button', { name: 'Save view' }).click();
  await form.getByText('Enter a name').waitFor();
  await form.getByLabel('Name').fill('Pumps');
  await form.getByRole('button', { name: 'Save view' }).click();
  const pumps = views.getByRole('button', { name: 'Pumps', exact: true });
  await pumps.and(page.locator('[aria-current]')).waitFor();
  assert.equal(new URL(page.url()).search, '?title=the+pu');
  await inspectPage(page, 'tasks-views');
  await views.getByRole('button', { name: 'Open and urgent' }).click();
  await page.getByText('1–1 of 1').waitFor();
  assert.equal(new URL(page.url()).search, '?status=open&priority=urgent');
  await page.reload();
  await views.getByRole('button', { name: 'Open and urgent' }).and(page.locator('[aria-current]')).waitFor();
  await pumps.click();
  await page.waitForURL(/title=the\+pu$/);
  await page.getByRole('textbox', { name: 'Search titles' }).fill('the');
  await views.getByRole('button', { name: 'Save this view' }).click();
  assert.equal(await form.getByLabel('Name').inputValue(), 'Pumps');
  await form.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('1–3 of 3').waitFor();
  await views.getByRole('button', { name: 'Delete Pumps' }).click();
  await pumps.waitFor({ state: 'detached' });
  await page.waitForURL(/tasks$/);
});

for (const width of ['desktop', 'phone'] as const)
  test(`Chromium shows the requested number of rows, ${width}`, async () => {
    const tenant = await world.account();
    const api = await tenant.api();
    for (let at = 0; at < 60; at++) await api.post('/v1/api-tenant-tasks', { title: `Oil the hinge ${at}` });
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: '/tasks?title=hinge&offset=25',
      ...WIDTHS[width],
    });
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByText('26–50 of 60').waitFor();
    await pages.getByLabel('Rows').selectOption('50');
    await pages.getByText('1–50 of 60').waitFor();
    assert.equal(await titlesIn(page).then((titles) => titles.length), 50);
    await inspectPage(page, `tasks-rows-${width}`);
    await pages.getByRole('button', { name: 'Next' }).click();
    await pages.getByText('51–60 of 60').waitFor();
    assert.equal(new URL(page.url()).search, '?title=hinge&limit=50&offset=50');
    await page.reload();
    await pages.getByText('51–60 of 60').waitFor();
  });
