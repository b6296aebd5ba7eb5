import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openChromium } from '../support/chromium.ts';
import { consoleOf } from '../../support/console.ts';
import { inspect, openDashboard, settle, WIDTHS } from '../support/dashboard.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const receiver = await openReceiver();
after(() => receiver.close());
const tenants = { desktop: await world.account(), phone: await world.account() };
const admins = {
  desktop: await consoleOf(world, tenants.desktop.admin),
  phone: await consoleOf(world, tenants.phone.admin),
};
const chromium = await openChromium();

const MOST_TABS = 60;

/** Activates an element: by keyboard on the desktop, by touch on a phone. */
const WAYS = {
  desktop: async (page: Page, target: Locator) => {
    for (let at = 0; at < MOST_TABS; at += 1) {
      if (await target.evaluate((element) => element.matches(':focus'))) return page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
    }
    throw new Error('never reached by Tab');
  },
  phone: (_page: Page, target: Locator) => target.tap(),
};

for (const width of ['desktop', 'phone'] as const)
  test(`Chromium shows the first steps, which complete automatically, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, WIDTHS[width]);
    const steps = page.getByRole('group', { name: 'Developers' });
    await steps.getByText('0 of 4 done').waitFor();
    await inspect(page, `home-first-${width}`);
    const follow = async (name: string, to: RegExp) => {
      await page.goto(`${world.url}/`);
      const link = steps.getByRole('link', { name });
      await link.waitFor();
      // A tap misses a link that is still moving.
      await settle(page);
      await WAYS[width](page, link);
      await page.waitForURL(to);
    };

    await follow('Create an API key', /\/keys$/);
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await follow('Send a first request', /\/docs#get-api-tenant-tasks$/);
    await page.locator('#get-api-tenant-tasks').waitFor();
    await follow('Receive a first event', /\/webhooks$/);
    await follow('Add a webhook endpoint', /\/webhooks$/);
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();

    const endpoint = { url: `${receiver.url}/${width}`, events: ['task.created'] };
    const { body } = await admins[width].post('/endpoints', endpoint);
    await follow('Receive a first event', new RegExp(`/webhooks/${body.id}$`));
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('menuitem', { name: 'task.created' }).click();
    sender.wake();
    const drawer = page.getByRole('dialog', { name: 'task.created' });
    await drawer.getByText('Delivered · 204').waitFor();
    await page.goBack();
    await page.goBack();
    await steps.getByText('2 of 4 done').waitFor();
    assert.equal(await steps.getByText('Done', { exact: true }).count(), 2);
    await inspect(page, `home-begun-${width}`);
  });

test('Chromium links the number of overdue tasks to their list', async () => {
  const dueIn = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString();
  await admins.desktop.post('/tasks', { title: 'Bleed the brakes', due_date: dueIn(-1) });
  await admins.desktop.post('/tasks', { title: 'Oil the press', due_date: dueIn(1) });
  const page = await openDashboard(chromium, world, tenants.desktop.admin);
  await page.getByRole('link', { name: '1 task is overdue' }).click();
  await page.waitForURL(/\/tasks\?due=overdue$/);
  await page.getByText('Bleed the brakes').waitFor();
  await inspect(page, 'tasks-overdue');
  assert.equal(await page.getByText('Oil the press').count(), 0);
});
