import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { registerApp, submitAppForReview } from '../../src/features/apps/apps.ts';
import { actAsPlatform } from '../../src/access/platform.ts';
import { createLibraryForm } from '../../src/features/forms/library.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { openChromium } from '../support/chromium.ts';
import {
  clearPageErrors,
  inspectPage,
  openDashboard,
  WIDTHS,
  storyLooks,
  testDetail,
} from '../support/dashboard.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({
  sends_mail: false,
  backups: { place: 's3://key:…@storage.example.com/backups', at_minute_of_day: 180, keep: 7 },
});
await addBackups();
const maker = await world.account('Maker GmbH');
await maker.device();
await maker.device();
const platform = world.platform();
await Promise.all(
  Object.keys(WIDTHS).map(async (width) => {
    const app = await registerApp(maker.ctx(), {
      name: `Planner ${width}`,
      description: 'Plans the work of the day and tells people where to go next.',
      homepage: 'https://planner.example.com',
      redirect_uris: ['https://planner.example.com/callback'],
      scopes: ['read:tasks', 'write:tasks', 'read:users'],
    });
    await submitAppForReview(maker.ctx(), app.client_id);
  }),
);
await createLibraryForm(platform, {
  name: 'Line clearance',
  category: 'Quality',
  fields: [{ key: 'line', label: 'Line', type: 'text', required: true, position: 1 }],
  template_image_base64: drawPng(320, 200).toString('base64'),
});
await createSkill(actAsPlatform(platform), { name: 'Safety rules', kind: 'knowledge_search' });
const api = await maker.api();
await api.get('/v1/api-tenant-tasks');
await api.get('/v1/api-tenant-tasks?limit=0');
await world.app.requests.flush();
const colleague = await world.staff();
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium reviews and approves an app, ${width}`, async () => {
    const page = await openDashboard(chromium, world, colleague, {
      path: '/staff/apps?state=waiting',
      ...options,
    });
    await page.getByRole('button', { name: `Planner ${width}` }).waitFor();
    await inspectPage(page, `reviews-${width}`);
    await page.getByRole('button', { name: `Planner ${width}` }).click();
    const drawer = page.getByRole('dialog', { name: `Planner ${width}` });
    await drawer.getByText('First submission').waitFor();
    await drawer.getByText('write:tasks').waitFor();
    await inspectPage(page, `review-${width}`);
    await drawer.getByRole('button', { name: 'Approve' }).click();
    const asked = page.getByRole('dialog', { name: `Approve Planner ${width}?` });
    await asked.getByLabel('Notes for the developer').fill('Well made.');
    await inspectPage(page, `review-approve-${width}`);
    await asked.getByRole('button', { name: 'Approve app' }).click();
    await drawer.getByText('Active', { exact: true }).waitFor();
    await drawer.getByText('Well made.').waitFor();
  });

  test(`Chromium manages accounts and bundles, ${width}`, async () => {
    const page = await openDashboard(chromium, world, colleague, options);
    await page.getByRole('heading', { name: 'Hello, Sol' }).waitFor();
    await page.getByRole('region', { name: 'Needs attention' }).waitFor();
    await page.getByRole('region', { name: 'Queues' }).getByRole('link', { name: 'Emails' }).waitFor();
    await inspectPage(page, `staff-home-${width}`);
    await page.goto(`${world.url}/staff/bundles`);
    await page.getByRole('button', { name: 'New bundle' }).first().click();
    const form = page.getByRole('dialog', { name: 'New bundle' });
    await form.getByLabel('Name').fill(`Starter ${width}`);
    await form.getByRole('combobox', { name: 'Skills' }).click();
    await page.getByRole('option', { name: 'Safety rules' }).click();
    await page.keyboard.press('Escape');
    await inspectPage(page, `bundle-new-${width}`);
    await form.getByRole('button', { name: 'Create bundle' }).click();
    await page.getByRole('button', { name: `Starter ${width}` }).waitFor();
    await inspectPage(page, `bundles-${width}`);

    await page.goto(`${world.url}/staff/accounts?search=maker`);
    await page.getByRole('button', { name: 'Maker GmbH' }).waitFor();
    await inspectPage(page, `accounts-${width}`);
    await page.getByRole('button', { name: 'Maker GmbH' }).click();
    const drawer = page.getByRole('dialog', { name: 'Maker GmbH' });
    await drawer.getByText('With errors').waitFor();
    await drawer.getByText('0 B of 5.0 GB for files').waitFor();
    await drawer.getByRole('button', { name: 'Allocate a bundle' }).click();
    const allocate = page.getByRole('dialog', { name: 'Allocate a bundle' });
    await allocate.getByRole('combobox', { name: 'Bundle' }).click();
    await page.getByRole('option', { name: `Starter ${width}` }).click();
    await inspectPage(page, `bundle-allocate-${width}`);
    await allocate.getByRole('button', { name: 'Allocate', exact: true }).click();
    await drawer.getByRole('button', { name: `Withdraw Starter ${width}` }).waitFor();
    await inspectPage(page, `account-${width}`);
    await drawer.getByRole('button', { name: 'Delete account' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete Maker GmbH?' });
    await asked.getByLabel('Account name to confirm').fill('Maker GmbH');
    await asked.getByLabel('Your password').fill(colleague.password);
    await asked.getByRole('button', { name: 'Delete account' }).click();
    await drawer.getByText('Requested by the staff of the platform').waitFor();
    await inspectPage(page, `account-deletion-${width}`);
    await drawer.getByRole('button', { name: 'Cancel deletion' }).click();
    await drawer.getByRole('button', { name: 'Delete account' }).waitFor();

    await page.goto(`${world.url}/staff/bundles`);
    await page.getByRole('button', { name: `Starter ${width}` }).click();
    const bundle = page.getByRole('dialog', { name: `Starter ${width}` });
    await bundle.getByRole('link', { name: 'Maker GmbH' }).waitFor();
    await inspectPage(page, `bundle-${width}`);
    await bundle.getByRole('link', { name: 'Maker GmbH' }).click();
    await drawer.getByRole('button', { name: `Withdraw Starter ${width}` }).click();
    await page.getByRole('button', { name: 'Withdraw bundle' }).click();
    await drawer.getByText('No bundles. The account has only its own').waitFor();
    await page.goto(`${world.url}/staff/bundles`);
    await page.getByRole('button', { name: `Starter ${width}` }).click();
    await bundle.getByText('No account has this bundle yet').waitFor();
    await bundle.getByRole('button', { name: `Delete Starter ${width}` }).click();
    await page.getByRole('button', { name: 'Delete bundle' }).click();
    await page.getByText('Bundle deleted').waitFor();
  });

  testDetail(`Chromium gives an account a deletion endpoint of its own, ${width}`, async () => {
    const page = await openDashboard(chromium, world, colleague, {
      path: '/staff/accounts?search=maker',
      ...options,
    });
    await page.getByRole('button', { name: 'Maker GmbH' }).click();
    const drawer = page.getByRole('dialog', { name: 'Maker GmbH' });
    await drawer.getByRole('button', { name: 'Use a separate deletion endpoint' }).click();
    const endpoint = page.getByRole('dialog', { name: 'Deletion endpoint' });
    await endpoint.getByLabel('URL').fill('http://127.0.0.1/deletions');
    await endpoint.getByLabel('Secret').fill('a secret of the training app');
    await endpoint.getByRole('button', { name: 'Save' }).click();
    await endpoint.getByText('unless the setting WEBHOOK_ALLOW').waitFor();
    clearPageErrors(page);
    await endpoint.getByLabel('URL').fill('https://93.184.215.14/deletions');
    await inspectPage(page, `account-deletion-endpoint-${width}`);
    await endpoint.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('https://93.184.215.14/deletions').waitFor();
    await drawer.getByRole('button', { name: 'Remove the deletion endpoint' }).click();
    await drawer.getByRole('button', { name: 'Use a separate deletion endpoint' }).waitFor();
  });

  testDetail(
    `Chromium creates an account and invites a staff member without a mail server, ${width}`,
    async () => {
      const page = await openDashboard(chromium, world, colleague, { path: '/staff/accounts', ...options });
      await page.getByText('No mail server is configured').waitFor();
      await page.getByRole('button', { name: 'New account' }).click();
      const form = page.getByRole('dialog', { name: 'New account' });
      await form.getByLabel('Account name').fill(`Nord ${width}`);
      await form.getByLabel('Full name').fill('Nora Nord');
      await form.getByLabel('Email address').fill(`nora-${width}@example.com`);
      await inspectPage(page, `account-new-${width}`);
      await form.getByRole('button', { name: 'Create account' }).click();
      await followLink(page, { name: `account-link-${width}`, greeting: `Welcome to Nord ${width}` });
      await page.getByRole('button', { name: `Nord ${width}` }).click();
      const drawer = page.getByRole('dialog', { name: `Nord ${width}` });
      await drawer.getByText('Invited', { exact: true }).waitFor();
      await inspectPage(page, `account-invited-${width}`);
      await drawer.getByRole('button', { name: 'Copy a new link' }).click();
      await followLink(page, { name: `account-again-${width}`, greeting: `Welcome to Nord ${width}` });

      await page.goto(`${world.url}/staff/members?new=1`);
      const invite = page.getByRole('dialog', { name: 'Invite a staff member' });
      await invite.getByLabel('Full name').fill(`Cleo ${width}`);
      await invite.getByLabel('Email address').fill(`cleo-${width}@example.com`);
      await invite.getByRole('button', { name: 'Invite', exact: true }).click();
      await followLink(page, {
        name: `member-link-${width}`,
        greeting: 'Welcome to the Tenant Ops staff team',
      });
      await inspectPage(page, `members-${width}`);
      assert.equal(await page.getByRole('button', { name: 'Actions for Sol Staff' }).count(), 0);
      await page.getByRole('button', { name: `Actions for Cleo ${width}` }).click();
      await page.getByRole('menuitem', { name: 'Deactivate' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
      await page.getByText(`Cleo ${width} was deactivated`).waitFor();
    },
  );

  testDetail(`Chromium shows an admin the invitation link without a mail server, ${width}`, async () => {
    const page = await openDashboard(chromium, world, maker.admin, { path: '/people?new=1', ...options });
    const form = page.getByRole('dialog', { name: 'Invite a person' });
    await form.getByText('you have to send the link yourself').waitFor();
    await form.getByLabel('Full name').fill('Ines Vogel');
    await form.getByLabel('Email address').fill(`ines-${width}@example.com`);
    await form.getByRole('button', { name: 'Send the invitation' }).click();
    await followLink(page, { name: `person-link-${width}`, greeting: 'Welcome to Maker GmbH' });
    await inspectPage(page, `people-without-mail-${width}`);
  });

  test(`Chromium manages queues, mails, the library and platform skills, ${width}`, async () => {
    const page = await openDashboard(chromium, world, colleague, { path: '/staff/queues', ...options });
    await page.getByRole('region', { name: 'Webhook deliveries' }).waitFor();
    await inspectPage(page, `queues-${width}`);
    await page.goto(`${world.url}/staff/mails`);
    await page.getByText('SMTP_URL').waitFor();
    await page
      .getByRole('button', { name: /approved/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Sending the email').waitFor();
    await inspectPage(page, `mail-${width}`);
    await page.goto(`${world.url}/staff/backups`);
    await page.getByText('42 s').first().waitFor();
    await page.getByText('There is no room left').waitFor();
    await page.getByText('the latest 7').waitFor();
    await inspectPage(page, `backups-${width}`);
    await page.goto(`${world.url}/staff/forms`);
    await page.getByRole('link', { name: 'Line clearance' }).waitFor();
    await inspectPage(page, `library-${width}`);
    await page.goto(`${world.url}/staff/skills`);
    await page.getByRole('button', { name: 'Safety rules' }).waitFor();
    await inspectPage(page, `platform-skills-${width}`);
    await page.getByRole('button', { name: 'Safety rules' }).click();
    const skill = page.getByRole('dialog', { name: 'Safety rules' });
    await skill.getByLabel('Query').fill('gloves');
    await skill.getByRole('button', { name: 'Run' }).click();
    await skill.getByText('Success').waitFor();
    await inspectPage(page, `platform-skill-${width}`);
  });
}

test('Chromium starts one backup with two clicks, and shows its progress and its result', async () => {
  const page = await openDashboard(chromium, world, colleague, { path: '/staff/backups' });
  await page.getByRole('button', { name: 'Back up now' }).dblclick();
  await page.getByRole('button', { name: 'Backup is running' }).waitFor();
  const running = await world.db<{ id: string }[]>`select id from backups where state = 'running'`;
  assert.equal(running.length, 1);
  await world.db`update backups set bytes = 5000000 where state = 'running'`;
  await page.getByText('4.8 MB written so far').waitFor();
  await inspectPage(page, 'backup-running');
  await world.db`update backups set state = 'done', finished_at = now(), made_at = now() where state = 'running'`;
  await page.getByRole('button', { name: 'Back up now' }).waitFor();
  await page.getByText('written so far').waitFor({ state: 'detached' });
  await world.db`delete from backups where id = ${running[0]?.id ?? ''}`;
});

/** Creates a failed and a completed backup. */
async function addBackups(): Promise<void> {
  const now = Date.now();
  const common = { place: 's3://key:…@storage.example.com/backups/one.backup', alive_at: new Date(now) };
  const rows = [
    { state: 'done', hours: 30, bytes: 2_400_000_000, reason: null },
    { state: 'failed', hours: 6, bytes: null, reason: 'There is no room left' },
  ];
  for (const { hours, ...row } of rows) {
    const started_at = new Date(now - hours * 3_600_000);
    const finished_at = new Date(started_at.getTime() + 42_000);
    const due_at = started_at;
    const made_at = row.state === 'done' ? started_at : null;
    const backup = { id: randomUUID(), ...common, ...row, due_at, started_at, finished_at, made_at };
    await world.db`insert into backups ${world.db(backup)}`;
  }
}

/** Opens the invitation link that the dialog shows, after copying it and closing the dialog. */
async function followLink(page: Page, { name, greeting }: { name: string; greeting: string }): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Copy the link' });
  const link = (await dialog.getByText('/invitation?token=').textContent()) ?? '';
  await inspectPage(page, name);
  const shown = await openBrowser(world.url).get(link.slice(world.url.length));
  assert.match(shown.text, new RegExp(greeting));
  await dialog.getByRole('button', { name: 'Done, I copied it' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
