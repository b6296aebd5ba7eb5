import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { memberOf } from '../support/memberOf.ts';
import {
  clearPageErrors,
  inspectPage,
  openDashboard,
  waitUntilSettled,
  stopClock,
  WIDTHS,
  storyLooks,
} from '../support/dashboard.ts';
import { chooseFilter } from '../support/listFilters.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const member = await memberOf(tenant);
const colleague = await world.staff();
const chromium = await openChromium();

test('Chromium supports the keyboard: skip link, search, shortcuts and their list', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await stopClock(page);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await page.waitForFunction("document.activeElement.textContent === 'Skip to content'");
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Go to API keys').waitFor();
  await inspectPage(page, 'shortcuts');
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

test('Chromium ignores a letter without a preceding g on a new page', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await stopClock(page);
  await page.goto(`${world.url}/tasks`);
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await page.keyboard.press('a');
  await waitUntilSettled(page);
  assert.equal(new URL(page.url()).pathname, '/tasks');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
});

test('Chromium recognizes g and a letter although the page changed between the two keys', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, WIDTHS.phone);
  await stopClock(page);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitUntilSettled(page);
  await page.keyboard.press('g');
  await page.getByRole('button', { name: 'Navigation', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
});

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium shows a new account, ${width}, light and dark`, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openDashboard(chromium, world, tenant.admin, { ...options, colorScheme });
      await page
        .getByText(/^[01] of 4 done$/)
        .first()
        .waitFor();
      await page.getByRole('img', { name: 'Tasks created, each of the last 14 days' }).waitFor();
      await inspectPage(page, `home-${width}-${colorScheme}`);
      await page.goto(`${world.url}/nowhere`);
      await page.getByText('This page does not exist').waitFor();
      await inspectPage(page, `missing-${width}-${colorScheme}`);
    }
  });

test('Chromium shows members and staff only their own pages', async () => {
  const page = await openDashboard(chromium, world, member);
  const main = page.getByRole('navigation', { name: 'Main' });
  assert.equal(await main.getByRole('link', { name: 'API keys' }).count(), 0);
  assert.equal(await main.getByRole('link', { name: 'Tasks' }).count(), 1);
  const staff = await openDashboard(chromium, world, colleague);
  await staff.getByText('Work for the staff, and the state of the installation.').waitFor();
  assert.equal(await staff.getByRole('link', { name: 'Tasks' }).count(), 0);
  await inspectPage(staff, 'staff');
});

test('control: Chromium detects low contrast and missing names', async () => {
  const page = await openDashboard(chromium, world, member);
  await inspectPage(page, 'before');
  await page.evaluate(`
    const pale = Object.assign(document.createElement('p'), { textContent: 'Hard to read' });
    Object.assign(pale.style, { color: '#eee', background: '#fff' });
    document.querySelector('main').prepend(pale, document.createElement('button'));`);
  await assert.rejects(inspectPage(page, 'after'), /button-name[^]*color-contrast/);
});

test('Chromium keeps the chosen colour scheme', async () => {
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

test('Chromium reports a lost connection, and continues when it is back', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  const preloaded = page.waitForResponse(/FilterPopover-.*js$/);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByText('No tasks yet').waitFor();
  await preloaded;
  await waitUntilSettled(page);
  await page.context().setOffline(true);
  await chooseFilter(page, 'Status', 'Completed');
  await page.getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await page.getByText('No results for these filters').waitFor();
  await page.getByText('You are offline').waitFor({ state: 'detached' });
});

test('Chromium reports a lost connection while code is loading', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.route('**/assets/{ConnectionNotice,AccountDeletionNotice}-*', () => {});
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

test('Chromium returns to the previous list after the sign-in ended', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks?status=open' });
  await endSignIn(page);
  await signInByForm(page);
  await page.getByText('No results for these filters').waitFor();
  assert.equal(page.url(), `${world.url}/tasks?status=open`);
  clearPageErrors(page);
});

test('Chromium opens the requested page after a new sign-in', async () => {
  // This page does not poll, so only the click detects that the sign-in has ended.
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/audit' });
  await waitUntilSettled(page);
  await endSignIn(page);
  await page.getByRole('link', { name: 'API keys' }).click();
  await signInByForm(page);
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  clearPageErrors(page);
});

test('Chromium signs out', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.getByRole('button', { name: /^Menu of / }).click();
  await inspectPage(page, 'person-menu');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${world.url}/tasks`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
