import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createKey } from '../../src/features/keys/keys.ts';
import { openChromium } from '../support/chromium.ts';
import { memberOf } from '../support/memberOf.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks, testDetail } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
world.clock.advance(Date.now() - world.clock.now().getTime() - 3_600_000);
const tenant = await world.account();
const strangers = await world.account();
const trainer = await tenant.user('Jo Trainer');
const glasses = await tenant.device({ user_id: trainer });
const api = await tenant.api();
const { id: task_id } = (
  await api.post('/v1/api-tenant-tasks', { title: 'Show the belt change', assigned_to: trainer })
).body;
await api.post('/v1/api-tenant-tasks', { title: 'Somebody else', assigned_to: tenant.admin_id });
const started = await glasses.post('/device/v1/sessions', {
  role: 'trainer',
  session_name: 'Belt change',
  task_id,
});
world.clock.advance(600_000);
await glasses.post('/device/v1/sessions/complete', {
  session_id: started.body.id,
  status: 'completed',
  procedures: [{ title: 'Close both valves' }],
});
await createKey(tenant.ctx(), { name: 'Planner', scopes: ['read:tasks'] });
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium follows the name of a person to everything about that person, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { ...options, path: '/tasks' });
    await page.getByRole('main').getByRole('link', { name: 'Jo Trainer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jo Trainer' }).waitFor();
    await page.getByLabel('Tasks', { exact: true }).getByText('Show the belt change').waitFor();
    assert.equal(await page.getByText('Somebody else').count(), 0);
    await inspectPage(page, `user-${width}`);

    await openTab(page, 'Sessions');
    await page.getByLabel('Sessions', { exact: true }).getByRole('button', { name: 'Belt change' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Jo Trainer' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await openTab(page, 'Procedures');
    await page.getByText('Close both valves').waitFor();
    await inspectPage(page, `user-procedures-${width}`);
    await openTab(page, 'Seats');
    await page.getByLabel('Seats', { exact: true }).getByText('Paired').first().waitFor();
    await inspectPage(page, `user-seats-${width}`);
    await openTab(page, 'Keys and apps');
    await page.getByText('No keys and no apps').waitFor();
    await openTab(page, 'Audit log');
    await page.getByRole('radiogroup', { name: 'View' }).waitFor();
    await page.getByText('About this person', { exact: true }).click();
    await page.waitForURL(/view=about/);
    await inspectPage(page, `user-audit-${width}`);
  });

testDetail('Chromium sorts the tasks and the seats of a person by column heading', async () => {
  for (const [tab, name, sort] of [
    ['tasks', 'Due', 'due_date'],
    ['seats', 'Last seen', 'last_seen_at'],
  ] as const) {
    const path = `/people/${trainer}?tab=${tab}`;
    const page = await openDashboard(chromium, world, tenant.admin, { path });
    const heading = page.getByRole('columnheader', { name });
    const request = page.waitForRequest((asked) => asked.url().includes(`sort=${sort}`));
    await heading.getByRole('button').click();
    await request;
    await page.reload();
    await heading.and(page.locator('[aria-sort]')).waitFor();
  }
});

testDetail(
  'Chromium shows the keys and the changes of an admin, and offers no action on oneself',
  async () => {
    const path = `/people/${tenant.admin_id}?tab=access`;
    const page = await openDashboard(chromium, world, tenant.admin, { path });
    await page.getByText('This is you.').waitFor();
    await page.getByLabel('Keys and apps', { exact: true }).getByRole('link', { name: 'Planner' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Actions for/ }).count(), 0);
    await inspectPage(page, 'user-access');
    await openTab(page, 'Audit log');
    await page.getByLabel('Audit log', { exact: true }).getByText('created the API key').first().waitFor();
  },
);

testDetail('Chromium lets an admin deactivate a person on the page of that person', async () => {
  const path = `/people/${await tenant.user('Lee Leaver')}`;
  const page = await openDashboard(chromium, world, tenant.admin, { path });
  await page.getByText('No tasks assigned').waitFor();
  await page.getByRole('button', { name: 'Actions for Lee Leaver' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('main').getByText('Inactive', { exact: true }).waitFor();
});

testDetail('Chromium shows a member the page without keys, seats and audit log', async () => {
  const path = `/people/${trainer}`;
  const page = await openDashboard(chromium, world, await memberOf(tenant), { path });
  await page.getByRole('tab', { name: 'Procedures' }).waitFor();
  assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Tasks', 'Sessions', 'Procedures']);
});

testDetail('Chromium shows no person of another account', async () => {
  const path = `/people/${strangers.admin_id}`;
  const page = await openDashboard(chromium, world, tenant.admin, { path });
  await page.getByText('Person not found').waitFor();
  assert.equal(await page.getByRole('tab').count(), 0);
});

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}
