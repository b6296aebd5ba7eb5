import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openChromium } from '../support/chromium.ts';
import { consoleOf } from '../../support/console.ts';
import {
  inspectPage,
  openDashboard,
  waitUntilSettled,
  storyLooks,
  testDetail,
  WIDTHS,
} from '../support/dashboard.ts';
import { memberOf } from '../support/memberOf.ts';
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
const HOSTILE = '<b>Ana</b> \u202Ezaid\u202C ' + 'x'.repeat(90);
const busy = await world.account();
const mira = await memberOf(busy, 'Mira Member');
const ana = await busy.device({ user_id: await busy.user(HOSTILE) });
const session_name = '"><script>alert(1)</script>';
await ana.post('/device/v1/sessions', { role: 'trainer', session_name });
const owner = await consoleOf(world, busy.admin);
const members = (await owner.get('/people?search=Mira')).body.people;
const yesterday = new Date(world.clock.now().getTime() - DAY_MS).toISOString();
const overdue = { title: '<i>Grease</i> the chain', due_date: yesterday, assigned_to: members[0].id };
await owner.post('/tasks', overdue);

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
    await inspectPage(page, `home-first-${width}`);
    const follow = async (name: string, to: RegExp) => {
      await page.goto(`${world.url}/`);
      const link = steps.getByRole('link', { name });
      await link.waitFor();
      // A tap misses a link that is still moving.
      await waitUntilSettled(page);
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
    await inspectPage(page, `home-begun-${width}`);
  });

test('Chromium links the number of overdue tasks to their list', async () => {
  const dueIn = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString();
  await admins.desktop.post('/tasks', { title: 'Bleed the brakes', due_date: dueIn(-1) });
  await admins.desktop.post('/tasks', { title: 'Oil the press', due_date: dueIn(1) });
  const page = await openDashboard(chromium, world, tenants.desktop.admin);
  await page.getByRole('link', { name: '1 task is overdue' }).click();
  await page.waitForURL(/\/tasks\?due=overdue$/);
  await page.getByText('Bleed the brakes').waitFor();
  await inspectPage(page, 'tasks-overdue');
  assert.equal(await page.getByText('Oil the press').count(), 0);
});

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium shows an admin first the problems, the running sessions and the recent activity, ${width}`, async () => {
    const page = await openDashboard(chromium, world, busy.admin, options);
    const training = page.getByRole('region', { name: 'Training now' });
    await training.getByText('teaches').waitFor();
    const recent = page.getByRole('region', { name: 'Recent activity' });
    await recent.getByRole('link', { name: '<i>Grease</i> the chain' }).waitFor();
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    assert.deepEqual(headings.slice(0, 3), ['Needs attention', 'Training now', 'Getting started']);
    await inspectPage(page, `home-busy-${width}`);
    await training.getByRole('link', { name: session_name }).click();
    await page.getByRole('dialog', { name: session_name }).waitFor();
    await page.goto(world.url);
    await training.getByRole('link', { name: HOSTILE }).click();
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
  });

  test(`Chromium shows a member first their overdue tasks, and new activity without a reload, ${width}`, async () => {
    const page = await openDashboard(chromium, world, mira, { ...options, locale: 'de-DE' });
    const region = (name: string) => page.getByRole('region', { name });
    await region('Handlungsbedarf').getByRole('link', { name: '1 Ihrer Aufgaben ist überfällig' }).waitFor();
    await region('Aktuelle Trainings').getByText('schult').waitFor();
    const title = `Fill the tank, ${width}`;
    await owner.post('/tasks', { title });
    await region('Letzte Aktivität').getByRole('link', { name: title }).waitFor();
    await inspectPage(page, `home-member-de-${width}`);
    await region('Handlungsbedarf').getByRole('link').click();
    await page.waitForURL(/due=overdue/);
    await page.getByRole('main').getByText(overdue.title).first().waitFor();
  });
}

testDetail('Chromium lists behind the figures of Home exactly the records that they count', async () => {
  const page = await openDashboard(chromium, world, busy.admin);
  for (const name of ['Tasks created', 'Sessions']) {
    await page.goto(world.url);
    const link = page.getByRole('main').getByRole('link', { name, exact: true });
    const tile = await link
      .locator('xpath=../following-sibling::p')
      .evaluate((value) => value.firstChild?.textContent);
    await link.click();
    await page.waitForURL(/from=/);
    await waitUntilSettled(page);
    const range = await page.getByRole('navigation', { name: 'Pages' }).textContent();
    assert.equal(/of (\d+)$/.exec(range ?? '')?.[1], /^\d+/.exec(tile ?? '')?.[0], name);
  }
});

testDetail('Chromium shows an empty account the setup steps first', async () => {
  const { admin } = await world.account();
  const page = await openDashboard(chromium, world, admin);
  await page.getByText('No session is running').waitFor();
  await page.getByText('No activity yet').waitFor();
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  assert.deepEqual(headings.slice(0, 3), ['Getting started', 'Needs attention', 'Training now']);
  await inspectPage(page, 'home-empty');
});
