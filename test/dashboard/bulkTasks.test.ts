/* A planner changes many tasks at once: all that match a filter, with progress, a report and undo. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { insertTasks, type NewTaskRow } from '../../src/features/tasks/sql/tasks.ts';
import { newTaskRow } from '../../src/features/tasks/tasks.ts';
import { newId } from '../../src/lib/ids.ts';
import { transaction } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import {
  answerOf,
  clearPageErrors,
  inspectPage,
  openDashboard,
  testDetail,
  WIDTHS,
} from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const chromium = await openChromium();

/** Returns an account with tasks like those of an import. */
async function addAccount(count: number) {
  const tenant = await world.account();
  const { account_id, actor } = tenant.ctx();
  const rows = Array.from({ length: count }, (_, at): NewTaskRow => {
    const created_at = new Date(Date.now() - at * 60_000);
    const priority = at % 2 === 0 ? 'low' : 'high';
    const row = newTaskRow(
      newId(created_at),
      { title: `Inspect pump ${at + 1}`, priority },
      actor,
      created_at,
    );
    return at % 2 === 0 ? row : { ...row, status: 'in_progress' };
  });
  await transaction(world.db, (tx) => insertTasks(tx, account_id, rows, new Map()));
  return tenant;
}

async function countOf(account_id: string, condition: { status?: string; priority?: string; due?: boolean }) {
  const { status = null, priority = null, due = null } = condition;
  const [found] = await world.db<[{ count: number }]>`
    select count(*)::int as count
    from tasks
    where account_id = ${account_id}
      and status = coalesce(${status}, status)
      and priority = coalesce(${priority}, priority)
      and (${due}::boolean is null or (due_date is not null) = ${due})`;
  return found.count;
}

const barOf = (page: Page) => page.getByRole('toolbar', { name: 'Selected tasks' });
const tasksIn = (page: Page) => page.getByLabel('Tasks', { exact: true });

async function selectMatching(page: Page, name: string): Promise<void> {
  const [first] = await tasksIn(page).getByRole('checkbox').all();
  assert.ok(first);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await barOf(page).getByText('All 25 on this page are selected.').waitFor();
  await barOf(page).getByRole('button', { name }).click();
}

for (const width of ['desktop', 'phone'] as const)
  test(`Chromium changes all tasks that match the filter, and undoes the change, ${width}`, async () => {
    const { account_id, admin } = await addAccount(430);
    const page = await openDashboard(chromium, world, admin, {
      path: '/tasks?status=open',
      ...WIDTHS[width],
      colorScheme: width === 'phone' ? 'dark' : 'light',
    });
    const bar = barOf(page);
    await page.getByText('1–25 of 215').waitFor();
    if (width === 'phone') {
      await page.getByRole('checkbox').first().check();
      await bar.getByRole('button', { name: 'Select all on this page' }).click();
    } else await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar.getByText('All 25 on this page are selected.').waitFor();
    await inspectPage(page, `bulk-page-${width}`);
    await bar.getByRole('button', { name: 'Select all 215 that match' }).click();
    await bar.getByText('215 selected').waitFor();
    await inspectPage(page, `bulk-matching-${width}`);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('26–50 of 215').waitFor();
    await bar.getByText('215 selected').waitFor();
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Completed' }).click();
    const asked = page.getByRole('dialog', { name: 'Change 215 tasks?' });
    await asked.getByText('New value: Completed.').waitFor();
    assert.equal(await page.evaluate('scrollY'), 0, 'the page scrolled while the menu had the focus');
    await inspectPage(page, `bulk-asked-${width}`);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    await bar.getByText('215 selected').waitFor();
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Completed' }).click();
    await asked.getByRole('button', { name: 'Change tasks' }).click();
    const report = page.getByRole('dialog', { name: 'Change 215 tasks' });
    await report.getByText('215 tasks changed').waitFor();
    await inspectPage(page, `bulk-report-${width}`);
    assert.equal(await countOf(account_id, { status: 'completed' }), 215);
    await report.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Undo' }).getByText('215 tasks changed').waitFor();
    assert.equal(await countOf(account_id, { status: 'completed' }), 0);
    assert.equal(await countOf(account_id, { status: 'open' }), 215);
    await page.getByRole('button', { name: 'Close' }).last().click();
  });

