/* Unsent input survives Escape, clicks outside, links, reloads and closed tabs, and never leaves its user. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { SECRET_MEMBERS } from '../../dashboard/api/secretMembers.ts';
import { openChromium } from '../support/chromium.ts';
import {
  inspectPage,
  openDashboard,
  takeScreenshot,
  waitUntilSettled,
  signIn,
  storyLooks,
  testDetail,
  WIDTHS,
} from '../support/dashboard.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const api = await tenant.api();
const task_id = (await api.post('/v1/api-tenant-tasks', { title: 'Oil the pump' })).body.id;
const chromium = await openChromium();

const DRAFTS = `Object.entries(localStorage).filter(([key]) => key.startsWith('draft ')).map(([key, text]) => key + text)`;

function draftsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(DRAFTS);
}

function dialogOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

async function reopen(page: Page, path: string): Promise<void> {
  await page.goto(world.url + path);
  await page.getByText(/^Your draft from/).waitFor();
}

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium keeps a new task as a draft through Escape, a click outside and a reload, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?new=1', ...options });
    const dialog = dialogOf(page, 'New task');
    const title = dialog.getByLabel('Title');
    await title.fill('Replace the seal');
    await page.keyboard.press('Escape');
    await page.getByText('Your input is kept as a draft on this device').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await inspectPage(page, `draft-kept-${width}`);

    await page.getByRole('button', { name: 'New task' }).first().click();
    await dialog.getByText(/^Your draft from/).waitFor();
    assert.equal(await title.inputValue(), 'Replace the seal');
    await dialog.getByLabel('Description').fill('Pump 7, second floor');
    await inspectPage(page, `draft-restored-${width}`);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });

    await reopen(page, '/tasks?new=1');
    assert.equal(await dialog.getByLabel('Description').inputValue(), 'Pump 7, second floor');
    await dialog.getByLabel('External id').fill('WO-7');
    await page.reload();
    await dialog.getByText(/^Your draft from/).waitFor();
    assert.equal(await dialog.getByLabel('External id').inputValue(), 'WO-7');

    await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
    assert.equal(await title.inputValue(), '');
    await dialog.getByText(/^Your draft from/).waitFor({ state: 'detached' });
    await title.and(page.locator(':focus')).waitFor();
    assert.deepEqual(await draftsOf(page), []);

    await title.fill('Replace the gasket');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('dialog').getByText('Do this with the API').waitFor();
    await waitUntilSettled(page);
    assert.deepEqual(await draftsOf(page), [], 'a sent form leaves no draft');
  });
}

test('Chromium restores only the members of a task that the user changed, and names those that another user changed', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: `/tasks?task=${task_id}` });
  const dialog = dialogOf(page, 'Edit task');
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Title').fill('Oil the pump twice');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Oil the pump' }).waitFor();
  await api.patch(`/v1/api-tenant-tasks?task_id=${task_id}`, {
    title: 'Grease the pump',
    description: 'Today',
  });

  await page.reload();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await dialog.getByText('changed elsewhere after you wrote the draft: Title.').waitFor();
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Oil the pump twice');
  assert.equal(await dialog.getByLabel('Description').inputValue(), 'Today');
  await inspectPage(page, 'draft-outdated');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(await draftsOf(page), [], 'Cancel discards the draft');
});

testDetail('Chromium keeps the form editor through a link, and asks when a file would be lost', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/forms/edit' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Valve check');
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('menuitem', { name: 'Short text' }).click();
  await page.getByRole('group', { name: 'Untitled field' }).getByLabel('Label').fill('State');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByText('Your input is kept as a draft on this device').waitFor();
  await page.goBack();
  await page.getByText(/^Your draft from/).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Valve check');
  await page.getByRole('group', { name: 'State' }).waitFor();
  await inspectPage(page, 'draft-form');

  await page
    .getByLabel('Template file')
    .setInputFiles({ name: 'pump.png', mimeType: 'image/png', buffer: drawPng(320, 200) });
  await page.getByRole('button', { name: 'Choose another file' }).waitFor();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  const asking = dialogOf(page, 'Leave without saving?');
  await asking.waitFor();
  await inspectPage(page, 'draft-file');
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'detached' });
  assert.match(page.url(), /forms\/edit/);
  const asked = page.waitForEvent('dialog');
  const reloading = page.reload().catch(() => {});
  await (await asked).dismiss();
  await reloading;
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await asking.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/tasks/);
  await reopen(page, '/forms/edit');
  await page.getByText('Files, passwords and secrets are not part of a draft').waitFor();
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByRole('link', { name: 'Valve check' }).waitFor();
  assert.deepEqual(await draftsOf(page), []);
});

testDetail('Chromium keeps a skill without its secret, and an app, through a reload', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/skills?new=1' });
  const skill = dialogOf(page, 'New skill');
  await skill.getByRole('textbox', { name: 'Name' }).first().fill('Stock');
  await skill.getByLabel('URL').fill('https://a.example/stock');
  await skill.getByLabel('Secret header').fill('X-Key');
  await skill.getByLabel('Value of the header').fill('hush-hush');
  const [draft = ''] = await draftsOf(page);
  assert.match(draft, /Stock/);
  assert.doesNotMatch(draft, /hush/);
  await page.reload();
  await skill.getByText('Files, passwords and secrets are not part of a draft').waitFor();
  assert.equal(await skill.getByLabel('Secret header').inputValue(), 'X-Key');
  assert.equal(await skill.getByLabel('Value of the header').inputValue(), '');
  await inspectPage(page, 'draft-skill');
  await skill.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${world.url}/apps?new=1`);
  const app = dialogOf(page, 'Register an app');
  await app.getByLabel('Redirect URIs').fill('https://a.example/cb');
  await reopen(page, '/apps?new=1');
  assert.equal(await app.getByLabel('Redirect URIs').inputValue(), 'https://a.example/cb');
});

testDetail('Chromium keeps the input of a request that fails after its dialog was closed', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?new=1' });
  const arrived = Promise.withResolvers<void>();
  const failing = Promise.withResolvers<void>();
  await page.route(/console\/v1\/tasks$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    arrived.resolve();
    await failing.promise;
    return route.fulfill({ status: 400, json: { error: 'BAD_REQUEST', message: 'title: is invalid' } });
  });
  const dialog = dialogOf(page, 'New task');
  await dialog.getByLabel('Title').fill('Sent and closed');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await arrived.promise;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  failing.resolve();
  await page.getByText('Your input is kept as a draft on this device').waitFor();
  await reopen(page, '/tasks?new=1');
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Sent and closed');
});

testDetail('Chromium deletes the drafts at sign-out, in other tabs and for another user', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?new=1' });
  const stale = await page.context().newPage();
  await stale.goto(`${world.url}/tasks?new=1`);
  await dialogOf(stale, 'New task').getByLabel('Title').fill('Written in the other tab');
  await dialogOf(page, 'New task').getByLabel('Title').fill('Confidential');
  assert.equal((await draftsOf(page)).length, 1, 'the control: the draft is stored');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/sign-in/);
  assert.deepEqual(await draftsOf(page), []);
  await dialogOf(stale, 'New task').getByLabel('Title').fill('Written after the sign-out');
  assert.deepEqual(await draftsOf(page), [], 'a tab that is still open stores nothing');

  await page.evaluate(
    `localStorage.setItem('draft someone task', '{"saved_at":${Date.now()},"changes":{}}')`,
  );
  await page.context().addCookies(await signIn(world, other.admin));
  await page.goto(`${world.url}/tasks`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await takeScreenshot(page, 'draft-other-user');
  assert.deepEqual(await draftsOf(page), [], 'drafts of other users are deleted');
});

test('no draft stores a password field', () => {
  const root = fileURLToPath(new URL('../../dashboard/', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const fields = files.flatMap((name) => passwordFields(readFileSync(root + name, 'utf8')));
  assert.ok(fields.length >= 5, fields.join());
  assert.deepEqual(
    fields.filter((field) => !SECRET_MEMBERS.has(field)),
    [],
  );
});

/** Returns the names of the form members behind password inputs. */
function passwordFields(source: string): string[] {
  return source
    .split(/<(?=TextInput|PasswordInput)/)
    .filter((input) => input.startsWith('PasswordInput') || /^[^<]*type="password"/.test(input))
    .flatMap((input) => /form\.field\('(\w+)'/.exec(input)?.[1] ?? []);
}
