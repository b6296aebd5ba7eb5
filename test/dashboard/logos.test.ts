import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitAppForReview } from '../../src/features/apps/apps.ts';
import { approveApp } from '../../src/features/apps/reviews.ts';
import { adminBrowser, authorizePath, connectApp, makeApp, makePkce } from '../support/oauth.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { drawLogo } from '../support/logos.ts';
import { drawWebp } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

type Width = keyof typeof WIDTHS;
const LOOKS = { desktop: WIDTHS.desktop, phone: { ...WIDTHS.phone, colorScheme: 'dark' } } as const;

const world = await openWorld();
const chromium = await openChromium();
const colleague = await world.staff();
const fileOf = async (colour: 'red' | 'green') => ({
  name: `${colour}.png`,
  mimeType: 'image/png',
  buffer: Buffer.from(await drawLogo(colour), 'base64'),
});

for (const width of Object.keys(storyLooks(WIDTHS)) as Width[]) {
  test(`Chromium chooses the logo of the account, ${width}`, async () => {
    const tenant = await world.account(`Werkstatt ${width}`);
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: '/settings/account',
      ...LOOKS[width],
    });
    const panel = page.getByRole('region', { name: 'Logo' });
    const chosen = panel.getByLabel('Logo file');
    await chosen.setInputFiles({ name: 'a.webp', mimeType: 'image/webp', buffer: await drawWebp() });
    await panel.getByText('Must be PNG or JPEG').waitFor();
    const long = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(512_001) };
    await chosen.setInputFiles(long);
    await panel.getByText('Must be at most 500 KB').waitFor();
    await chosen.setInputFiles({ ...long, buffer: Buffer.from('no picture') });
    await panel.getByText('must be a PNG or JPEG picture').waitFor();
    await inspectPage(page, `account-logo-refused-${width}`);

    await chosen.setInputFiles(await fileOf('red'));
    // The notification closes after a while, so it is checked first.
    await page.getByText('Logo changed').first().waitFor();
    await panel.locator('img').waitFor();
    assert.equal(await panel.getByRole('alert').count(), 0);
    await inspectPage(page, `account-logo-${width}`);

    await page.reload();
    // The second logo is in the navigation, which a phone hides.
    await page.locator('nav').first().waitFor({ state: 'attached' });
    await page.locator('img').nth(1).waitFor({ state: 'attached' });
    if (width === 'phone') {
      await page.getByRole('button', { name: 'Navigation', exact: true }).click();
      await inspectPage(page, `account-logo-navigation-${width}`);
      await page.getByRole('button', { name: 'Close the navigation' }).click();
    }
    const removing = panel.getByRole('button', { name: 'Remove logo' });
    await removing.click();
    await removing.waitFor({ state: 'detached' });
    assert.equal(await page.locator('img').count(), 0);
  });

  test(`Chromium chooses the logo of an app, which customers and staff see, ${width}`, async () => {
    const owner = await world.account('Maker GmbH');
    const customer = await world.account(`Kunde ${width}`);
    const app = await makeApp(world, owner, { active: false, name: `Planner ${width}` });
    const page = await openDashboard(chromium, world, owner.admin, {
      path: `/apps/${app.client_id}`,
      ...LOOKS[width],
    });
    const panel = page.getByRole('region', { name: 'Logo' });
    await panel.getByLabel('Logo file').setInputFiles(await fileOf('green'));
    await panel.locator('img').waitFor();
    await inspectPage(page, `app-logo-${width}`);
    await page.goto(`${world.url}/apps`);
    await page.locator('main img').waitFor();
    await inspectPage(page, `apps-logo-${width}`);

    await submitAppForReview(owner.ctx(), app.client_id);
    await approveApp(world.platform(), { client_id: app.client_id });
    await page.goto(`${world.url}/apps/${app.client_id}`);
    await panel.getByLabel('Logo file').setInputFiles(await fileOf('red'));
    await page.getByText('Logo changed').first().waitFor();
    const reviewer = await openDashboard(chromium, world, colleague, {
      path: `/staff/apps?app=${app.client_id}`,
      ...LOOKS[width],
    });
    await reviewer.getByRole('dialog').locator('img').nth(1).waitFor();
    await reviewer.getByText('Customers see this version', { exact: true }).waitFor();
    await reviewer.getByText('Only the logo changed.').waitFor();
    await inspectPage(reviewer, `app-logo-review-${width}`);

    await connectApp(world, await adminBrowser(world, customer), app);
    const buyer = await openDashboard(chromium, world, customer.admin, {
      path: '/connections',
      ...LOOKS[width],
    });
    await buyer.locator('main img').waitFor();
    await inspectPage(buyer, `connections-logo-${width}`);
    await buyer.goto(world.url + authorizePath(app, makePkce()));
    const drawn = await buyer.evaluate<number>('document.querySelector(".logos img").naturalWidth');
    assert.equal(drawn, 128);
    await inspectPage(buyer, `consent-logo-${width}`);
  });
}
