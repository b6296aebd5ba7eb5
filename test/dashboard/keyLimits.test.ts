import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, waitUntilSettled, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
// The browser's clock also checks expiry dates, so the service's clock must agree with it.
world.clock.advance(Date.now() - world.clock.now().getTime());
const inThreeDays = new Date(world.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium sets the expiry and the addresses of a key, ${width}`, async () => {
    const tenant = await world.account();
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/keys?new=1', ...options });
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByLabel('Name').fill('Bound');
    await waitUntilSettled(page);
    // A fixed clock, so that no midnight passes during the test. It is set after the page has rendered,
    // because a page that is still rendering when its clock is replaced never finishes.
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
    await inspectPage(page, `key-bound-${width}`);
    await form.getByLabel('Allowed addresses').fill('203.0.113.0/24\n10.0.0.0/8');
    await form.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Done, I copied it' }).click();
    await page.getByText('Restricted to 2 addresses').waitFor();
    await page.getByText(/^Expires in 3 days/).waitFor();

    await page.goto(`${world.url}/`);
    await page.getByRole('link', { name: '1 API key expires within seven days' }).click();
    await page.waitForURL(/\/keys\?status=live$/);
    await page.getByRole('button', { name: 'Actions for Bound' }).click();
    await page.getByRole('menuitem', { name: 'Change expiry and IP addresses' }).click();
    const change = page.getByRole('dialog', { name: 'Change Bound' });
    assert.equal(await change.getByLabel('Allowed addresses').inputValue(), '203.0.113.0/24\n10.0.0.0/8');
    await change.getByLabel('Allowed addresses').fill('');
    await inspectPage(page, `key-change-${width}`);
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Key changed').waitFor();
    await page.getByText('Restricted to').first().waitFor({ state: 'detached' });
    await page.getByText(/^Expires in 3 days/).waitFor();
  });

test('Chromium offers the scopes of a key after loading them, and retries after a failure', async () => {
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

test('Chromium marks keys that have expired or have not been used for a long time', async () => {
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
  await inspectPage(page, 'keys-long-unused');
});