testDetail('Chromium selects, changes and undoes all tasks by keyboard alone', async () => {
  const { account_id, admin } = await addAccount(130);
  const page = await openDashboard(chromium, world, admin, { path: '/tasks?priority=low' });
  await page.getByText('1–25 of 65').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus();
  await page.keyboard.press('Space');
  await barOf(page).getByRole('button', { name: 'Select all 65 that match' }).focus();
  await page.keyboard.press('Enter');
  await barOf(page).getByText('65 selected').waitFor();
  await barOf(page).getByRole('button', { name: 'Due date' }).focus();
  await page.keyboard.press('Enter');
  const day = page.getByRole('textbox', { name: 'Due date' });
  await day.waitFor();
  assert.equal(await page.evaluate('document.activeElement.type'), 'date');
  await day.fill('2031-02-03');
  await inspectPage(page, 'bulk-due-date');
  await page.keyboard.press('Enter');
  await page.getByText('65 tasks changed').hover();
  assert.equal(await countOf(account_id, { priority: 'low', due: true }), 65);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await answerOf(page, 'PATCH', () => page.keyboard.press('Enter'));
  assert.equal(await countOf(account_id, { due: true }), 0);
});

testDetail('Chromium reports the tasks that another user changed, and undoes only the others', async () => {
  const { account_id, admin } = await addAccount(3);
  const page = await openDashboard(chromium, world, admin);
  // Keeps showing the first answer, as in a tab that has not been refreshed yet.
  let stale: string | undefined;
  await page.route(/\/v1\/tasks\?/, async (route) => {
    stale ??= await (await route.fetch()).text();
    await route.fulfill({ contentType: 'application/json', body: stale });
  });
  await page.goto(`${world.url}/tasks`);
  await page.getByText('1–3 of 3').waitFor();
  const second = await consoleOf(world, admin);
  const { tasks } = (await second.get('/tasks')).body;
  await second.patch(`/tasks?task_id=${tasks[0].id}`, { priority: 'urgent' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await barOf(page).getByRole('button', { name: 'Priority', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Medium' }).click();
  const report = page.getByRole('dialog');
  await report.getByText('2 tasks changed').waitFor();
  await report.getByText('1 record was not changed').waitFor();
  await report.getByText('Changed meanwhile by Ada Admin').waitFor();
  await inspectPage(page, 'bulk-rejected');
  await report.getByRole('button', { name: 'Undo' }).click();
  await report.waitFor({ state: 'detached' });
  await page.getByText('2 tasks changed').waitFor();
  assert.equal(await countOf(account_id, { priority: 'medium' }), 0);
  assert.equal(await countOf(account_id, { priority: 'urgent' }), 1);
});

testDetail(
  'Chromium pauses a bulk change at a lost connection, continues it, and stops it when the user clicks Stop',
  async () => {
    const { account_id, admin } = await addAccount(500);
    const page = await openDashboard(chromium, world, admin);
    await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
    await page.getByText('1–25 of 500').waitFor();
    let batches = 0;
    let isBroken = true;
    await page.route(/\/tasks\/batch$/, (route) => {
      batches += 1;
      return isBroken && batches === 3 ? route.abort() : route.continue();
    });
    await selectMatching(page, 'Select all 500 that match');
    await barOf(page).getByText('500 selected').waitFor();
    await barOf(page).getByRole('button', { name: 'Priority', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Urgent' }).click();
    await page.getByRole('button', { name: 'Change tasks' }).click();
    const report = page.getByRole('dialog', { name: 'Change 500 tasks' });
    await report.getByText('200 tasks changed. 300 records are left.').waitFor();
    await report.getByText('There is no connection to the service.').waitFor();
    clearPageErrors(page);
    await inspectPage(page, 'bulk-lost');
    assert.equal(await countOf(account_id, { priority: 'urgent' }), 200);
    isBroken = false;
    let release = () => {};
    await page.route(/\/tasks\/batch$/, async (route) => {
      if (batches === 4) await new Promise<void>((resolve) => (release = resolve));
      await route.fallback();
    });
    await report.getByRole('button', { name: 'Continue' }).click();
    await report.getByText('300 of 500').waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate('history.back()');
    const leaving = page.getByRole('dialog', { name: 'Stop the change?' });
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    await leaving.waitFor({ state: 'detached' });
    await report.getByRole('button', { name: 'Stop' }).click();
    release();
    await report.getByText('400 tasks changed. 100 records are left.').waitFor();
    assert.equal(await countOf(account_id, { priority: 'urgent' }), 400);
    await report.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Undo' }).getByText('400 tasks changed').waitFor();
    assert.equal(await countOf(account_id, { priority: 'urgent' }), 0);
    assert.equal(await countOf(account_id, { priority: 'high' }), 250);
    clearPageErrors(page);
  },
);
