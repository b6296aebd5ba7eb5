import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { openChromium } from '../support/chromium.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { untar } from '../accounts/support/untar.ts';
import { openWorld } from '../support/world.ts';

type Width = keyof typeof WIDTHS;

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const member = await memberOf(tenants.desktop);
const elsewhere = {
  desktop: await consoleOf(world, tenants.desktop.admin),
  phone: await consoleOf(world, tenants.phone.admin),
};
const chromium = await openChromium();
const widths = Object.keys(storyLooks(WIDTHS)) as Width[];

for (const width of widths)
  test(`Chromium adds an integration, and finds its request and the acting admin, ${width}`, async () => {
    const tenant = tenants[width];
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: '/integrations',
      ...WIDTHS[width],
    });
    await page.getByRole('button', { name: 'Add integration' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add an integration' });
    await form.getByLabel('Provider').fill('ServiceMax');
    await form.getByRole('button', { name: 'Add integration' }).click();
    const secret = (await page.getByText(/^tai_\w+$/).textContent()) ?? '';
    if (width === 'phone') await inspectPage(page, `integration-made-${width}`);
    const pushed = await world.as(secret).post('/inbound/v1/tasks', { external_id: 'WO-1', title: 'Pump' });
    assert.equal(pushed.status, 200);
    await page.getByRole('button', { name: 'Done, I copied it' }).click();
    await page.getByRole('button', { name: 'Actions for ServiceMax' }).waitFor();
    await inspectPage(page, `integrations-${width}`);

    await page.goto(`${world.url}/audit`);
    await page.getByText('added the integration').waitFor();
    await inspectPage(page, `audit-${width}`);
    await page.getByRole('link', { name: 'ServiceMax' }).first().waitFor();
    await page.getByRole('button', { name: 'Only entries about ServiceMax' }).first().click();
    await page.waitForURL(/\/audit\?target_id=[0-9a-f-]{36}$/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    assert.match((await download).suggestedFilename(), /^audit-.*\.csv$/);

    const api = await tenant.api();
    await api.post('/v1/api-tenant-tasks', { title: 'Logged', secret: 'hush' });
    await api.get('/v1/api-tenant-tasks?limit=0');
    await world.app.requests.flush();
    await findRequest(page, width);
  });

async function findRequest(page: Page, width: Width): Promise<void> {
  await page.goto(`${world.url}/requests`);
  await page.getByRole('button', { name: 'POST /v1/api-tenant-tasks' }).waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  await inspectPage(page, `requests-${width}`);
  await page.getByRole('button', { name: 'POST /v1/api-tenant-tasks' }).click();
  const drawer = page.getByRole('dialog', { name: 'POST /v1/api-tenant-tasks' });
  await drawer.getByText('"secret": "[redacted]"').waitFor();
  await drawer.getByText(/^curl -X POST/).waitFor();
  await inspectPage(page, `request-${width}`);
}

for (const width of widths)
  test(`Chromium sets up the second factor and changes the password, ${width}`, async () => {
    const { admin } = tenants[width];
    const page = await openDashboard(chromium, world, admin, { path: '/settings/account', ...WIDTHS[width] });
    await page.getByLabel('Account name').fill('Werkstatt Süd');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Account renamed').waitFor();
    await inspectPage(page, `settings-account-${width}`);

    await openSection(page, 'Security');
    await page.getByRole('button', { name: 'Set up' }).click();
    const setUp = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
    const secret = (await setUp.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    await inspectPage(page, `second-factor-${width}`);
    await setUp.getByLabel('Code', { exact: true }).fill(totpCode(secret, totpStep(world.clock.now())));
    await setUp.getByLabel('Your password').fill(admin.password);
    await setUp.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.getByText(/[0-9A-Z]{12}\n/).waitFor();
    if (width === 'phone') await inspectPage(page, `recovery-codes-${width}`);
    await codes.getByRole('button', { name: 'Done, I stored them' }).click();

    assert.equal((await elsewhere[width].get('/me')).status, 200);
    await page.getByLabel('Current password').fill(admin.password);
    await page.getByLabel('New password').fill('a much longer one');
    await page.getByText('Fair: a longer password').waitFor();
    await page.getByRole('button', { name: 'Show the characters' }).last().click();
    await page.locator('input[type=text][autocomplete=new-password]').waitFor();
    await inspectPage(page, `password-${width}`);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText(/Password changed/).waitFor();
    assert.equal((await elsewhere[width].get('/me')).status, 401);
    await inspectPage(page, `settings-${width}`);

    await openSection(page, 'Data');
    await exportAllData(page);

    await openSection(page, 'Danger zone');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete Werkstatt Süd?' });
    await asked.getByLabel('Account name to confirm').fill('Werkstatt Süd');
    if (width === 'phone') {
      await asked.getByRole('button', { name: 'Use a code instead' }).click();
      await asked.getByLabel('Code').fill(totpCode(secret, totpStep(world.clock.now()) + 1));
    } else await asked.getByLabel('Your password').fill('a much longer one');
    await inspectPage(page, `account-delete-${width}`);
    await asked.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('button', { name: 'Cancel deletion' }).waitFor();
    assert.equal(await page.getByText('This account will be deleted').count(), 0, 'one notice');
    await openSection(page, 'Profile');
    await page.getByText('This account will be deleted').waitFor();
    await inspectPage(page, `account-deletion-${width}`);
    await page.getByRole('link', { name: 'Cancel it in the settings' }).click();
    await page.getByRole('button', { name: 'Cancel deletion' }).click();
    await page.getByRole('button', { name: 'Delete account' }).waitFor();
  });

async function exportAllData(page: Page): Promise<void> {
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export all data' }).click();
  const saved = await saving;
  assert.match(saved.suggestedFilename(), /^Werkstatt-S-d-[\d-]{10}\.tar\.gz$/);
  assert.ok(untar(gunzipSync(await readFile(await saved.path()))).has('manifest.json'));
}

async function openSection(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link', { name });
  await link.click();
  await page.locator('nav [aria-current="page"]').getByText(name, { exact: true }).waitFor();
}

test('Chromium shows a member their own sign-in and no settings for developers', async () => {
  const page = await openDashboard(chromium, world, member);
  assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link');
  assert.deepEqual(await sections.allTextContents(), ['Profile', 'Security']);
  await inspectPage(page, 'settings-member');
});

test('Chromium opens the sections of the settings by link, by Back and by the address of earlier versions', async () => {
  const page = await openDashboard(chromium, world, member, { path: '/settings' });
  await page.waitForURL('**/settings/profile');
  await openSection(page, 'Security');
  await page.waitForURL('**/settings/security');
  await page.goBack();
  await page.getByLabel('Full name').waitFor();
  await page.goto(`${world.url}/settings/danger`);
  await page.getByText('This page does not exist').waitFor();
});

test('Chromium chooses the language and the color scheme in the settings', async () => {
  const page = await openDashboard(chromium, world, member, { path: '/settings/profile' });
  await page.getByRole('combobox', { name: 'Color scheme' }).click();
  await page.getByRole('option', { name: 'Dark' }).click();
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.getByLabel('Full name').fill('Unsaved Name');
  await page.getByRole('combobox', { name: 'Language', exact: true }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
  assert.equal(await page.getByLabel('Vollständiger Name').inputValue(), 'Unsaved Name');
  await page.getByText(/^Ihr Entwurf/).waitFor();
  await inspectPage(page, 'settings-german');
});
