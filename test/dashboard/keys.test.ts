import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openChromium } from '../support/chromium.ts';
import { inspect, openDashboard, settle, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
// Ends are also judged by the browser's clock.
world.clock.advance(Date.now() - world.clock.now().getTime());
const inThreeDays = new Date(world.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
const tenants = { desktop: await world.account(), phone: await world.account() };
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium goes from the first sign-in to the first API call, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width as keyof typeof WIDTHS].admin, options);
    await page.getByRole('link', { name: 'Create an API key' }).click();
    await page.getByText('No API keys yet').waitFor();
    await inspect(page, `keys-empty-${width}`);

    await page.getByRole('button', { name: 'Create key' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByRole('button', { name: 'Tasks', exact: true }).click();
    assert.equal(await form.getByRole('checkbox', { name: /write:tasks/ }).isChecked(), true);
    assert.equal(await form.getByRole('checkbox', { name: /write:sessions/ }).count(), 0);
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Must have 1 to 200 characters, not be blank').waitFor();
    await form.getByLabel('Name').fill('Planner');
    await inspect(page, `key-new-${width}`);
    await form.getByRole('button', { name: 'Create key' }).click();

    const made = page.getByRole('dialog', { name: 'Your new key' });
    const key = (await made.getByText(/^tak_\w+$/).textContent()) ?? '';
    await inspect(page, `key-made-${width}`);
    assert.equal((await world.as(key).get('/v1/api-tenant-tasks')).status, 200);
    await made.getByRole('button', { name: 'Done, I copied it' }).click();
    await page.getByText(`tak_…${key.slice(-4)}`).waitFor();
    assert.equal(await page.getByText(key).count(), 0);

    await page.getByRole('button', { name: 'Actions for Planner' }).click();
    await page.getByRole('menuitem', { name: 'Revoke key' }).click();
    const asked = page.getByRole('dialog', { name: 'Revoke Planner?' });
    await inspect(page, `key-revoke-${width}`);
    await asked.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    assert.equal((await world.as(key).get('/v1/api-tenant-tasks')).status, 401);
  });

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium says when a key ends and where it may be used from, ${width}`, async () => {
    const tenant = await world.account();
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/keys?new=1', ...options });
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByLabel('Name').fill('Bound');
    await settle(page);
    // No midnight passes. A page that is still being put together when its clock is replaced is never finished.
    await page.clock.setFixedTime(world.clock.now());
    await form.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'Choose a day' }).click();
    await form.getByLabel('Expiry date').fill('2020-02-29');
    await form.getByLabel('Allowed addresses').fill('203.0.113.0/24\n10.1.2.3/8');
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Must be in the future').waitFor();
    await form.getByLabel('Expiry date').fill(inThreeDays);
    await form.getByRole('button', { name: 'Create key' }).click();
    await form
      .getByText('“10.1.2.3/8” is not the start of its network; use 10.0.0.0/8, or 10.1.2.3 for one address')
      .waitFor();
    await inspect(page, `key-bound-${width}`);
    await form.getByLabel('Allowed addresses').fill('203.0.113.0/24\n10.0.0.0/8');
    await form.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Done, I copied it' }).click();
    await page.getByText('Restricted to 2 addresses').waitFor();
    await page.getByText(/^Expires in 3 days/).waitFor();

    await page.goto(`${world.url}/`);
    await page.getByRole('link', { name: '1 API key expires within seven days' }).click();
    await page.waitForURL(/\/keys\?status=live$/);
    await page.getByRole('button', { name: 'Actions for Bound' }).click();
    await page.getByRole('menuitem', { name: 'Change expiry and addresses' }).click();
    const change = page.getByRole('dialog', { name: 'Change Bound' });
    assert.equal(await change.getByLabel('Allowed addresses').inputValue(), '203.0.113.0/24\n10.0.0.0/8');
    await change.getByLabel('Allowed addresses').fill('');
    await inspect(page, `key-change-${width}`);
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Key changed').waitFor();
    await page.getByText('Restricted to').first().waitFor({ state: 'detached' });
    await page.getByText(/^Expires in 3 days/).waitFor();
  });

test('Chromium offers scopes of a key once it knows them, and tries again where they do not come', async () => {
  const page = await openDashboard(chromium, world, (await world.account()).admin, { path: '/keys' });
  const held = Promise.withResolvers<void>();
  let status = 500;
  await page.route('**/console/v1/scopes', async (route) => {
    await held.promise;
    await (status === 200 ? route.continue() : route.fulfill({ status, json: { error: 'INTERNAL_ERROR' } }));
  });
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  const tasks = form.getByRole('button', { name: 'Tasks', exact: true });
  await form.getByRole('status', { name: 'Loading' }).waitFor();
  assert.equal(await tasks.count(), 0);
  held.resolve();
  await form.getByText('The service has a problem').waitFor();
  status = 200;
  await form.getByRole('button', { name: 'Try again' }).click();
  await tasks.click();
  assert.equal(await form.getByRole('checkbox', { name: /write:tasks/ }).isChecked(), true);
});

test('Chromium tells keys that are unused for long or have ended from the others', async () => {
  const tenant = await world.account();
  const day = (days: number) => new Date(Date.now() + days * DAY_MS);
  for (const [name, age, end] of [
    ['New', 89, null],
    ['Resting', 91, null],
    ['Old', 99, -1],
  ] as const) {
    const { key_id } = await tenant.api();
    await world.db`
      update api_keys
      set name = ${name}, created_at = ${day(-age)}, expires_at = ${end && day(end)}
      where account_id = ${tenant.account_id}
        and id = ${key_id}`;
  }
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/keys' });
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  await rowOf('Old').getByText('Expired', { exact: true }).waitFor();
  assert.match(await rowOf('Old').innerText(), /Ended yesterday/);
  assert.equal(await page.getByText('Unused for 90 days').count(), 1);
  await rowOf('Resting').getByText('Unused for 90 days').waitFor();
  await rowOf('New').getByText('Active', { exact: true }).waitFor();
  await inspect(page, 'keys-long-unused');
});
