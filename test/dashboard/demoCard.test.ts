/** The sign-in page of the demo offers its sign-ins, and a card on the home page suggests what to try. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { seedDemo } from '../../src/demo/demo.ts';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { noteSecret } from '../../support/secrets.ts';
import { openChromium } from '../support/chromium.ts';
import {
  inspectPage,
  openDashboard,
  takeScreenshot,
  waitUntilSettled,
  storyLooks,
  testDetail,
  WIDTHS,
} from '../support/dashboard.ts';
import { openWorld, startNode } from '../support/world.ts';

const world = await openWorld();
world.clock.advance(Date.now() - world.clock.now().getTime());
const demo = await seedDemo(world.platform(), () => {});
if (!demo) throw new Error('the demo was not seeded');
for (const { password } of demo.sign_ins) noteSecret(password);
const reader = createDocumentReader();
await DOCUMENT_QUEUE.run({ db: world.db, clock: world.clock, files: world.files, reader });
await reader.close();
const [admin, member, staff] = demo.sign_ins;
if (!admin || !member || !staff) throw new Error('a sign-in of the demo is missing');
const node = await startNode({ db: world.db, tools: { ...world.tools, demo } }, 0);
after(() => node.close());
const local = { ...world, url: node.server.listeningOrigin };
const own = await world.account();
const chromium = await openChromium();

const cardOf = (page: Page) => page.getByRole('region', { name: 'Try the demo' });

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium signs in to the demo with one click and tries five things, ${width}`, async () => {
    const context = await chromium.newContext({ reducedMotion: 'reduce', ...options });
    after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${local.url}/sign-in`);
    await page.getByRole('heading', { name: 'Try the demo' }).waitFor();
    await takeScreenshot(page, `demo-sign-in-${width}`);
    await page.getByRole('button', { name: `Sign in ${admin.email}` }).click();
    await cardOf(page).getByRole('link').nth(4).waitFor();
    const links = await cardOf(page).getByRole('link').all();
    assert.equal(links.length, 5);
    for (const [at] of links.entries()) {
      await cardOf(page).getByRole('link').nth(at).click();
      await cardOf(page).waitFor({ state: 'detached' });
      await waitUntilSettled(page);
      assert.equal(await page.getByRole('main').locator('[data-empty]').count(), 0, page.url());
      await page.goto(local.url);
      await cardOf(page).waitFor();
    }
  });

  test(`Chromium hides the card of the demo permanently in this browser, ${width}`, async () => {
    const page = await openDashboard(chromium, local, admin, options);
    await cardOf(page).getByRole('link', { name: 'Review a procedure' }).waitFor();
    await inspectPage(page, `demo-home-${width}`);
    await page.getByRole('button', { name: 'Hide: Try the demo' }).focus();
    await page.keyboard.press('Enter');
    await cardOf(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Recent activity' }).waitFor();
    assert.equal(await cardOf(page).count(), 0);
    await inspectPage(page, `demo-home-hidden-${width}`);
  });
}

testDetail('Chromium shows a member of the demo five things in German', async () => {
  const page = await openDashboard(chromium, local, member, { locale: 'de-DE' });
  const card = page.getByRole('region', { name: 'Demo ausprobieren' });
  await card.getByRole('link', { name: 'Status einer Aufgabe ändern' }).waitFor();
  assert.equal(await card.getByRole('link').count(), 5);
  await inspectPage(page, 'demo-member-de');
});

testDetail('Chromium shows the sign-ins of the demo in German, on a phone', async () => {
  const context = await chromium.newContext({ ...WIDTHS.phone, locale: 'de-DE' });
  after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${local.url}/sign-in`);
  await page.getByText('Seine Anmeldedaten werden nur auf diesem Computer angezeigt.').waitFor();
  await takeScreenshot(page, 'demo-sign-in-de');
});

testDetail(
  'control: no card for another account, for staff, and for an installation without a demo',
  async () => {
    for (const [where, person] of [
      [local, own.admin],
      [local, staff],
      [world, admin],
    ] as const) {
      const page = await openDashboard(chromium, where, person);
      await waitUntilSettled(page);
      await page.getByRole('region', { name: 'Needs attention' }).waitFor();
      assert.equal(await cardOf(page).count(), 0);
    }
  },
);
