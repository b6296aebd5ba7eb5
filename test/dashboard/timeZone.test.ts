import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { consoleOf } from '../../support/console.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

type Width = keyof typeof WIDTHS;

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const chromium = await openChromium();

for (const width of Object.keys(storyLooks(WIDTHS)) as Width[])
  test(`Chromium selects a time zone, which all days use, ${width}`, async () => {
    const tenant = tenants[width];
    const asked = await consoleOf(world, tenant.admin);
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: '/settings/account',
      ...WIDTHS[width],
    });
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('auckland');
    await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
    await page.getByRole('button', { name: 'Set time zone' }).click();
    await page.getByText('Time zone changed to Pacific/Auckland').waitFor();
    await inspectPage(page, `time-zone-${width}`);

    await page.goto(`${world.url}/reports?from=2026-03-02&to=2026-03-03`);
    await page.getByText('Days start at midnight (Pacific/Auckland).').waitFor();
    await page.getByText('Tue, Mar 3, 2026').first().waitFor();
    await inspectPage(page, `reports-in-zone-${width}`);

    await page.goto(`${world.url}/tasks`);
    await page.getByRole('button', { name: 'New task' }).first().click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill('Oil the press');
    await form.getByLabel('Due').fill('2031-07-01');
    await form.getByRole('button', { name: 'Create task' }).click();
    await page.getByText('Jul 1, 2031').first().waitFor();
    const { tasks } = (await asked.get('/tasks')).body;
    // The due time is the end of the chosen day in the account's time zone.
    assert.equal(tasks[0].due_date, '2031-07-01T11:59:59.999Z');

    // A task that is due today in Auckland can be due tomorrow in UTC.
    await asked.patch(`/tasks?task_id=${tasks[0].id}`, { due_date: '2031-07-01T12:00:00.000Z' });
    await page.reload();
    await page.getByText('Jul 2, 2031').first().waitFor();
  });
