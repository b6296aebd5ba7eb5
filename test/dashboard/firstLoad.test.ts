/*
 * Bytes and requests of the first visit: `npm test -- test/dashboard/firstLoad.test.ts` prints them for each page. The
 * charts are not counted, because a page is complete and usable before its charts arrive; the last test checks that.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { openDashboard, waitUntilSettled, signIn, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const MOST_BYTES = 250_000;
const MOST_REQUESTS = 25;
const PAGES = [
  ['/', WIDTHS.desktop],
  ['/', WIDTHS.phone],
  ['/reports', WIDTHS.desktop],
  ['/tasks', WIDTHS.desktop],
  ['/tasks', WIDTHS.phone],
  ['/sessions', WIDTHS.desktop],
  ['/people', WIDTHS.desktop],
  ['/webhooks', WIDTHS.desktop],
  ['/seats', WIDTHS.desktop],
  ['/skills', WIDTHS.desktop],
] as const;
/** The files of the charts. */
const CHART = /\/assets\/(?:TrendChart|CountAxis)-/;
/** The pages with charts, and a region below or beside them. */
const PAGES_WITH_CHARTS = [
  ['/', 'Activity'],
  ['/reports', 'Figures'],
] as const;
/** Timers of a second and more never fire: they preload and poll after the first load. */
const WITHOUT_LATER_WORK = `
  const start = window.setTimeout.bind(window);
  window.setTimeout = (work, ms, ...given) => (ms >= 1_000 ? 0 : start(work, ms, ...given));
`;

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
for (let at = 1; at <= 30; at++) await api.post('/v1/tasks', { title: `Replace pump ${at}` });
const chromium = await openChromium();

for (const [path, look] of PAGES)
  test(`Chromium loads ${path} with at most 250 KB in 25 requests, ${look.viewport.width} px`, async (t) => {
    const { load } = await openWithEmptyCache(path, look);
    const page = load.filter(({ url }) => !CHART.test(url));
    const bytes = sumBytes(page);
    t.diagnostic(`${bytes} bytes in ${page.length} requests, charts ${sumBytes(load) - bytes} bytes`);
    const listed = page.map((each) => `${each.bytes} ${each.url}`).join('\n');
    assert.ok(bytes > 100_000 && bytes <= MOST_BYTES, `${bytes} bytes:\n${listed}`);
    assert.ok(page.length <= MOST_REQUESTS, `${page.length} requests:\n${listed}`);
  });

test('Chromium loads the chart of Home when the user scrolls to it', async () => {
  const { page, load } = await openWithEmptyCache('/', WIDTHS.phone);
  assert.ok(load.every(({ url }) => !CHART.test(url)));
  await page.getByRole('region', { name: 'Activity', exact: true }).scrollIntoViewIfNeeded();
  await page.locator('.recharts-surface').first().waitFor();
  assert.ok(load.some(({ url }) => CHART.test(url)));
});

for (const [path, region] of PAGES_WITH_CHARTS)
  test(`Chromium shows ${path} before its charts, and nothing moves when they arrive`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/keys' });
    const charts = Promise.withResolvers<void>();
    await page.route(CHART, async (route) => {
      await charts.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(CHART);
    await page.goto(world.url + path);
    await page.getByRole('region', { name: region, exact: true }).scrollIntoViewIfNeeded();
    await asked;
    const before = await page.getByRole('main').boundingBox();
    assert.equal(await page.locator('.recharts-surface').count(), 0);
    charts.resolve();
    await page.locator('.recharts-surface').first().waitFor();
    await waitUntilSettled(page);
    assert.deepEqual(await page.getByRole('main').boundingBox(), before);
  });

type Look = (typeof WIDTHS)[keyof typeof WIDTHS];
type Load = { url: string; bytes: number }[];

async function openWithEmptyCache(path: string, look: Look): Promise<{ page: Page; load: Load }> {
  const context = await chromium.newContext(look);
  await context.addCookies(await signIn(world, tenant.admin));
  const page = await context.newPage();
  await page.addInitScript(WITHOUT_LATER_WORK);
  const load = await recordLoad(page);
  await page.goto(world.url + path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await waitUntilSettled(page);
  return { page, load };
}

/** Returns the bytes of each request on the network: the head and the compressed body. */
async function recordLoad(page: Page): Promise<Load> {
  const load: Load = [];
  const urls = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? requestId;
    if (url.startsWith('http')) load.push({ url, bytes: encodedDataLength });
  });
  return load;
}

function sumBytes(load: Load): number {
  return load.reduce((sum, { bytes }) => sum + bytes, 0);
}
