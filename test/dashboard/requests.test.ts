/*
 * The request log in a browser: error codes, a time range selected in the chart, and the CSV export of the same
 * rows.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { insertRequests } from '../../src/features/requests/sql/requestLog.ts';
import { toRequestRow } from '../../src/features/requests/recorder.ts';
import { newId } from '../../src/lib/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, waitUntilSettled, testDetail, WIDTHS } from '../support/dashboard.ts';
import { openFilters } from '../support/listFilters.ts';
import { openWorld } from '../support/world.ts';

const MINUTE_MS = 60_000;
const STEPS = 60;

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const chromium = await openChromium();

const now_ms = Math.floor(world.clock.now().getTime() / MINUTE_MS) * MINUTE_MS;

function requestOf(account_id: string, { is_lost, at_ms }: { is_lost: boolean; at_ms: number }) {
  const seen = {
    account_id,
    credential_id: api.key_id,
    client_id: null,
    refusal: null,
    request_id: api.key_id,
    method: 'GET',
    url: is_lost ? '/v1/api-tenant-taks' : '/v1/api-tenant-tasks',
    status: is_lost ? 404 : 200,
    ms: 5,
    address: '127.0.0.1',
    user_agent: 'test',
    body: undefined,
    answer: is_lost ? '{"error":"NOT_FOUND","message":"Path not found"}' : '{}',
  };
  return toRequestRow(seen, new Date(at_ms));
}

/** One request in each of the last 50 minutes; every tenth has an unknown path. */
await insertRequests(
  world.db,
  Array.from({ length: 50 }, (_, at) =>
    requestOf(tenant.account_id, { is_lost: at % 10 === 0, at_ms: now_ms - at * MINUTE_MS }),
  ),
);

const listOf = (page: Page) => page.getByRole('main').getByText('/v1/api-tenant-ta');
const chartOf = (page: Page) => page.getByRole('slider', { name: /^Request time range/ });

async function countRows(page: Page, count: number): Promise<void> {
  await eventually(
    () => listOf(page).count(),
    (found) => found === count,
  );
}

/** Returns the screen position of the middle of a chart step. */
async function pointOf(plot: Locator, step: number): Promise<{ x: number; y: number }> {
  const box = await plot.boundingBox();
  assert.ok(box);
  return { x: box.x + ((step + 0.5) * box.width) / STEPS, y: box.y + box.height / 2 };
}

const plotOf = (page: Page) => chartOf(page).locator('rect[class*="plot"]');

async function open(width: keyof typeof WIDTHS): Promise<Page> {
  const page = await openDashboard(chromium, world, tenant.admin, {
    path: '/requests?span=hour',
    ...WIDTHS[width],
  });
  await countRows(page, 25);
  await plotOf(page).waitFor();
  await waitUntilSettled(page);
  return page;
}

function assertRange(page: Page, first: number, last: number): void {
  const { searchParams } = new URL(page.url());
  const at = (step: number) => now_ms - (STEPS - 1 - step) * MINUTE_MS;
  assert.equal(searchParams.get('from'), new Date(at(first)).toISOString());
  assert.equal(searchParams.get('to'), new Date(at(last + 1) - 1).toISOString());
}

test('Chromium shows the error code, and selects a time range by mouse and by fields and saves it', async () => {
  const page = await open('desktop');
  await page.getByText('NOT_FOUND', { exact: true }).first().waitFor();

  const [from, to] = [await pointOf(plotOf(page), 54), await pointOf(plotOf(page), 50)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await countRows(page, 5);
  assertRange(page, 50, 54);
  await inspectPage(page, 'requests-chosen-desktop');

  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  assert.equal(saved.trimEnd().split('\r\n').length, 6);

  const start = new Date(now_ms - 2 * MINUTE_MS).toISOString().slice(0, 16);
  await page.getByRole('button', { name: 'Reset time range' }).click();
  await countRows(page, 25);
  const panel = await openFilters(page);
  await panel.getByLabel('From').fill(start);
  await countRows(page, 3);
  await panel.getByLabel('To').fill(start);
  await countRows(page, 1);
  assertRange(page, 57, 57);
});

testDetail('Chromium shows whole numbers beside the bars of thousands of requests, phone', async () => {
  const busy = await world.account();
  const request = requestOf(busy.account_id, { is_lost: false, at_ms: now_ms });
  await insertRequests(
    world.db,
    Array.from({ length: 4_000 }, () => ({ ...request, id: newId(new Date(now_ms)) })),
  );
  const page = await openDashboard(chromium, world, busy.admin, {
    path: '/requests?span=hour',
    ...WIDTHS.phone,
  });
  const highest = chartOf(page).getByText('4,000', { exact: true });
  await highest.waitFor();
  const [number, chart] = [await highest.boundingBox(), await chartOf(page).boundingBox()];
  assert.ok(number && chart && number.x >= chart.x);
});

testDetail(
  'Chromium selects a time range by keyboard: arrows move it, Shift extends it, Escape cancels it',
  async () => {
    const page = await open('desktop');
    await chartOf(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    const words = await chartOf(page).getAttribute('aria-valuetext');
    assert.match(words ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:00 UTC to \d{4}-\d\d-\d\d \d\d:\d\d:59 UTC$/);
    assert.equal(new URL(page.url()).searchParams.has('from'), false);
    await page.keyboard.press('Escape');
    assert.equal(await chartOf(page).getAttribute('aria-valuetext'), 'The whole time span');
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await countRows(page, 2);
    assertRange(page, 58, 59);
  },
);

testDetail('Chromium selects a time range by touch, phone', async () => {
  const page = await open('phone');
  const touches = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints });
  await plotOf(page).scrollIntoViewIfNeeded();
  await touch('touchStart', [await pointOf(plotOf(page), 40)]);
  for (const step of [42, 46, 49]) await touch('touchMove', [await pointOf(plotOf(page), step)]);
  await touch('touchEnd', []);
  await countRows(page, 10);
  assertRange(page, 40, 49);
  await inspectPage(page, 'requests-chosen-phone');
});
