/* Every form of the dashboard, sent empty and with invalid input: the errors must not contain technical words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { registerApp, submitAppForReview } from '../../src/features/apps/apps.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { openChromium } from '../support/chromium.ts';
import { openDashboard } from '../support/dashboard.ts';
import { TECHNICAL_WORDS } from '../support/technicalWords.ts';
import { openWorld } from '../support/world.ts';
import { TOO_LONG_TEXT, type Form, type FormStep } from './support/form.ts';
import { staffForms } from './support/staffForms.ts';

const world = await openWorld();
const tenant = await world.account();
const glasses = await tenant.device();
const session_id = (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body.id;
const taught = { session_id, status: 'completed', procedures: [{ title: 'Open the valve' }] };
await glasses.post('/device/v1/sessions/complete', taught);
const task_id = (await (await tenant.api()).post('/v1/api-tenant-tasks', { title: 'Pump' })).body.id;
const search = { name: 'Ask the handbook', kind: 'knowledge_search', config: {} } as const;
const { id: skill_id } = await createSkill(tenant.ctx(), search);
const { client_id } = await registerApp(tenant.ctx(), {
  name: 'Planner',
  redirect_uris: ['https://a.example/cb'],
  scopes: ['read:tasks'],
});
await submitAppForReview(tenant.ctx(), client_id);
const colleague = await world.staff();
const chromium = await openChromium();

const OF_ACCOUNTS: readonly Form[] = [
  {
    path: '/tasks?new=1',
    dialog: 'New task',
    verb: 'Create task',
    steps: [
      { at: 'Title' },
      { type: { Title: TOO_LONG_TEXT }, at: 'Title' },
      { type: { Title: 'x', 'External id': TOO_LONG_TEXT }, at: 'External id' },
    ],
  },
  {
    path: `/tasks?task=${task_id}`,
    dialog: 'Edit task',
    verb: 'Save',
    opens: ['Edit'],
    steps: [{ type: { Title: '' }, at: 'Title' }],
  },
  {
    path: '/tasks?priority=high',
    dialog: 'Save this view',
    verb: 'Save view',
    opens: ['Save this view'],
    steps: [{ at: 'Name' }],
  },
  {
    path: `/sessions?session=${session_id}`,
    dialog: 'Edit session',
    verb: 'Save',
    opens: ['Edit'],
    steps: [{ type: { Name: TOO_LONG_TEXT }, at: 'Name' }],
  },
  {
    path: '/seats?new=1',
    dialog: 'New seat',
    verb: 'Create and pair',
    steps: [
      { at: 'Name of the glasses' },
      { type: { 'Name of the glasses': TOO_LONG_TEXT }, at: 'Name of the glasses' },
    ],
  },
  {
    path: '/people?new=1',
    dialog: 'Invite a person',
    verb: 'Send the invitation',
    steps: [
      { at: 'Email address' },
      { type: { 'Email address': 'ines' }, at: 'Email address' },
      { type: { 'Email address': 'ines@example.com' }, at: 'Full name' },
      { type: { 'Full name': 'Ines\u202E' }, at: 'Full name' },
    ],
  },
  {
    path: '/people?list=1',
    dialog: 'Invite several people',
    verb: 'Send the invitations',
    steps: [
      { at: 'People' },
      {
        type: { People: Array.from({ length: 201 }, (_, at) => `p${at}@example.com`).join('\n') },
        at: 'People',
      },
    ],
  },
  {
    path: '/keys?new=1',
    dialog: 'Create an API key',
    verb: 'Create key',
    steps: [
      { at: 'Name' },
      { type: { Name: 'Sync', 'Allowed addresses': 'office' }, at: 'Allowed addresses' },
      { type: { 'Allowed addresses': '' }, press: 'None', says: /Needs at least one/ },
    ],
  },
  {
    path: '/webhooks?new=1',
    dialog: 'Add an endpoint',
    verb: 'Add endpoint',
    steps: [
      { at: 'URL' },
      { type: { URL: 'ftp://x' }, at: 'URL' },
      { type: { URL: 'https://a.example' }, press: 'task.created', says: /Needs at least one/ },
    ],
  },
  {
    path: '/apps?new=1',
    dialog: 'Register an app',
    verb: 'Register app',
    steps: [
      { at: 'Name' },
      { type: { Name: 'Planner' }, at: 'Redirect URIs' },
      { type: { 'Redirect URIs': 'ftp: x' }, at: 'Redirect URIs' },
      { type: { 'Redirect URIs': 'https://a.example', Homepage: 'x' }, at: 'Homepage' },
      { type: { Homepage: '' }, press: 'None', says: /Needs at least one/ },
    ],
  },
  {
    path: '/integrations?new=1',
    dialog: 'Add an integration',
    verb: 'Add integration',
    steps: [{ at: 'Provider' }, { type: { Provider: TOO_LONG_TEXT }, at: 'Provider' }],
  },
  {
    path: '/skills?new=1',
    dialog: 'New skill',
    verb: 'Create skill',
    steps: [
      { at: 'Name' },
      { type: { Name: 'Stock' }, at: 'URL' },
      { type: { URL: 'x' }, at: 'URL' },
      { type: { URL: 'https://a.example', 'Secret header': 'X Y' }, at: 'Secret header' },
      { type: { 'Secret header': 'X-Key' }, at: 'Value of the header' },
      { type: { 'Value of the header': 'x', 'Argument schema': '{' }, at: 'Argument schema' },
      { type: { 'Argument schema': '{"type":5}' }, at: 'Argument schema' },
    ],
  },
  {
    path: `/skills?skill=${skill_id}`,
    dialog: search.name,
    verb: 'Run',
    steps: [
      { at: 'Query', says: /Required/ },
      { type: { Query: 'oil', Limit: '0' }, at: 'Limit' },
    ],
  },
  {
    path: '/skills?view=documents',
    dialog: 'Upload 1 document',
    verb: 'Upload',
    steps: [{ file: ['Documents to upload', 'rules.exe', ''], says: /rules.exe: Must be PDF/ }],
  },
  {
    path: '/forms/edit',
    verb: 'Create form',
    steps: [
      { at: 'Name' },
      { type: { Name: 'Pump' }, says: /Add at least one field/ },
      { file: ['Template file', 'form.heic', 'image/heic'], says: /Must be PNG, JPEG, WebP or PDF/ },
    ],
  },
  {
    path: '/settings/danger',
    opens: ['Delete account'],
    dialog: /^Delete Werkstatt Nord/,
    verb: 'Delete account',
    steps: [
      { at: 'Account name to confirm' },
      { type: { 'Account name to confirm': 'Werkstatt', 'Your password': 'x' }, at: 'Your password' },
    ],
  },
  {
    path: '/catalogue',
    dialog: /^Reject/,
    verb: 'Reject',
    opens: ['Reject'],
    steps: [{ at: 'What needs to be improved?' }],
  },
  { path: '/settings/profile', verb: 'Save', steps: [{ type: { 'Full name': ' ' }, at: 'Full name' }] },
  {
    path: '/settings/profile',
    verb: 'Send the link',
    steps: [
      { type: { 'New address': 'nobody', 'Your password': 'x' }, at: 'New address' },
      { type: { 'New address': 'new@example.com' }, at: 'Your password' },
    ],
  },
  {
    path: '/settings/account',
    verb: 'Rename',
    steps: [{ type: { 'Account name': ' ' }, at: 'Account name' }],
  },
  {
    path: '/settings/security',
    verb: 'Change password',
    steps: [
      { type: { 'Current password': 'x', 'New password': 'short' }, at: 'New password' },
      { type: { 'New password': 'long enough' }, at: 'Current password' },
    ],
  },
  {
    path: '/settings/security',
    opens: ['Set up'],
    dialog: 'Set up two-factor sign-in',
    verb: 'Turn on',
    steps: [{ at: 'Code' }, { type: { Code: '123456', 'Your password': 'x' }, at: 'Your password' }],
  },
];

const OF_STAFF = staffForms({
  account_id: tenant.account_id,
  client_id,
  taken: [tenant.admin.email, colleague.email],
});

test('no form of an account shows a technical message, and a message disappears when its field changes', async () => {
  const page = await openDashboard(chromium, world, tenant.admin);
  for (const form of OF_ACCOUNTS) await sendWrongly(page, form);
});

test('no form of the staff shows a technical message', async () => {
  const page = await openDashboard(chromium, world, colleague);
  for (const form of OF_STAFF) await sendWrongly(page, form);
});

async function sendWrongly(page: Page, { path, opens = [], dialog, verb, steps }: Form): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  for (const name of opens)
    await page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('menuitem', { name, exact: true }))
      .first()
      .click();
  const form = dialog ? page.getByRole('dialog', { name: dialog }) : page.getByRole('main');
  for (const step of steps) {
    await fillIn(form, step);
    // A file is checked when it is chosen; no button has to be pressed.
    if (!step.file) await form.getByRole('button', { name: verb }).click();
    if (step.at) await faulty(form, step.at).waitFor();
    if (step.says) await form.getByText(step.says).waitFor();
    assert.doesNotMatch((await form.innerText()).replaceAll(EVENT, ''), TECHNICAL_WORDS, path);
  }
}

async function fillIn(form: Locator, { type = {}, file, press }: FormStep): Promise<void> {
  for (const [label, text] of Object.entries(type)) {
    await inputOf(form, label).fill(text);
    await faulty(form, label).waitFor({ state: 'detached' });
  }
  if (file) {
    const [label, name, mimeType] = file;
    // A page with an empty list shows the same input twice.
    await form
      .page()
      .getByLabel(label)
      .first()
      .setInputFiles({ name, mimeType, buffer: Buffer.from('x') });
  }
  if (press)
    await form
      .getByLabel(press)
      .or(form.getByRole('button', { name: press }))
      .click();
}

/** Names of events and of a setting, which are allowed although they look technical. */
const EVENT = /\b(?:task|session|skill)\.[a-z_]+|\bWEBHOOK_ALLOW\b/g;

function inputOf(form: Locator, label: string): Locator {
  return form.getByLabel(label).and(form.page().locator('input, textarea'));
}

function faulty(form: Locator, label: string): Locator {
  return inputOf(form, label).and(form.page().locator('[aria-invalid=true]'));
}
