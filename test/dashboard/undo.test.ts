/* Changes that can be undone offer Undo for ten seconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import { answerOf, inspectPage, openDashboard, testDetail, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const chromium = await openChromium();

async function addEndpoints(count: number) {
  const tenant = await world.account();
  const caller = await consoleOf(world, tenant.admin);
  for (let at = 1; at <= count; at += 1)
    await caller.post('/endpoints', {
      url: `https://127.0.0.1:9/hook-${at}`,
      name: `Planner ${at}`,
      events: ['task.created'],
    });
  const pausedNames = async () => {
    const { endpoints } = (await caller.get('/endpoints')).body;
    return endpoints.filter((one: any) => one.paused_at !== null).map(({ name }: any) => name);
  };
  return { tenant, caller, pausedNames };
}

for (const width of ['desktop', 'phone'] as const)
  test(`Chromium pauses several endpoints and undoes the change, ${width}`, async () => {
    const { tenant, caller, pausedNames } = await addEndpoints(3);
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/webhooks', ...WIDTHS[width] });
    await page.getByText('Planner 3').waitFor();
    for (const box of await page.getByRole('checkbox', { name: /^Select Planner/ }).all()) await box.check();
    const bar = page.getByRole('toolbar', { name: 'Selected endpoints' });
    await bar.getByText('3 selected').waitFor();
    await inspectPage(page, `bulk-endpoints-${width}`);
    await bar.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('3 endpoints changed').hover();
    assert.equal((await pausedNames()).length, 3);
    await inspectPage(page, `bulk-endpoints-paused-${width}`);
    const paused = page.getByLabel('Webhooks', { exact: true }).getByText('Paused', { exact: true });
    await paused.nth(2).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await paused.first().waitFor({ state: 'detached' });
    assert.deepEqual(await pausedNames(), []);
    const { entries } = (await caller.get('/audit?target_kind=endpoint')).body;
    const resumed = entries.filter(({ action }: any) => action === 'endpoint.resumed');
    assert.equal(resumed.length, 3, 'each endpoint has its own audit entry');
  });

testDetail('Chromium undoes the pause of an endpoint', async () => {
  const { tenant, caller, pausedNames } = await addEndpoints(1);
  const [endpoint] = (await caller.get('/endpoints')).body.endpoints;
  const page = await openDashboard(chromium, world, tenant.admin, { path: `/webhooks/${endpoint.id}` });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Endpoint paused. Events wait until you resume it.').hover();
  assert.deepEqual(await pausedNames(), ['Planner 1']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The change was undone').waitFor();
  assert.deepEqual(await pausedNames(), []);
});

testDetail(
  'Chromium undoes a deactivation, which keeps the keys of the person, and a promotion',
  async () => {
    const tenant = await world.account();
    const user_id = await tenant.user('Bo Builder');
    const caller = await consoleOf(world, tenant.admin);
    const read = async () => {
      const { access, status } = (await caller.get(`/person?user_id=${user_id}`)).body;
      return [access, status];
    };
    const page = await openDashboard(chromium, world, tenant.admin, { path: `/people/${user_id}` });
    const act = async (item: string, verb: string) => {
      await page.getByRole('button', { name: 'Actions for Bo Builder' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('dialog').getByRole('button', { name: verb }).click();
    };
    await act('Deactivate', 'Deactivate');
    await page.getByText('Bo Builder was deactivated').hover();
    assert.deepEqual(await read(), ['member', 'inactive']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change was undone').waitFor();
    assert.deepEqual(await read(), ['member', 'active']);
    let kept: unknown;
    await page.route(/\/console\/v1\/people\?/, (route) => {
      if (route.request().method() === 'PATCH') kept = route.request().postDataJSON().keep_access;
      return route.fallback();
    });
    await act('Make an admin', 'Make an admin');
    await page.getByText('Bo Builder is an admin now').hover();
    await answerOf(page, 'PATCH', () => page.getByRole('button', { name: 'Undo' }).click());
    assert.deepEqual(await read(), ['member', 'active']);
    assert.equal(kept, true);
  },
);

testDetail('Chromium does not undo changes that another user has changed since', async () => {
  const tenant = await world.account();
  const caller = await consoleOf(world, tenant.admin);
  const { id } = (await caller.post('/tasks', { title: 'Oil the press' })).body;
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks' });
  await page.getByRole('button', { name: 'status of Oil the press, now open' }).click();
  await page.getByRole('menuitem', { name: 'Completed' }).click();
  await page.getByText('Oil the press changed').hover();
  await caller.patch(`/tasks?task_id=${id}`, { status: 'cancelled' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('This was changed meanwhile.').waitFor();
  assert.equal((await caller.get(`/task?task_id=${id}`)).body.task.status, 'cancelled');
});

for (const width of ['desktop', 'phone'] as const)
  test(`Chromium rejects several procedures with one reason and undoes the change, ${width}`, async () => {
    const tenant = await world.account();
    const caller = await consoleOf(world, tenant.admin);
    const device = await tenant.device({ roles: ['trainer'] });
    const procedures = ['Open the valve', 'Close the valve', 'Check the gauge'].map((title) => ({ title }));
    const { id: session_id } = (await device.post('/device/v1/sessions', { role: 'trainer' })).body;
    await device.post('/device/v1/sessions/complete', { session_id, status: 'completed', procedures });
    const countIn = async (status: string) => (await caller.get(`/procedures?status=${status}`)).body.total;
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/catalogue', ...WIDTHS[width] });
    await page.getByRole('article', { name: 'Check the gauge' }).waitFor();
    // The test uses the keyboard, because the page ignores a quick second click at a place that has scrolled.
    for (const box of await page.getByRole('checkbox').all()) await box.press('Space');
    const bar = page.getByRole('toolbar', { name: 'Selected procedures' });
    await bar.getByText('3 selected').waitFor();
    await inspectPage(page, `bulk-procedures-${width}`);
    await bar.getByRole('button', { name: 'Reject' }).click();
    const form = page.getByRole('dialog', { name: 'Reject 3 procedures' });
    await form.getByRole('button', { name: 'Too dark to see' }).click();
    await form.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('3 procedures changed').hover();
    assert.equal(await countIn('rejected'), 3);
    await page.getByRole('article', { name: 'Check the gauge' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('article', { name: 'Check the gauge' }).waitFor();
    assert.equal(await countIn('pending'), 3);
    const current = page.getByRole('article', { name: 'Open the valve' });
    await current.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Open the valve was approved').hover();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change was undone').waitFor();
    assert.equal(await countIn('pending'), 3);
  });
