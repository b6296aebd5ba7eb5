import type { Page } from 'playwright-core';

/** A screenshot: its page, and the preparation before it is taken. */
export type GalleryPage = {
  name: string;
  path: string;
  /** True for pages of the platform staff. */
  as_staff?: true;
  prepare?: (page: Page) => Promise<void>;
};

/** Every page of the dashboard. `npm run gallery` takes each in light, in dark and on a phone. */
export const GALLERY_PAGES: readonly GalleryPage[] = [
  { name: 'home', path: '/' },
  {
    name: 'search',
    path: '/',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('pump');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  { name: 'tasks', path: '/tasks' },
  { name: 'tasks-board', path: '/tasks?view=board' },
  {
    name: 'task',
    path: '/tasks?status=completed',
    prepare: async (page) => {
      await page
        .locator('main')
        .getByRole('button', { name: /pump 7/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Do this with the API').waitFor();
    },
  },
  {
    name: 'task-new',
    path: '/tasks',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New task' }).first().click();
      await page.getByRole('dialog').getByLabel('Title').fill('Replace the seal of valve 3');
    },
  },
  { name: 'sessions', path: '/sessions' },
  {
    name: 'session',
    path: '/sessions?role=trainer&status=completed',
    prepare: async (page) => {
      await page
        .locator('main')
        .getByRole('button', { name: /pump 7/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Vent and open').waitFor();
    },
  },
  { name: 'catalogue', path: '/catalogue' },
  {
    name: 'catalogue-reject',
    path: '/catalogue',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Reject', exact: true }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Too dark to see' }).click();
    },
  },
  { name: 'people', path: '/people' },
  {
    name: 'user',
    path: '/tasks',
    prepare: async (page) => {
      await page.locator('main a[href^="/people/"]').first().click();
      await page.getByRole('tab', { name: 'Procedures' }).waitFor();
    },
  },
  {
    name: 'person-invite',
    path: '/people',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Invite a person' }).first().click();
      await page.getByRole('dialog').getByLabel('Full name').fill('Ines Vogel');
    },
  },
  { name: 'seats', path: '/seats' },
  {
    name: 'seat-pair',
    path: '/seats',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Actions for Glasses 01' }).click();
      await page.getByRole('menuitem', { name: /^Pair/ }).click();
      await page.getByRole('dialog').getByText('Waiting for the glasses …').waitFor();
    },
  },
  { name: 'reports', path: '/reports' },
  { name: 'keys', path: '/keys' },
  {
    name: 'key-new',
    path: '/keys',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByRole('dialog').getByRole('table', { name: 'Scopes' }).waitFor();
    },
  },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'endpoint', path: '/webhooks', prepare: (page) => openRow(page, /work-orders/) },
  {
    name: 'delivery',
    path: '/webhooks',
    prepare: async (page) => {
      await openRow(page, /work-orders/);
      await openRow(page, 'task.created');
      await page.getByRole('dialog').getByText(/X-Webhook-Signature/).first().waitFor();
    },
  },
  {
    name: 'endpoint-settings',
    path: '/webhooks',
    prepare: async (page) => {
      await openRow(page, /planner/);
      await page.getByRole('tab', { name: 'Settings' }).click();
    },
  },
  {
    name: 'signature-checker',
    path: '/webhooks',
    prepare: async (page) => {
      await openRow(page, /planner/);
      await page.getByRole('tab', { name: 'Signature checker' }).click();
    },
  },
  { name: 'apps', path: '/apps' },
  {
    name: 'app-new',
    path: '/apps',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Register app' }).first().click();
      await page.getByRole('dialog').getByRole('table', { name: 'Scopes' }).waitFor();
    },
  },
  { name: 'app', path: '/apps', prepare: openFirst },
  { name: 'app-authorise', path: '/apps', prepare: (page) => openTab(page, 'Authorize URL') },
  { name: 'app-review', path: '/apps', prepare: (page) => openTab(page, 'Review') },
  { name: 'app-accounts', path: '/apps', prepare: (page) => openTab(page, 'Connected accounts') },
  { name: 'requests', path: '/requests?span=hour' },
  {
    name: 'request',
    path: '/requests?span=hour',
    prepare: async (page) => {
      await openRow(page, /POST/);
      await page.getByRole('dialog').getByText(/^curl -X/).waitFor();
    },
  },
  { name: 'connections', path: '/connections' },
  { name: 'integrations', path: '/integrations' },
  { name: 'audit', path: '/audit' },
  { name: 'settings', path: '/settings/profile' },
  { name: 'settings-security', path: '/settings/security' },
  { name: 'settings-account', path: '/settings/account' },
  { name: 'settings-danger', path: '/settings/danger' },
  {
    name: 'second-factor',
    path: '/settings/security',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('img', { name: 'QR code of the key below' }).waitFor();
    },
  },
  { name: 'skills', path: '/skills' },
  {
    name: 'skill',
    path: '/skills',
    prepare: async (page) => {
      await page.locator('main').getByRole('button', { name: 'Ask the handbook' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('Query').fill('pump');
      await drawer.getByRole('button', { name: 'Run' }).click();
      await drawer.getByText('Success').waitFor();
    },
  },
  { name: 'executions', path: '/skills?view=executions' },
  { name: 'documents', path: '/skills?view=documents' },
  { name: 'search', path: '/skills?view=search&query=pump' },
  { name: 'forms', path: '/forms' },
  { name: 'form-library', path: '/forms?view=library' },
  { name: 'submissions', path: '/forms?view=submissions' },
  {
    name: 'form',
    path: '/forms',
    prepare: async (page) => {
      await page.locator('main article a').first().click();
      await page.getByRole('region', { name: 'Preview' }).waitFor();
    },
  },
  { name: 'staff-home', path: '/', as_staff: true },
  { name: 'staff-apps', path: '/staff/apps', as_staff: true },
  {
    name: 'staff-app',
    path: '/staff/apps',
    as_staff: true,
    prepare: async (page) => {
      await openFirstRow(page);
      await page.getByRole('dialog').getByText('Redirect URIs of the app').waitFor();
    },
  },
  { name: 'staff-accounts', path: '/staff/accounts', as_staff: true },
  {
    name: 'staff-account',
    path: '/staff/accounts',
    as_staff: true,
    prepare: async (page) => {
      await openFirstRow(page);
      await page.getByRole('dialog').getByText('Last API call').waitFor();
    },
  },
  { name: 'staff-account-new', path: '/staff/accounts?new=1', as_staff: true },
  { name: 'staff-members', path: '/staff/members', as_staff: true },
  { name: 'staff-bundles', path: '/staff/bundles', as_staff: true },
  {
    name: 'staff-bundle',
    path: '/staff/bundles',
    as_staff: true,
    prepare: async (page) => {
      await openFirstRow(page);
      await page.getByRole('dialog').getByText('Accounts with this bundle').waitFor();
    },
  },
  {
    name: 'staff-bundle-edit',
    path: '/staff/bundles',
    as_staff: true,
    prepare: async (page) => {
      await openFirstRow(page);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog', { name: 'Edit bundle' }).getByLabel('Name').waitFor();
    },
  },
  { name: 'staff-skills', path: '/staff/skills', as_staff: true },
  {
    name: 'staff-skill',
    path: '/staff/skills',
    as_staff: true,
    prepare: async (page) => {
      await openFirstRow(page);
      await page.getByRole('dialog').getByLabel('Query').waitFor();
    },
  },
  { name: 'staff-knowledge', path: '/staff/knowledge', as_staff: true },
  { name: 'staff-collections', path: '/staff/knowledge?view=collections', as_staff: true },
  { name: 'staff-library', path: '/staff/forms', as_staff: true },
  { name: 'staff-queues', path: '/staff/queues', as_staff: true },
  { name: 'staff-mails', path: '/staff/mails', as_staff: true },
  { name: 'staff-backups', path: '/staff/backups', as_staff: true },
];

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('main table button, main ul button').first().click();
}

async function openRow(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('main').getByRole('button', { name }).first().click();
}

async function openFirst(page: Page): Promise<void> {
  await page.locator('main :is(tbody, ul) button').first().click();
  await page.getByRole('tablist').waitFor();
}

async function openTab(page: Page, name: string): Promise<void> {
  await openFirst(page);
  await page.getByRole('tab', { name }).click();
}
