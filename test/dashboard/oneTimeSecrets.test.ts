/* Secrets that are shown once: only copying and an explicit confirmation close their dialogs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, storyLooks, testDetail, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const chromium = await openChromium();

/** Tries everything that closes an ordinary dialog, and expects this one to stay. */
async function assertStays(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  assert.equal(await dialog.getByRole('button', { name: 'Close' }).count(), 0);
  await page.goBack();
  const asking = page.getByRole('dialog', { name: 'Leave without copying?' });
  await asking.waitFor();
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'detached' });
  await dialog.waitFor();
}

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium shows a new key until it is confirmed, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/keys?new=1', ...options });
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Sync');
    await form.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your new key' });
    await dialog.getByText('It is not shown again').waitFor();
    await inspectPage(page, `secret-key-${width}`);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog.waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Close' }).count(), 0);
    await dialog.getByRole('button', { name: 'Done, I copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

testDetail(
  'Chromium asks before a page with an uncopied secret is left, and not after it was copied',
  async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByRole('button', { name: 'Register app' }).first().click();
    const form = page.getByRole('dialog', { name: 'Register an app' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Planner');
    await form.getByLabel('Redirect URIs').fill('https://a.example/cb');
    await form.getByRole('button', { name: 'Register app' }).click();
    const dialog = page.getByRole('dialog', { name: 'App registered' });
    await dialog.waitFor();
    const before = page.url();
    const asked = page.waitForEvent('dialog');
    const reloading = page.reload().catch(() => {});
    await (await asked).dismiss();
    await reloading;
    await page.keyboard.press('Escape');
    await dialog.waitFor();
    await inspectPage(page, 'secret-app');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Done, I copied it' }).click();
    await page.waitForURL((url) => url.href !== before);
  },
);

testDetail(
  'Chromium shows the secret of an integration and the recovery codes until they are confirmed',
  async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/tasks' });
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'Add integration' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add an integration' });
    await form.getByLabel('Provider').fill('ServiceMax');
    await form.getByRole('button', { name: 'Add integration' }).click();
    await assertStays(page, 'Secret of the integration');
    await page.getByRole('button', { name: 'Done, I copied it' }).click();

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    const setUp = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
    const secret = (await setUp.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    await setUp.getByLabel('Code', { exact: true }).fill(totpCode(secret, totpStep(world.clock.now())));
    await setUp.getByLabel('Your password').fill(tenant.admin.password);
    await setUp.getByRole('button', { name: 'Turn on' }).click();
    await assertStays(page, 'Your recovery codes');
    await inspectPage(page, 'secret-recovery-codes');
    await page.getByRole('button', { name: 'Done, I stored them' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
);
