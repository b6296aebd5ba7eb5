/* An account with exactly one record of each kind: no page says `1 tasks`, and code has no ligatures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { registerApp } from '../../src/features/apps/apps.ts';
import { allocateBundle, createBundle } from '../../src/features/bundles/bundles.ts';
import { createFormWithTemplate } from '../../src/features/forms/forms.ts';
import { submitForm } from '../../src/features/forms/submissions.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { uploadDocument } from '../../src/features/knowledge/documents.ts';
import { executeSkill } from '../../src/features/skills/executions/executions.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { subscribeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { openChromium } from '../support/chromium.ts';
import { openDashboard, waitUntilSettled } from '../support/dashboard.ts';
import { adminBrowser, authorizePath, connectApp, makeApp, makePkce } from '../support/oauth.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const ctx = tenant.ctx();
await subscribeEndpoint(ctx, { url: 'https://receiver.example/hook', events: ['task.created'] });
const api = await tenant.api();
const { body: task } = await api.post('/v1/api-tenant-tasks', {
  title: 'Pump',
  due_date: '2020-01-01T00:00:00Z',
});
const glasses = await tenant.device({ user_id: tenant.admin_id });
const { body: session } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
const taught = { session_id: session.id, status: 'completed', procedures: [{ title: 'Open the valve' }] };
await glasses.post('/device/v1/sessions/complete', taught);
await createIntegration(ctx, { provider: 'SAP' });
const content = Buffer.from('# Pump\n\nOil it each month.');
await uploadDocument(ctx, { name: 'pump.md', collection: 'Handbooks', content });
const skill = await createSkill(ctx, { name: 'Ask', kind: 'knowledge_search', config: {} });
await executeSkill(ctx, { skill_id: skill.id, arguments: { query: 'pump' } });
const bundle = await createBundle(world.platform(), { name: 'Basics', skill_ids: [] });
const given = { account_id: tenant.account_id, bundle_id: bundle.id, seat_ids: [glasses.seat_id] };
await allocateBundle(world.platform(), given);
const form = await createFormWithTemplate(ctx, {
  name: 'Check',
  fields: [{ key: 'line', label: 'Line', type: 'text', required: false, position: 1 }],
  template_image_base64: drawPng(40, 40).toString('base64'),
});
await submitForm(ctx, { form_id: form.id, answers: { line: '3' } });
await registerApp(ctx, { name: 'Planner', redirect_uris: ['https://a.example/cb'], scopes: ['read:tasks'] });
const app = await makeApp(world, await world.account());
const chromium = await openChromium();

const PAGES = [
  '/',
  '/tasks',
  '/tasks?view=board',
  `/tasks?task=${task.id}`,
  '/sessions',
  `/sessions?session=${session.id}`,
  '/catalogue',
  '/people',
  '/seats',
  '/reports',
  '/reports?table=people',
  '/keys',
  '/webhooks',
  '/apps',
  '/requests',
  '/connections',
  '/integrations',
  '/audit',
  '/settings/profile',
  '/settings/security',
  '/settings/account',
  '/settings/data',
  '/settings/danger',
  '/skills',
  `/skills?skill=${skill.id}`,
  '/skills?view=executions',
  '/skills?view=documents',
  '/skills?view=search&query=pump',
  '/forms',
  '/forms?view=library',
  '/forms?view=submissions',
];
const STAFF_PAGES = [
  '/',
  '/staff/accounts',
  `/staff/accounts?account=${tenant.account_id}`,
  '/staff/members',
  '/staff/apps',
  '/staff/bundles',
  `/staff/bundles?bundle=${bundle.id}`,
  '/staff/skills',
  '/staff/knowledge',
  '/staff/knowledge?view=collections',
  '/staff/forms',
  '/staff/queues',
  '/staff/mails',
  '/staff/backups',
];

/** Matches a plural noun or verb after a count of one, within a line. */
const SEVERAL =
  /(?<![\d.,:/–-])1 (?!(?:ms|is|was|has|as|this|address|access|s)\b)(?:people\b|[a-z]+s\b|(?:[a-z]+ )?(?:were|are|have)\b)/i;

test('control: a plural for a count of one is detected', () => {
  for (const line of ['1 tasks', 'and 1 accounts more', '1 of 1 were', '1 person are', '1 people'])
    assert.match(line, SEVERAL);
  for (const line of ['1 task is overdue', '11 tasks', '0.1 hours', '1 has no seat', '1–1 of 1'])
    assert.doesNotMatch(line, SEVERAL);
});

test('no page of an account with single records uses a plural', async () => {
  await connectApp(world, await adminBrowser(world, tenant), app);
  const page = await openDashboard(chromium, world, tenant.admin);
  for (const path of PAGES) await walk(page, path);
});

test('no page of the staff uses a plural for one record', async () => {
  const page = await openDashboard(chromium, world, await world.staff());
  for (const path of STAFF_PAGES) await walk(page, path);
});

test('sign-in, consent and docs use the fonts of the dashboard, and code has no ligatures', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  const question = authorizePath(app, makePkce());
  for (const path of [question, '/docs', '/account', '/reset-password', '/sign-in'])
    await assertLetters(page, path);
});

async function walk(page: Page, path: string): Promise<void> {
  await page.goto(world.url + path);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await waitUntilSettled(page);
  const lines = await page.evaluate<string[]>(ALL_THAT_IS_SAID);
  assert.deepEqual(
    lines.filter((line) => SEVERAL.test(line)),
    [],
    path,
  );
  assert.deepEqual(await page.evaluate<string[]>(LIGATURES), [], path);
}

const ALL_THAT_IS_SAID = `[
  ...document.body.innerText.split('\\n'),
  ...[...document.querySelectorAll('[aria-label], [title]')].map((one) => one.ariaLabel ?? one.title),
]`;

/** Finds elements in a monospace font that would show ligatures. */
const LIGATURES = `[...document.querySelectorAll('*')]
  .filter((one) => /mono/i.test(getComputedStyle(one).fontFamily.split(',')[0]))
  .filter((one) => getComputedStyle(one).fontVariantLigatures !== 'none')
  .map((one) => one.outerHTML.slice(0, 160))`;

async function assertLetters(page: Page, path: string): Promise<void> {
  await page.goto(world.url + path);
  await waitUntilSettled(page);
  const family = await page.evaluate<string>('getComputedStyle(document.body).fontFamily');
  assert.match(family, /^"Inter Variable"/, path);
  await page.evaluate('document.fonts.ready');
  const loaded = await page.evaluate<boolean>(`document.fonts.check('16px "Inter Variable"')`);
  assert.ok(loaded, path);
  assert.deepEqual(await page.evaluate<string[]>(LIGATURES), [], path);
}
