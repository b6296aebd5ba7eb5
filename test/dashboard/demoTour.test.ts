/* With DEMO=on, every page of the navigation shows records, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { eventually } from '../../support/eventually.ts';
import { openDashboard, takeScreenshot, waitUntilSettled, pageErrorsOf } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';
import { seedDemoAdmin } from './support/demoAdmin.ts';

const world = await openWorld();
const people = { admin: await seedDemoAdmin(world), staff: await world.staff() };
const chromium = await openChromium();

const LANGUAGES = {
  en: { locale: 'en-GB', title: { admin: 'Tasks', staff: 'Accounts' }, loading: 'Loading' },
  de: { locale: 'de-DE', title: { admin: 'Aufgaben', staff: 'Konten' }, loading: 'Wird geladen' },
} as const;
const FEWEST_PAGES = { admin: 15, staff: 8 };
/** Elements that show an empty list or an error. */
const NOTHING = '[data-empty], [role="alert"]';
/** Pages that are empty without a setting, with the name of that setting, which the page must show. */
const NEEDS: Record<string, string> = { '/staff/backups': 'BACKUP_TO' };

for (const [language, { locale, title, loading }] of Object.entries(LANGUAGES))
  for (const who of ['admin', 'staff'] as const)
    test(`Chromium shows ${who} every demo page in ${language} with content and without errors`, async () => {
      const page = await openDashboard(chromium, world, people[who], { locale });
      const seen = await walk(page, `${who}-${language}`);
      assert.ok(seen.length >= FEWEST_PAGES[who], `${seen.length} pages`);
      assert.ok(seen.some((one) => one.title === title[who]));
      assert.ok(
        seen.every((one) => one.title !== loading),
        'each page was there when it was looked at',
      );
      assert.deepEqual(
        seen.filter(({ nothing, needs }) => nothing.length > 0 && needs === undefined),
        [],
      );
      for (const { address, nothing, needs = '' } of seen)
        assert.ok(nothing.join(' ').includes(needs), `${address} says that it needs ${needs}`);
      assert.deepEqual(pageErrorsOf(page), []);
      assert.equal(await page.evaluate('document.documentElement.lang'), language);
    });

test('control: an account without records has empty pages', async () => {
  const { admin } = await world.account();
  const page = await openDashboard(chromium, world, admin, { locale: 'en-GB' });
  const seen = await walk(page, 'bare');
  const empty = seen.flatMap(({ address, nothing }) => (nothing.length > 0 ? [address] : []));
  for (const address of ['/tasks', '/sessions', '/forms', '/webhooks', '/keys'])
    assert.ok(empty.includes(address), `${address} of ${empty.join(' ')}`);
});

type Seen = { address: string; title: string; nothing: string[]; needs: string | undefined };

/** Visits every page by clicking the links of the navigation. */
async function walk(page: Page, name: string): Promise<Seen[]> {
  const links = page.getByRole('navigation', { name: /^(?:Main|Hauptnavigation)$/ }).getByRole('link');
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  const seen: Seen[] = [];
  for (const link of await links.all()) {
    const address = (await link.getAttribute('href')) ?? '';
    const [before, isThere] = [await heading.textContent(), page.url() === world.url + address];
    await link.click();
    // The settings lead to their first section.
    await page.waitForURL((url) => url.pathname === address || url.pathname.startsWith(`${address}/`));
    // The URL and the document title change before the page's content does.
    if (!isThere)
      await eventually(
        () => heading.textContent(),
        (title) => title !== before,
      );
    await waitUntilSettled(page);
    await takeScreenshot(page, `demo-${name}${address.replaceAll('/', '-')}`);
    const nothing = await page.getByRole('main').locator(NOTHING).allTextContents();
    seen.push({ address, title: (await heading.textContent()) ?? '', nothing, needs: NEEDS[address] });
  }
  return seen;
}
