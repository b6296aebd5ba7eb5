import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, storyLooks, testDetail, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium opens shortcuts, guides, the changelog and the version from the help menu, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, options);
    const help = page.getByRole('button', { name: 'Help' });
    await help.click();
    await page.getByText(/^Version \d/).waitFor();
    await inspectPage(page, `help-${width}`);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await help.press('Enter');
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    const headings = { 'All guides': 'Guides', Changelog: 'Changelog', 'API reference': /./ };
    for (const [name, heading] of Object.entries(headings)) {
      await page.goto(world.url);
      await help.click();
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
  });

testDetail('Chromium leads to the documentation from the sidebar', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
});
