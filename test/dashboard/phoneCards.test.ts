/* Every list on a phone: a card is at most 90 px high, so that the first screen shows several records. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, waitUntilSettled, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';
import { seedDemoAdmin } from './support/demoAdmin.ts';

const MOST_PX = 90;

/** The lists of the demo account and of the platform. */
const LISTS = {
  admin: [
    '/tasks',
    '/sessions',
    '/skills',
    '/skills?view=executions',
    '/skills?view=collections',
    '/forms?view=submissions',
    '/people',
    '/seats',
    '/connections',
    '/audit',
    '/keys',
    '/webhooks',
    '/apps',
    '/requests',
  ],
  staff: [
    '/staff/apps',
    '/staff/accounts',
    '/staff/members',
    '/staff/bundles',
    '/staff/skills',
    '/staff/mails',
  ],
};

const world = await openWorld();
const people = { admin: await seedDemoAdmin(world), staff: await world.staff() };
const chromium = await openChromium();

const HEIGHTS = `[...document.querySelectorAll('main li[data-row]')].map((card) => card.offsetHeight)`;

/** The lower edges of the word `Glasses` and of the badge beside it. */
const BOTTOMS = `(() => {
  const label = [...document.querySelectorAll('main dt')].find((term) => term.textContent === 'Glasses');
  const badge = [...label.nextElementSibling.querySelectorAll('span')].find((part) => part.textContent === 'Paired');
  return [label.firstChild, badge.lastChild].map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect().bottom;
  });
})()`;

for (const who of ['admin', 'staff'] as const) {
  const page = await openDashboard(chromium, world, people[who], { ...WIDTHS.phone, locale: 'de-DE' });
  for (const address of LISTS[who])
    test(`Chromium shows no card above ${MOST_PX} px at ${address}`, async () => {
      const heights = await measureCards(page, address);
      await inspectPage(page, `cards${address.replaceAll(/\W+/g, '-')}`);
      assert.ok(heights.length > 0, 'the list has cards');
      assert.deepEqual(
        heights.filter((height) => height > MOST_PX),
        [],
      );
    });
}

test('Chromium aligns a badge with the text beside it, and a tap shows a whole card', async () => {
  const page = await openDashboard(chromium, world, people.admin, { ...WIDTHS.phone, path: '/seats' });
  await page.locator('main li[data-row]').first().waitFor();
  const [label = 0, badge = 1] = await page.evaluate<number[]>(BOTTOMS);
  assert.ok(Math.abs(label - badge) < 1, `${label} and ${badge}`);

  await page.goto(`${world.url}/connections`);
  const card = page.locator('main li[data-row]').first();
  await card
    .getByText('Field Planner')
    .first()
    .locator('xpath=ancestor::li')
    .tap({ position: { x: 4, y: 40 } });
  const [height = 0] = await page.evaluate<number[]>(HEIGHTS);
  assert.ok(height > MOST_PX, `${height}`);
});

async function measureCards(page: Page, address: string): Promise<number[]> {
  await page.goto(world.url + address);
  await page.locator('main li[data-row]').first().waitFor();
  await waitUntilSettled(page);
  return page.evaluate<number[]>(HEIGHTS);
}
