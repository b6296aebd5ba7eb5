/* Pickers in an account with 300 people: the server searches, so that each of them can be chosen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { inviteUsers } from '../../src/features/users/people/bulkInvite.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, storyLooks, testDetail, WIDTHS } from '../support/dashboard.ts';
import { chipOf, openFilters } from '../support/listFilters.ts';
import { openWorld } from '../support/world.ts';

const PEOPLE = 300;

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const nameOf = (at: number) => `Worker ${String(at).padStart(3, '0')}`;
const invited = [
  ...Array.from({ length: PEOPLE }, (_, at) => invitation(nameOf(at + 1), `worker-${at + 1}@example.com`)),
  ...['north', 'south'].map((where) => invitation('Alex Kim', `alex@${where}.example.com`)),
];
for (const people of [invited.slice(0, 200), invited.slice(200)]) await inviteUsers(tenant.ctx(), { people });
const chromium = await openChromium();

function invitation(full_name: string, email: string) {
  return { full_name, email, access: 'member', device_name: '', role: '' };
}

const optionsOf = (page: Page) => page.getByRole('option');

/** Types into a picker and waits until exactly these options are offered. */
async function search(picker: Locator, text: string, offered: readonly RegExp[]): Promise<void> {
  await picker.fill(text);
  const options = optionsOf(picker.page());
  for (const name of offered) await picker.page().getByRole('option', { name }).waitFor();
  await options.nth(offered.length).waitFor({ state: 'detached' });
}

async function assigneeOf(title: string): Promise<string | undefined> {
  const { tasks } = (await api.get(`/v1/api-tenant-tasks?limit=100`)).body;
  return tasks.find((task: any) => task.title === title)?.assigned_to?.name;
}

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium assigns a task to one of 300 people with the keyboard, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?new=1', ...options });
    const form = page.getByRole('dialog', { name: 'New task' });
    const picker = form.getByRole('combobox', { name: 'Assignee' });
    await form.getByLabel('Title').fill(`Oil the pump, ${width}`);
    await picker.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('283 more. Type to find them.').waitFor();
    assert.equal(await optionsOf(page).count(), 20);
    await inspectPage(page, `picker-open-${width}`);
    await search(picker, 'kim alex', [/alex@south/, /alex@north/]);
    await inspectPage(page, `picker-equal-names-${width}`);
    await picker.fill('nobody at all');
    await page.getByText('No match for “nobody at all”').waitFor();
    await page.keyboard.press('Enter');
    assert.ok(await form.isVisible(), 'Enter without a match sends the form');
    await inspectPage(page, `picker-no-match-${width}`);
    await search(picker, '007', [/Worker 007/]);
    await page.keyboard.press('Enter');
    assert.equal(await picker.inputValue(), 'Worker 007');
    await picker.press('Enter');
    await page
      .getByRole('dialog', { name: `Oil the pump, ${width}` })
      .getByText('created the task')
      .waitFor();
    assert.equal(await assigneeOf(`Oil the pump, ${width}`), 'Worker 007');
    await openAgain(page, width);
  });

/** Checks that the person who was chosen before comes first, and that Escape closes only the list. */
async function openAgain(page: Page, width: string): Promise<void> {
  await page.goto(`${world.url}/tasks?new=1`);
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByText('Recently chosen').waitFor();
  assert.match((await optionsOf(page).first().textContent()) ?? '', /Worker 007/);
  await inspectPage(page, `picker-recent-${width}`);
  await page.keyboard.press('Escape');
  await page.getByText('Recently chosen').waitFor({ state: 'detached' });
  assert.ok(await form.isVisible(), 'Escape closes the dialog');
}

testDetail('Chromium filters tasks by one of 300 people and keeps the name after a reload', async () => {
  const [first] = (await api.get('/v1/api-tenant-users?limit=1&offset=301')).body.users;
  await api.post('/v1/api-tenant-tasks', { title: 'Check the valve', assigned_to: first.id });
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks' });
  const filter = (await openFilters(page)).getByRole('combobox', { name: 'Assignee' });
  await filter.fill(first.email);
  await page.getByRole('listbox').getByText(first.email).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('1–1 of 1').waitFor();
  await page.getByLabel('Tasks', { exact: true }).getByText('Check the valve').waitFor();
  await page.reload();
  await chipOf(page, `Assignee: ${first.full_name}`).click();
  assert.equal(await filter.inputValue(), first.full_name);
  assert.equal(await page.evaluate('document.activeElement.name'), 'assigned_to');
  await filter.fill('');
  await page.waitForURL((url) => !url.searchParams.has('assigned_to'));
});

testDetail('Chromium assigns selected tasks and a seat to people beyond the first hundred', async () => {
  await api.post('/v1/api-tenant-tasks', { title: 'Seal the flange' });
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?title=Seal' });
  await page.getByRole('checkbox', { name: 'Select Seal the flange' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Assignee' }).press('Enter');
  await search(page.getByRole('combobox', { name: 'Assignee' }).last(), 'worker 123', [/Worker 123/]);
  await inspectPage(page, 'picker-menu');
  await page.keyboard.press('Enter');
  await page.getByText('1 task changed').waitFor();
  assert.equal(await assigneeOf('Seal the flange'), 'Worker 123');
  await page.goto(`${world.url}/seats`);
  await page.getByRole('button', { name: 'New seat' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name of the glasses').fill('Glasses 99');
  await search(form.getByRole('combobox', { name: 'Wearer' }), '042', [/Worker 042/]);
  await page.getByRole('option', { name: 'Worker 042' }).click();
  await form.getByRole('checkbox', { name: /Trainer/ }).check();
  await form.getByRole('button', { name: /Create|Add/ }).click();
  await page.getByText('Worker 042').first().waitFor();
});
