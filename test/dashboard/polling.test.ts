import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { consoleOf } from '../../support/console.ts';
import { openDashboard, settle } from '../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const endpoint = { url: 'https://93.184.215.14/hook', events: ['task.created'] };
const { id } = (await admin.post('/endpoints', endpoint)).body;
const chromium = await openChromium();

/** Deliveries are asked for every 2.5 s. */
const WATCHED_MS = 6_500;

test('Chromium asks for what is live while the page is seen, and for nothing while it is hidden', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.goto(`${world.url}/webhooks/${id}`);
  await page.getByText('Nothing sent yet').waitFor();
  await settle(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await page.waitForTimeout(WATCHED_MS);
  assert.ok(count(asked, '/console/v1/deliveries') >= 2, `seen: ${asked.join(' ')}`);

  await show(page, 'hidden');
  await settle(page);
  asked.length = 0;
  await page.waitForTimeout(WATCHED_MS);
  assert.deepEqual(asked, []);

  await show(page, 'visible');
  await eventually(
    () => count(asked, '/console/v1/deliveries'),
    (times) => times >= 2,
    WATCHED_MS,
  );
});

function count(paths: readonly string[], path: string): number {
  return paths.filter((each) => each === path).length;
}

/** Headless Chromium reports every page as visible, so the test sets the visibility. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${state === 'hidden'} });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);
}
