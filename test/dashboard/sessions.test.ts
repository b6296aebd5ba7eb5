import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openFakeTrainingApp } from '../../sim/trainingApp.ts';
import { createDeletionRun } from '../../src/features/deletions/deletions.ts';
import { createTrainingAppClient } from '../../src/features/deletions/trainingApp.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { createGuard } from '../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../src/lib/http/outgoing/outgoing.ts';
import { openChromium } from '../support/chromium.ts';
import {
  inspectPage,
  openDashboard,
  waitForPolls,
  stopClock,
  WIDTHS,
  storyLooks,
} from '../support/dashboard.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const SECRET = 'a secret of the training app';
const training_app = await openFakeTrainingApp({ secret: SECRET });
const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.1']) });
after(async () => {
  await outgoing.close();
  await training_app.close();
});
const app = createTrainingAppClient({ outgoing, clock: systemClock, url: training_app.url, secret: SECRET });
const world = await openWorld({ training_app: app });
world.clock.advance(Date.now() - world.clock.now().getTime() - 3_600_000);
const turn = createDeletionRun({ db: world.db, clock: world.clock, tools: world.tools });
const tenants = { desktop: await world.account(), phone: await world.account() };
for (const tenant of Object.values(tenants)) await train(tenant);
const chromium = await openChromium();
const pages = {
  desktop: await openDashboard(chromium, world, tenants.desktop.admin, WIDTHS.desktop),
  phone: await openDashboard(chromium, world, tenants.phone.admin, WIDTHS.phone),
};

async function train(tenant: Tenant): Promise<void> {
  const api = await tenant.api();
  const glasses = await tenant.device({ user_id: await tenant.user('=Jo Trainer') });
  for (const session_name of ['Filter change', 'Belt change']) {
    const { id: task_id } = (await api.post('/v1/api-tenant-tasks', { title: `Do: ${session_name}` })).body;
    const started = await glasses.post('/device/v1/sessions', { role: 'trainer', session_name, task_id });
    const session_id = started.body.id;
    world.clock.advance(600_000);
    const procedures = ['Close both valves', 'Swap the set', 'Vent and open'].map((title) => ({ title }));
    const end = { session_id, status: 'completed', summary: 'Every step was shown.', procedures };
    await glasses.post('/device/v1/sessions/complete', end);
    const video_url = 'https://recordings.example/belt.mp4';
    await glasses.patch(`/device/v1/sessions?session_id=${session_id}`, { video_url });
  }
}

/** Delays the answer of a deletion until the page has polled the versions three times. */
async function answerLate(page: Page): Promise<void> {
  await page.route('**/console/v1/sessions?*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const response = await route.fetch();
    await waitForPolls(page, 3);
    await route.fulfill({ response });
  });
}

for (const width of Object.keys(storyLooks(WIDTHS))) {
  const page = pages[width as keyof typeof WIDTHS];

  test(`Chromium reviews procedures by keyboard and by mouse, ${width}`, async () => {
    await stopClock(page);
    await page.goto(`${world.url}/catalogue`);
    const list = page.getByRole('list', { name: 'Procedures' });
    await list.getByRole('article').nth(5).waitFor();
    await inspectPage(page, `catalogue-${width}`);
    await page.keyboard.press('j');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    await page.goBack();
    await list.getByRole('article').nth(5).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByText('Swap the set was approved').first().waitFor();
    await list.getByRole('article').nth(5).waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Reject' }).first().click();
    await reject(page, width);
    await page.getByText('Rejected', { exact: true }).first().click();
    await list.getByText('Too dark to see').waitFor();
    assert.equal(await list.getByText('API key or app').count(), 0);
    await rejectByKey(tenants[width as keyof typeof WIDTHS]);
    await page.reload();
    await list.getByText('Not by people').waitFor();
    await list.getByText('API key or app').waitFor();
  });

  test(`Chromium deletes a session while the training app is unavailable, ${width}`, async () => {
    await page.goto(`${world.url}/sessions`);
    const list = page.getByLabel('Sessions', { exact: true }).last();
    await list.getByText('Do: Belt change').waitFor();
    await inspectPage(page, `sessions-${width}`);
    await list.getByRole('button', { name: 'Belt change' }).click();
    const drawer = page.getByRole('dialog', { name: 'Belt change' });
    await drawer.getByText('Vent and open').waitFor();
    await inspectPage(page, `session-${width}`);
    training_app.setMode('down');
    await answerLate(page);
    await drawer.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete session' }).click();
    await page.getByText(/The training app is not responding/).waitFor();
    await list.getByText('Belt change').first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show deletions' }).click();
    await list.getByText('Queued', { exact: true }).waitFor();
    await inspectPage(page, `deletions-${width}`);
    training_app.setMode('up');
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('The deletion is sent within seconds').waitFor();
    await turn();
    await list.getByText('Sent', { exact: true }).waitFor();
  });

  test(`Chromium shows the report of a period and exports it, ${width}`, async () => {
    await page.goto(`${world.url}/reports`);
    await page.getByRole('heading', { name: 'Training time in minutes' }).waitFor();
    await page.locator('.recharts-surface').first().waitFor();
    await inspectPage(page, `reports-${width}`);
    assert.match(
      await save(page, 'button'),
      /^\uFEFFday from \(UTC\),Sessions,.*\r\n(?:\d{4}-\d\d-\d\d,\d.*\r\n){30}$/,
    );
    await page.getByText('Per person').click();
    await page.getByLabel('Figures per person').getByText('=Jo Trainer').waitFor();
    assert.match(await save(page, 'link'), /\r\n'=Jo Trainer,[\w-]{36},1,0,10,\d,\d\r\n$/);
    await page.getByText('12 months').click();
    await page.waitForURL(/by=month/);
    await inspectPage(page, `reports-people-${width}`);
  });
}

async function rejectByKey(tenant: Tenant): Promise<void> {
  const api = await tenant.api();
  const [{ id }] = (await api.get('/v1/procedures?status=pending&limit=1')).body.procedures;
  const review = { status: 'rejected', notes: 'Not by people' };
  assert.equal((await api.patch(`/v1/procedures?procedure_id=${id}`, review)).status, 200);
}

async function reject(page: Page, width: string): Promise<void> {
  const form = page.getByRole('dialog', { name: /^Reject/ });
  await form.getByRole('button', { name: 'Reject', exact: true }).click();
  await form.getByText('Explain what needs to be improved').waitFor();
  await form.getByRole('button', { name: 'Too dark to see' }).click();
  await inspectPage(page, `catalogue-reject-${width}`);
  await form.getByRole('button', { name: 'Reject', exact: true }).click();
  await page
    .getByText(/was rejected/)
    .first()
    .waitFor();
}

/** Saves an export. The figures by person are a file of the server, so a link downloads them. */
async function save(page: Page, role: 'button' | 'link'): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole(role, { name: 'Export CSV' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}
