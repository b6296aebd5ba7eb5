/* No animation runs for users who prefer reduced motion. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { openDashboard } from '../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { openWorld } from '../support/world.ts';

const MOVING = 'document.getAnimations().filter((one) => one.playState === "running").length';

const world = await openWorld();
const tenant = await world.account();
const chromium = await openChromium();

/** Opens a list whose rows never arrive, so that it shows animated placeholders. */
async function openWaitingList(reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
  const page = await openDashboard(chromium, world, tenant.admin, { reducedMotion });
  await page.route('**/console/v1/tasks**', () => {});
  await page.goto(`${world.url}/tasks`);
  await page.getByLabel('Loading').first().waitFor();
  return page;
}

test('placeholders of a list are not animated for users who prefer reduced motion', async () => {
  const page = await openWaitingList('reduce');
  await eventually(
    () => page.evaluate<number>(MOVING),
    (moving) => moving === 0,
  );
  assert.ok(await page.getByLabel('Loading').first().isVisible(), 'they are still there');
});

test('control: placeholders are animated for other users', async () => {
  const page = await openWaitingList('no-preference');
  await eventually(
    () => page.evaluate<number>(MOVING),
    (moving) => moving > 0,
  );
  await page.waitForTimeout(1_000);
  assert.ok((await page.evaluate<number>(MOVING)) > 0, 'and go on');
});
