import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { forgive, inspect, openDashboard, settle, WIDTHS } from '../support/dashboard.ts';
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
  await settle(lower.page());
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
  assert.ok(above && below, 'both are shown');
  assert.ok(
    above.y + above.height <= below.y,
    `ends at ${above.y + above.height}, below begins at ${below.y}`,
  );
}

/** By title, as the API has them. */
async function statusesOf(width: keyof typeof apis): Promise<Record<string, string>> {
  const { tasks } = (await apis[width].get('/v1/api-tenant-tasks')).body;
  return Object.fromEntries(tasks.map(({ title, status }: any) => [title, status]));
}

for (const [width, colorScheme] of [
  ['desktop', 'dark'],
  ['phone', 'light'],
] as const)
  test(`Chromium changes several tasks and undoes it, ${width}`, async () => {
    const { admin } = tenants[width];
    const page = await openDashboard(chromium, world, admin, {
      path: '/tasks?sort=due_date',
      ...WIDTHS[width],
      colorScheme,
    });
    await listOf(page).getByText('Oil the hinge').waitFor();
    assert.deepEqual(await titlesIn(page), ['Oil the hinge', 'Seal the pump', 'Paint the gate']);
    const last = page.getByRole('checkbox', { name: 'Select Paint the gate' });
    await settle(page);
    const place = await last.boundingBox();
    await page.getByRole('checkbox', { name: 'Select Oil the hinge' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await bar.getByText('1 selected').waitFor();
    assert.deepEqual(await last.boundingBox(), place, 'a row moves while another one is chosen');
    await last.check();
    await bar.getByText('2 selected').waitFor();
    await inspect(page, `tasks-chosen-${width}`);
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Completed' }).click();
    // A notice that is pointed at stays.
    await page.getByText('2 tasks changed').hover();
    await inspect(page, `tasks-changed-${width}`);
    await last.check();
    await assertAbove(page.getByText('2 tasks changed'), bar);
    const before = { 'Oil the hinge': 'open', 'Seal the pump': 'open', 'Paint the gate': 'open' };
    const after = { ...before, 'Oil the hinge': 'completed', 'Paint the gate': 'completed' };
    assert.deepEqual(await statusesOf(width), after);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'status of Oil the hinge, now open' }).waitFor();
    assert.deepEqual(await statusesOf(width), before);
  });

test('Chromium hides neither the focus nor the end of a list behind the bar', async () => {
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

test('Chromium goes through the list by keys: j, k, x and e', async () => {
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
  const box = page.getByRole('textbox', { name: 'Title' });
  await box.focus();
  await page.keyboard.type('jkxe');
  assert.equal(await box.inputValue(), 'jkxe');
  await page.getByText('No results for these filters').waitFor();
});

test('Chromium narrows the list by title and priority, and saves that as a view with a name', async () => {
  const page = await openDashboard(chromium, world, tenants.desktop.admin, { path: '/tasks' });
  await page.getByRole('textbox', { name: 'Title' }).fill('the pu');
  await page.getByText('1–1 of 1').waitFor();
  assert.deepEqual(await titlesIn(page), ['Seal the pump']);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const form = page.getByRole('dialog', { name: 'Save this view' });
  await form.getByRole('button', { name: 'Save view' }).click();
  await form.getByText('Enter a name').waitFor();
  await form.getByLabel('Name').fill('Pumps');
  await form.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Pumps', exact: true }).waitFor();
  assert.equal(new URL(page.url()).search, '?title=the+pu&name=Pumps');
  await page.getByRole('button', { name: 'Pumps', exact: true }).click();
  await inspect(page, 'tasks-views');
  await page.getByRole('menuitem', { name: 'Open and urgent' }).click();
  await page.getByRole('button', { name: 'Open and urgent' }).waitFor();
  await page.getByText('1–1 of 1').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Open and urgent' }).click();
  await page.getByRole('menuitem', { name: 'Pumps' }).click();
  await page.waitForURL(/name=Pumps$/);
  await page.getByRole('textbox', { name: 'Title' }).fill('the');
  await page.getByRole('button', { name: 'Pumps (modified)' }).waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill('the pu');
  await page.getByRole('button', { name: 'Pumps', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete Pumps' }).click();
  await page.getByText('1–3 of 3').waitFor();
});

test('Chromium says how many tasks were refused, and undoes only the others', async () => {
  const page = await openDashboard(chromium, world, tenants.desktop.admin);
  let asked = 0;
  await page.route(/\/console\/v1\/tasks\?task_id/, (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    return route.fulfill({ status: 400, json: { error: 'BAD_REQUEST', message: 'Not this one' } });
  });
  await page.goto(`${world.url}/tasks`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Priority', exact: true }).click();
  await page.getByRole('menuitem', { name: 'High' }).click();
  await page.getByText('1 task not changed').waitFor();
  await page.getByText('2 tasks changed').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByRole('button', { name: /, now high$/ })
    .first()
    .waitFor({ state: 'detached' });
  assert.equal(asked, 5);
  forgive(page);
});

for (const width of ['desktop', 'phone'] as const)
  test(`Chromium shows as many rows as are asked for, ${width}`, async () => {
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
    await inspect(page, `tasks-rows-${width}`);
    await pages.getByRole('button', { name: 'Next' }).click();
    await pages.getByText('51–60 of 60').waitFor();
    assert.equal(new URL(page.url()).search, '?title=hinge&limit=50&offset=50');
    await page.reload();
    await pages.getByText('51–60 of 60').waitFor();
  });
