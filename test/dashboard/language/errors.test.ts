/* A German page shows errors of the server in German. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../../support/dashboard.ts';
import { openWorld } from '../../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Süd');
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium explains a rejected address and a rejected password in German, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: '/settings/profile',
      ...options,
      locale: 'de-DE',
    });
    await page.getByLabel('Neue Adresse').fill(tenant.admin.email);
    await page.getByLabel('Ihr Passwort').fill('wrong');
    await page.getByRole('button', { name: 'Link senden' }).click();
    await page.getByText('Falsch', { exact: true }).waitFor();
    await page.getByLabel('Ihr Passwort').fill(tenant.admin.password);
    await page.getByRole('button', { name: 'Link senden' }).click();
    const refusal = page.getByText('Das ist bereits Ihre Adresse', { exact: true });
    await refusal.waitFor();
    await refusal.scrollIntoViewIfNeeded();
    await inspectPage(page, `refused-in-german-${width}`);
    assert.equal(await page.getByText('This is already your address').count(), 0);
  });
