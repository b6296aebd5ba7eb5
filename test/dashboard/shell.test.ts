import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { memberOf } from '../support/members.ts';
import {
  forgive,
  inspect,
  openDashboard,
  settle,
  stopClock,
  WIDTHS,
  storyLooks,
} from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const member = await memberOf(tenant);
const colleague = await world.staff();
const chromium = await openChromium();

test('Chromium is led by keyboard: skip link, search, shortcuts and their list', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await stopClock(page);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Go to API keys').waitFor();
  await inspect(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  assert.equal(await page.title(), 'Tasks · Tenant Ops');
  await page.keyboard.press('/');
  await page.keyboard.type('api k');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
});

test('Chromium takes a letter without g for no shortcut, on a page that was just opened', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await stopClock(page);
  await page.goto(`${world.url}/tasks`);
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await page.keyboard.press('a');
  await settle(page);
  assert.equal(new URL(page.url()).pathname, '/tasks');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
});

test('Chromium goes on with g and a letter though the frame of the page changed in between', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, WIDTHS.phone);
  await stopClock(page);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settle(page);
  await page.keyboard.press('g');
  await page.getByRole('button', { name: 'Navigation', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
});

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium shows an account that is new, ${width}, light and dark`, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openDashboard(chromium, world, tenant.admin, { ...options, colorScheme });
      await page
        .getByText(/^[01] of 4 done$/)
        .first()
        .waitFor();
      await page.getByRole('img', { name: 'Tasks created, each of the last 14 days' }).waitFor();
      await inspect(page, `home-${width}-${colorScheme}`);
      await page.goto(`${world.url}/nowhere`);
      await page.getByText('This page does not exist').waitFor();
      await inspect(page, `missing-${width}-${colorScheme}`);
    }
  });

test('Chromium shows a member and the staff only what is theirs', async () => {
  const page = await openDashboard(chromium, world, member);
  const main = page.getByRole('navigation', { name: 'Main' });
  assert.equal(await main.getByRole('link', { name: 'API keys' }).count(), 0);
  assert.equal(await main.getByRole('link', { name: 'Tasks' }).count(), 1);
  const staff = await openDashboard(chromium, world, colleague);
  await staff.getByText('Work for the staff, and the state of the installation.').waitFor();
  assert.equal(await staff.getByRole('link', { name: 'Tasks' }).count(), 0);
  await inspect(staff, 'staff');
});

test('Chromium tells what is hard to read and what has no name', async () => {
  const page = await openDashboard(chromium, world, member);
  await inspect(page, 'before');
  await page.evaluate(`
    const pale = Object.assign(document.createElement('p'), { textContent: 'Hard to read' });
    Object.assign(pale.style, { color: '#eee', background: '#fff' });
    document.querySelector('main').prepend(pale, document.createElement('button'));`);
  await assert.rejects(inspect(page, 'after'), /button-name[^]*color-contrast/);
});

test('Chromium keeps the colours that were chosen', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, {
    ...WIDTHS.desktop,
    colorScheme: 'light',
  });
  await page.getByRole('button', { name: 'Color scheme' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark');
});

test('Chromium says that the connection is lost, and when it is back goes on', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByText('No tasks yet').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Completed' }).click();
  await page.getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await page.getByText('No results for these filters').waitFor();
  await page.getByText('You are offline').waitFor({ state: 'detached' });
});

test('Chromium says that the connection is lost while code is still on its way', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.route('**/assets/{ConnectionNotice,DeletionNotice}-*', () => {});
  await page.goto(`${world.url}/tasks`, { waitUntil: 'commit' });
  await page.getByText('No tasks yet').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

const endSignIn = (page: Page) =>
  page.context().addCookies([{ name: 'session', value: 'gone', url: world.url }]);

async function signInByForm(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(tenant.admin.email);
  await page.getByLabel('Password').fill(tenant.admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('Chromium comes back to the list that it showed when the sign-in ended', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?status=open' });
  await endSignIn(page);
  await signInByForm(page);
  await page.getByText('No results for these filters').waitFor();
  assert.equal(page.url(), `${world.url}/tasks?status=open`);
  forgive(page);
});

test('Chromium comes to the page that was asked for after the sign-in had ended', async () => {
  // A page that asks for nothing by itself, so that it is the click that finds the sign-in ended.
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/audit' });
  await settle(page);
  await endSignIn(page);
  await page.getByRole('link', { name: 'API keys' }).click();
  await signInByForm(page);
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  forgive(page);
});

test('Chromium signs out', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.getByRole('button', { name: /^Menu of / }).click();
  await inspect(page, 'person-menu');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${world.url}/tasks`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
