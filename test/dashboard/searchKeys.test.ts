/* The search dialog by keyboard, for a member, and when the server rejects the search. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { memberOf } from '../support/memberOf.ts';
import { clearPageErrors, inspectPage, openDashboard } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const member = await memberOf(tenant);
const api = await tenant.api();
await api.post('/v1/api-tenant-tasks', { title: 'Grease the zither', external_id: 'WO-4711' });
const { id } = (await api.post('/v1/api-tenant-tasks', { title: 'Oil the hinge' })).body;
const chromium = await openChromium();

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });

test('Chromium moves through the results by arrow keys and opens a pasted id', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.keyboard.press('/');
  const dialog = dialogOf(page);
  const chosen = () => dialog.getByRole('option', { selected: true }).textContent();
  assert.equal(await chosen(), 'Home');
  await page.keyboard.press('ArrowUp');
  assert.equal(await chosen(), 'Add integration');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen(), 'Tasks');
  assert.equal(
    await dialog.getByRole('combobox').getAttribute('aria-activedescendant'),
    await dialog.getByRole('option', { selected: true }).getAttribute('id'),
  );
  await dialog.getByRole('combobox').fill(id);
  await dialog.getByRole('option', { name: 'Oil the hinge' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Oil the hinge' }).waitFor();
});

test('Chromium starts the selected action: a new key, or an invitation of the typed address', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.keyboard.press('/');
  await page.keyboard.type('create k');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /key/i }).getByLabel('Name').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ina@example.com');
  await page.keyboard.press('Enter');
  const invite = page.getByRole('dialog', { name: 'Invite a person' });
  await invite.waitFor();
  assert.equal(await invite.getByLabel('Email address').inputValue(), 'ina@example.com');
  await invite.getByRole('button', { name: 'Cancel' }).click();
  await invite.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '');
});

for (const [language, typed, action] of [
  ['English', 'create a key', 'Create key'],
  ['English', 'new webhook', 'Add endpoint'],
  ['English', 'user add', 'Invite a person'],
  ['German', 'Schlüssel erstellen', 'Schlüssel erstellen'],
  ['German', 'neuen schlussel anlegen', 'Schlüssel erstellen'],
  ['German', 'einen Auftrag', 'Neue Aufgabe'],
] as const)
  test(`Chromium finds an action by any of its words in ${language}: ${typed}`, async () => {
    const locale = language === 'German' ? 'de-DE' : 'en-US';
    const page = await openDashboard(chromium, world, tenant.admin, { locale });
    await page.keyboard.press('/');
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: action, exact: true, selected: true }).waitFor();
    await inspectPage(page, `search-action-${action}`);
  });

test('Chromium offers members no admin actions, and deletes the stored data at sign-out', async () => {
  const page = await openDashboard(chromium, world, member);
  await page.keyboard.press('/');
  await page.keyboard.type('zit');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Grease the zither' }).waitFor();
  await page.keyboard.press('Control+k');
  await dialogOf(page).getByRole('group', { name: 'Recent' }).waitFor();
  assert.deepEqual(
    await dialogOf(page).getByRole('group', { name: 'Actions' }).getByRole('option').allTextContents(),
    ['New task'],
  );
  await page.goto(`${world.url}/tasks`);
  const stores = ['recent', 'recent-choices', 'signature-check'];
  await page.evaluate('localStorage.setItem("recent-choices", "{}")');
  await page.evaluate('sessionStorage.setItem("signature-check", "{}")');
  const listStored = async (): Promise<string[]> => {
    const keys = await page.evaluate<string[]>(
      '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]',
    );
    return stores.filter((store) => keys.includes(store));
  };
  assert.deepEqual(await listStored(), stores, 'control: each store has data before');
  await page.getByRole('button', { name: /^Menu of / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(await listStored(), []);
});

test('Chromium reports a failed search, and retries', async () => {
  const page = await openDashboard(chromium, world, member);
  await page.route(/\/console\/v1\/search/, (route) =>
    route.fulfill({ status: 400, json: { error: 'BAD_REQUEST', message: 'q: too long' } }),
  );
  await page.keyboard.press('/');
  await page.keyboard.type('zither');
  await dialogOf(page).getByRole('alert').getByText('The service does not accept this input.').waitFor();
  await inspectPage(page, 'search-failed');
  await page.unroute(/\/console\/v1\/search/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await dialogOf(page).getByRole('option', { name: 'Grease the zither' }).waitFor();
  clearPageErrors(page);
});
