import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../../support/chromium.ts';
import { inspectPage, openDashboard, waitUntilSettled, WIDTHS, storyLooks } from '../../support/dashboard.ts';
import { dashboardTexts } from '../../support/languageTexts.ts';
import { openWorld } from '../../support/world.ts';

const germanTexts = await dashboardTexts('de');
const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const api = await tenant.api();
await api.post('/v1/api-tenant-tasks', { title: 'Pumpe prüfen', priority: 'urgent' });
const staff = await world.staff();
const chromium = await openChromium();

const GERMAN = { locale: 'de-DE' };
/** English texts whose German translation differs. */
const ENGLISH = new Set(
  Object.entries(germanTexts).flatMap(([text, translation]) => (text === translation ? [] : [text])),
);
const SEEN = `[...document.querySelectorAll('body *')].flatMap((element) => [
  ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()),
  ...['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
])`;

const LINKS = `[...document.querySelectorAll('nav nav a')].map((link) => link.getAttribute('href'))`;

const readers = [
  ['an admin', tenant.admin],
  ['a staff member', staff],
] as const;

for (const [who, person] of readers)
  test(`Chromium shows all pages of ${who} in German`, async () => {
    const page = await openDashboard(chromium, world, person, GERMAN);
    const paths = await page.evaluate<string[]>(LINKS);
    assert.ok(paths.length > 8);
    for (const path of paths) {
      await page.goto(`${world.url}${path}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await waitUntilSettled(page);
      assert.deepEqual(await listEnglish(page), [], path);
    }
  });

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  for (const path of ['/', '/tasks', '/webhooks', '/settings/profile', '/settings/account'])
    test(`Chromium shows German texts on ${path} without overflow, ${width}`, async () => {
      const page = await openDashboard(chromium, world, tenant.admin, { ...options, ...GERMAN });
      await page.goto(`${world.url}${path}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await inspectPage(page, `german-${path.slice(1).replaceAll('/', '-') || 'home'}-${width}`);
    });

test('Chromium describes the scopes of a key in German', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/keys?new=1', ...GERMAN });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'read:tasks: Aufgaben sehen' }).waitFor();
  assert.equal(await dialog.getByRole('checkbox', { name: 'See ' }).count(), 0);
});

test('Chromium confirms an invitation in German', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/people?new=1', ...GERMAN });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Vollständiger Name').fill('Zoë');
  await dialog.getByLabel('E-Mail-Adresse').fill('zoe@example.com');
  await dialog.getByRole('button', { name: 'Einladung senden' }).click();
  await page.getByText('Eine Einladung wurde an zoe@example.com gesendet').waitFor();
});

test('Chromium changes the language by the menu, and keeps it', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, GERMAN);
  await page.getByText('Hallo, ').waitFor();
  await page.getByRole('button', { name: 'Menü von' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByText('Hello, ').waitFor();
  await page.goto(`${world.url}/tasks`);
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await page.getByRole('button', { name: 'Menu of' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Aufgaben', level: 1 }).waitFor();
});

test('control: a text that stayed English is detected', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.getByText('Needs attention').waitFor();
  assert.ok((await listEnglish(page)).includes('Needs attention'));
});

async function listEnglish(page: Page): Promise<string[]> {
  const seen = await page.evaluate<string[]>(SEEN);
  // The settings name each language in that language.
  return seen.filter((text) => ENGLISH.has(text) && text !== 'English');
}
