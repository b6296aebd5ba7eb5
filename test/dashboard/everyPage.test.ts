/*
 * Every page of the navigation with the records of a demo account: no axe findings, and no page wider than the
 * screen. The first tier visits each page in two looks, which together cover both languages, widths and themes;
 * `test:all` visits all eight.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import {
  findAxeFindings,
  findOverflow,
  openDashboard,
  waitUntilSettled,
  storyLooks,
  WIDTHS,
} from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';
import { seedDemoAdmin } from './support/demoAdmin.ts';

type Look = { width: keyof typeof WIDTHS; theme: 'light' | 'dark' };

const LOOKS: readonly Look[] = [
  { width: 'desktop', theme: 'light' },
  { width: 'phone', theme: 'dark' },
  { width: 'desktop', theme: 'dark' },
  { width: 'phone', theme: 'light' },
];
/** The look in the first tier, by language. */
const FIRST_LOOKS: Record<string, Look> = {
  'en-GB': { width: 'desktop', theme: 'light' },
  'de-DE': { width: 'phone', theme: 'dark' },
};
const LOOK_MS = 50;
const FEWEST_PAGES = { admin: 15, staff: 8 };

const world = await openWorld();
const people = { admin: await seedDemoAdmin(world), staff: await world.staff() };
const chromium = await openChromium();
const is_whole = Object.keys(storyLooks(WIDTHS)).length > 1;

for (const [who, person] of Object.entries(people))
  for (const [locale, first_look] of Object.entries(FIRST_LOOKS)) {
    const page = await openDashboard(chromium, world, person, { locale });
    const addresses = await page
      .locator('nav nav a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

    const titles = new Set<string>();

    test(`Chromium shows ${who} every page, ${locale}`, () =>
      assert.ok(addresses.length >= FEWEST_PAGES[who as keyof typeof people], addresses.join(' ')));

    for (const address of addresses)
      test(`Chromium finds no accessibility fault and no overflow at ${address} for ${who}, ${locale}`, async () => {
        await followLink(page, address, titles);
        for (const look of is_whole ? LOOKS : [first_look])
          assert.deepEqual(await findFaults(page, look), []);
      });
  }

/**
 * Clicks a link of the navigation, because loading the application and axe again takes longer than a page. The
 * viewport is wide for the click, because phones hide the navigation. Each page has its own title, so a new title
 * means that the page is shown.
 */
async function followLink(page: Page, address: string, titles: Set<string>): Promise<void> {
  await page.setViewportSize(WIDTHS.desktop.viewport);
  await page.locator(`nav a[href="${address}"]`).click();
  // The settings open their first section.
  await page.waitForURL((url) => url.pathname.startsWith(address));
  const title = await eventually(
    () => page.title(),
    (shown) => !titles.has(shown),
    undefined,
    LOOK_MS,
  );
  titles.add(title);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

async function findFaults(page: Page, { width, theme }: Look): Promise<string[]> {
  await page.setViewportSize(WIDTHS[width].viewport);
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
  await waitUntilSettled(page);
  const findings = [...(await findOverflow(page)), ...(await findAxeFindings(page))];
  return findings.map((finding) => `${width} ${theme} ${finding}`);
}
