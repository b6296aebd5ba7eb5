/* Every page of the navigation, with the records of a demo account, without a finding of axe in light and in dark. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { findFindings, openDashboard, settle } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';
import { seedDemoAdmin } from './support/demoAdmin.ts';

const world = await openWorld();
const people = { admin: await seedDemoAdmin(world), staff: await world.staff() };
const chromium = await openChromium();
const FEWEST_PAGES = { admin: 15, staff: 8 };

for (const [who, person] of Object.entries(people)) {
  const page = await openDashboard(chromium, world, person);
  const addresses = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

  test(`Chromium leads ${who} to every page`, () =>
    assert.ok(addresses.length >= FEWEST_PAGES[who as keyof typeof people], addresses.join(' ')));

  for (const address of addresses)
    test(`Chromium finds no barrier at ${address} for ${who}, light and dark`, async () => {
      await page.goto(world.url + address);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(await lookAt(page), []);
    });
}

async function lookAt(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await settle(page);
    for (const finding of await findFindings(page)) found.push(`${colorScheme} ${finding}`);
  }
  return found;
}
