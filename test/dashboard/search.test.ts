import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks, testDetail } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
await api.post('/v1/api-tenant-tasks', { title: 'Grease the zither', external_id: 'WO-4711' });
await api.post('/v1/api-tenant-tasks', {
  title: 'Grease the zither',
  assigned_to: tenant.admin_id,
  due_date: '2031-12-04T10:00:00.000Z',
});
const chromium = await openChromium();

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });

const LOOKS = {
  'desktop-light': { ...WIDTHS.desktop, colorScheme: 'light' },
  'phone-dark': { ...WIDTHS.phone, colorScheme: 'dark' },
} as const;

for (const [look, options] of Object.entries(storyLooks(LOOKS)))
  test(`Chromium finds a record, a page and an action, ${look}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, options);
    await page.getByRole('button', { name: 'Search …' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('option', { name: 'Create key' }).waitFor();
    await inspectPage(page, `search-${look}`);
    await page.keyboard.type('gre');
    const dated = /^Grease the zither Task · Open · .+ · Due Dec 4, 2031$/;
    await dialog.getByRole('option', { name: dated, selected: true }).waitFor();
    await inspectPage(page, `search-found-${look}`);
    await page.keyboard.press('ArrowDown');
    const referred = 'Grease the zither Task · WO-4711 · Open';
    await dialog.getByRole('option', { name: referred, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Grease the zither' }).waitFor();
    await page.keyboard.press('Control+k');
    const recent = dialog.getByRole('group', { name: 'Recent' }).getByRole('option').first();
    await recent.waitFor();
    assert.equal(await recent.textContent(), 'Grease the zither Task · WO-4711');
    await page.keyboard.type('zith wo');
    await dialog.getByRole('group', { name: 'Recent' }).getByRole('option', { name: referred }).waitFor();
    await dialog.getByRole('combobox').fill('xyzzy');
    await dialog.getByText('No results for “xyzzy”').waitFor();
    await inspectPage(page, `search-nothing-${look}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('dialog', { name: 'Grease the zither' }).count(), 1);
  });

for (const [width, { viewport }] of Object.entries(storyLooks(WIDTHS)))
  testDetail(
    `Chromium opens a record with five keystrokes, faster than the server answers, ${width}`,
    async () => {
      const page = await openDashboard(chromium, world, tenant.admin, { viewport });
      await page.route(/\/console\/v1\/search/, async (route) => {
        await page.waitForTimeout(300);
        await route.continue();
      });
      for (const key of ['/', 'z', 'i', 't', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('dialog', { name: 'Grease the zither' }).waitFor();
      await inspectPage(page, `search-five-keys-${width}`);
    },
  );
