/*
 * The end of a list of which the server searched only the newest part: it shows the time and a button for older
 * rows.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { MOST_SEARCHED } from '../../src/lib/sql/logSearch.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { momentOfRow, writeLongLog } from '../support/longLogs.ts';
import { openWorld } from '../support/world.ts';

const LOOKS = {
  desktop: { ...WIDTHS.desktop, locale: 'en-GB' },
  phone: { ...WIDTHS.phone, locale: 'de-DE', colorScheme: 'dark' },
} as const;

const WORDS = {
  desktop: {
    nothing: 'No results in the searched period',
    older: 'Search further back',
    back: /^Searched back to 2 March 2026 at 06:13\.$/,
    filters: 'No results for these filters',
  },
  phone: {
    nothing: 'Keine Ergebnisse im durchsuchten Zeitraum',
    older: 'Weiter zurück suchen',
    back: /^Durchsucht bis 2\. März 2026 um 06:13\.$/,
    filters: 'Keine Ergebnisse für diese Filter',
  },
} as const;

const world = await openWorld();
const tenant = await world.account();
for (const table of ['request_log', 'audit_entries'] as const)
  await writeLongLog(world, { table, account_id: tenant.account_id });
const chromium = await openChromium();
const UNREAD = momentOfRow(world, MOST_SEARCHED + 1);

const toOf = (page: Page) => new URL(page.url()).searchParams.get('to');

for (const [width, options] of Object.entries(storyLooks(LOOKS)) as [keyof typeof LOOKS, object][]) {
  const words = WORDS[width];
  test(`Chromium finds nothing in the searched part of the requests, and a row in the older one, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: '/requests?method=DELETE',
      ...options,
    });
    await page.getByText(words.nothing).waitFor();
    await page.getByText(words.back).waitFor();
    assert.equal(await page.getByText(words.filters).count(), 0);
    await inspectPage(page, `searched-nothing-${width}`);
    await page.getByRole('button', { name: words.older }).click();
    await page.getByRole('main').getByText('/v1/api-tenant-tasks').first().waitFor();
    assert.equal(toOf(page), UNREAD);
    assert.equal(await page.getByText(words.back).count(), 0);
    await page.goBack();
    await page.getByText(words.nothing).waitFor();
  });

  test(`Chromium continues from the last page of the searched audit entries to older entries, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: `/audit?offset=${MOST_SEARCHED - 25}`,
      ...options,
    });
    await page.getByText(words.back).waitFor();
    assert.equal(await page.locator('[data-row]').count(), 25);
    await inspectPage(page, `searched-back-${width}`);
    await page.getByRole('button', { name: words.older }).click();
    await page.getByText(words.back).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.has('offset'), false);
    // The sign-ins of this test are among the newest rows and shift the boundary.
    assert.ok((toOf(page) ?? '') >= UNREAD && (toOf(page) ?? '') < momentOfRow(world, MOST_SEARCHED - 10));
    await page.locator('[data-row]').first().waitFor();
    await inspectPage(page, `searched-older-${width}`);
  });
}
