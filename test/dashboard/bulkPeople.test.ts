/* An admin changes many people and many endpoints at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, testDetail, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const chromium = await openChromium();
const barOf = (page: Page) => page.getByRole('toolbar', { name: 'Selected people' });

async function addAccount(count: number) {
  const tenant = await world.account();
  for (let at = 1; at <= count; at += 1) await tenant.user(`Bo Builder ${String(at).padStart(2, '0')}`);
  return tenant;
}

async function countUsers(account_id: string, { status, is_admin }: { status?: string; is_admin?: boolean }) {
  const [found] = await world.db<[{ count: number }]>`
    select count(*)::int as count
    from users
    where account_id = ${account_id}
      and status = coalesce(${status ?? null}, status)
      and is_admin = coalesce(${is_admin ?? null}, is_admin)`;
  return found.count;
}

async function countSeats(account_id: string): Promise<number> {
  const [found] = await world.db<[{ count: number }]>`
    select count(*)::int as count from seats where account_id = ${account_id} and user_id is not null`;
  return found.count;
}

for (const width of ['desktop', 'phone'] as const)
  test(`Chromium deactivates all matching people except the current user, and undoes the change, ${width}`, async () => {
    const { account_id, admin } = await addAccount(30);
    const page = await openDashboard(chromium, world, admin, { path: '/people', ...WIDTHS[width] });
    const bar = barOf(page);
    await page.getByText('1–25 of 31').waitFor();
    if (width === 'phone') {
      await page.getByRole('checkbox').first().check();
      await bar.getByRole('button', { name: 'Select all on this page' }).click();
    } else await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar.getByRole('button', { name: 'Select all 31 that match' }).click();
    await bar.getByText('31 selected').waitFor();
    await inspectPage(page, `bulk-people-${width}`);
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    const asked = page.getByRole('dialog', { name: 'Change 31 people?' });
    await asked.getByText('Undo reactivates the people').waitFor();
    await inspectPage(page, `bulk-people-asked-${width}`);
    await asked.getByRole('button', { name: 'Deactivate' }).click();
    const report = page.getByRole('dialog', { name: 'Deactivate' });
    await report.getByText('30 people changed').waitFor();
    await report.getByText('1 record was not changed').waitFor();
    await report.getByText('Ada Admin').waitFor();
    await inspectPage(page, `bulk-people-report-${width}`);
    assert.equal(await countUsers(account_id, { status: 'active' }), 1);
    await report.getByRole('button', { name: 'Undo' }).click();
    const undone = page.getByRole('dialog', { name: 'Undo' });
    await undone.getByText('30 people changed').waitFor();
    await undone.getByRole('button', { name: 'Close' }).last().click();
    assert.equal(await countUsers(account_id, { status: 'active' }), 31);
  });

testDetail(
  'Chromium makes people admins, adds their seats and removes them from the seats again',
  async () => {
    const { account_id, admin } = await addAccount(3);
    const page = await openDashboard(chromium, world, admin, { path: '/people?search=builder' });
    await page.getByText('1–3 of 3').waitFor();
    const act = async (menu: string, item: string) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await barOf(page).getByRole('button', { name: menu }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('dialog').getByRole('button', { name: item }).click();
    };
    await act('Access', 'Make admins');
    await page.getByText('3 people changed').hover();
    assert.equal(await countUsers(account_id, { is_admin: true }), 4);
    const admins = page.getByLabel('People', { exact: true }).getByText('Admin', { exact: true });
    await admins.nth(2).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await admins.first().waitFor({ state: 'detached' });
    assert.equal(await countUsers(account_id, { is_admin: true }), 1);
    await act('Seat', 'Create seats');
    await page.getByText('3 seats created').waitFor();
    assert.equal(await countSeats(account_id), 3);
    await page.getByText('Glasses of Bo Builder 01').waitFor();
    await act('Seat', 'Remove from seats');
    await page.getByText('Glasses of Bo Builder 03').waitFor({ state: 'detached' });
    assert.equal(await countSeats(account_id), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Glasses of Bo Builder 03').waitFor();
    assert.equal(await countSeats(account_id), 3);
  },
);
