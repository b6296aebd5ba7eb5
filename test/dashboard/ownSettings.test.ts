import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { deliverMails } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

type Width = keyof typeof WIDTHS;

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const chromium = await openChromium();

for (const width of Object.keys(storyLooks(WIDTHS)) as Width[]) {
  test(`Chromium changes the name and the date format of the user, ${width}`, async () => {
    const tenant = tenants[width];
    const api = await tenant.api();
    await api.post('/v1/api-tenant-tasks', { title: 'Oil the press', due_date: '2031-07-02T12:00:00Z' });
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: '/settings/profile',
      ...WIDTHS[width],
    });
    const name = page.getByLabel('Full name');
    await name.fill('Ada Adler');
    const language = page.getByRole('combobox', { name: 'Date and number format' });
    await language.click();
    await page.getByRole('option', { name: 'German', exact: true }).click();
    await page.getByText('Example: 25.10.2026 and 12.345,6.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await name.scrollIntoViewIfNeeded();
    await inspectPage(page, `own-name-${width}`);

    await page.goto(`${world.url}/tasks`);
    await page.getByText('02.07.2031').first().waitFor();
    await page.goto(`${world.url}/reports?from=2026-03-02&to=2026-03-03`);
    await page.getByText('Di., 3. März 2026').first().waitFor();
    await inspectPage(page, `reports-in-german-${width}`);
  });

  test(`Chromium changes the email address of the user, ${width}`, async () => {
    const { admin } = tenants[width];
    const page = await openDashboard(chromium, world, admin, { path: '/settings/profile', ...WIDTHS[width] });
    await page.getByLabel('New address').fill(admin.email.replace('@', '.new@'));
    await page.getByLabel('Your password').fill('wrong');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Wrong', { exact: true }).waitFor();
    await page.getByLabel('Your password').fill(admin.password);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const sent = page.getByRole('status').filter({ hasText: 'We sent a link to' });
    await sent.waitFor();
    await sent.scrollIntoViewIfNeeded();
    await inspectPage(page, `new-address-${width}`);

    const letters = await deliverMails(world);
    const link = letters.map(({ text }) => /(\/new-address\?token=\w+)/.exec(text)?.[1]).find(Boolean);
    await page.goto(`${world.url}${link}`);
    await page.getByRole('heading', { name: /^Change your email address to .*\.new@/ }).waitFor();
    await inspectPage(page, `confirm-address-${width}`);
    await page.getByRole('button', { name: 'Use this address' }).click();
    await page.getByRole('heading', { name: 'Your email address was changed' }).waitFor();
    await page.getByRole('link', { name: 'Go to settings' }).click();
    await page.getByText(/^You sign in with .*\.new@/).waitFor();
    assert.equal(await sent.count(), 0);
  });
}
