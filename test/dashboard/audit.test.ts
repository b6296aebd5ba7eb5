/* The audit log in a browser: finds the entries about a record by a part of its name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
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
    await list.getByText('Ada Admin revoked the API key Zither planner').waitFor();
    assert.equal(await list.getByRole('link', { name: 'Zither planner' }).count(), 2);
    assert.equal(new URL(page.url()).searchParams.get('name'), 'zith');
    const csv = page.getByRole('link', { name: 'Export CSV' });
    assert.match((await csv.getAttribute('href')) ?? '', /name=zith/);
    await inspectPage(page, `audit-named-${width}`);
    await page.getByRole('textbox', { name: 'Object name' }).fill('zither x');
    await page.getByText('No results for these filters').waitFor();
    await inspectPage(page, `audit-named-nothing-${width}`);
  });

test('Chromium shows entries of a consent, an unknown action and a deleted record as sentences in German', async () => {
  const german = await world.account('Sätze');
  const { account_id, admin: owner } = german;
  const maren = await german.user('Maren Müller');
  const add = (
    action: string,
    details: object,
    actor_id: string | null,
    target_id: string | null,
  ) => world.db`
    insert into audit_entries (id, account_id, action, actor_kind, actor_id, target_id, details, created_at)
    values (${newId(new Date())}, ${account_id}, ${action}, ${actor_id ? 'user' : 'system'}, ${actor_id}, ${target_id},
      ${world.db.json({ ...details })}, now())`;
  await add('consent.allowed', { scopes: ['read:tasks', 'write:tasks', 'read:forms'] }, maren, 'tac_gone');
  await add('skill.polished_by_hand', {}, null, null);
  await add('document.deleted', { name: '<b>\u202eManual' }, maren, newId(new Date()));
  const page = await openDashboard(chromium, world, owner, { path: '/audit', locale: 'de-DE' });
  const list = page.getByLabel('Audit-Protokoll', { exact: true });
  await list.getByText('Maren Müller hat (gelöscht) Zugriff gegeben auf: Aufgaben, Formulare').waitFor();
  await list.getByText('Das System: skill polished by hand').waitFor();
  await list.getByText('Maren Müller hat das Dokument <b>').waitFor();
  await inspectPage(page, 'audit-german');
});

test('Chromium shows the buttons of an entry when the row is hovered or focused', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/audit' });
  const row = page.getByRole('row').filter({ hasText: 'created the API key Stores' });
  const filter = row.getByRole('button', { name: 'Only entries about Stores' });
  const tools = filter.locator('..');
  // The test polls the opacity, because the style follows the pointer and the focus only with the next frame.
  const showsOpacity = (wanted: string) =>
    eventually(
      () => tools.evaluate((span) => span.ownerDocument.defaultView?.getComputedStyle(span).opacity),
      (opacity) => opacity === wanted,
    );
  await row.waitFor();
  await showsOpacity('0');
  await row.hover();
  await showsOpacity('1');
  await page.mouse.move(0, 0);
  await showsOpacity('0');
  await filter.focus();
  await showsOpacity('1');
  await page.keyboard.press('Enter');
  await page.waitForURL(/target_id=/);
});
