/* The audit log in a browser: finds the entries about a record by a part of its name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import { inspect, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const LOOKS = {
  desktop: { ...WIDTHS.desktop, colorScheme: 'light' },
  phone: { ...WIDTHS.phone, colorScheme: 'dark' },
} as const;

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const { body } = await admin.post('/keys', { name: 'Zither planner', scopes: ['read:tasks'] });
await admin.post('/keys', { name: 'Stores', scopes: ['read:tasks'] });
await admin.delete(`/keys?key_id=${body.id}`);
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(LOOKS)))
  test(`Chromium finds audit entries by the name of their target, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/audit', ...options });
    const list = page.getByLabel('Audit log', { exact: true });
    await list.getByRole('link', { name: 'Stores' }).waitFor();
    await page.getByRole('textbox', { name: 'Object name' }).fill('zith');
    await list.getByRole('link', { name: 'Stores' }).waitFor({ state: 'detached' });
    await list.getByText('API key revoked').waitFor();
    assert.equal(await list.getByRole('link', { name: 'Zither planner' }).count(), 2);
    assert.equal(new URL(page.url()).searchParams.get('name'), 'zith');
    const csv = page.getByRole('link', { name: 'Export CSV' });
    assert.match((await csv.getAttribute('href')) ?? '', /name=zith/);
    await inspect(page, `audit-named-${width}`);
    await page.getByRole('textbox', { name: 'Object name' }).fill('zither x');
    await page.getByText('No results for these filters').waitFor();
    await inspect(page, `audit-named-nothing-${width}`);
  });
