import type { Page } from 'playwright-core';

/** Returns a label of the dashboard in the language of the pictures. */
export type TranslateLabel = (label: string, values?: Record<string, string>) => string;

/** A screenshot: its page, and the preparation before it is taken. */
export type GalleryPage = {
  name: string;
  path: string;
  /** The signed-in user; an admin of the demo account by default. */
  as?: 'staff' | 'nobody';
  prepare?: (page: Page, t: TranslateLabel) => Promise<void>;
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
    prepare: async (page, t) => {
      await page
        .locator('main')
        .getByRole('button', { name: /pump 7/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText(t('Do this with the API')).waitFor();
    },
  },
  {
    name: 'task-new',
    path: '/tasks',
    prepare: async (page, t) => {
      await page.getByRole('button', { name: t('New task') }).first().click();
      await page.getByRole('dialog').getByLabel(t('Title')).fill('Replace the seal of valve 3');
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
    prepare: async (page, t) => {
      await page.getByRole('button', { name: t('Reject'), exact: true }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: t('Too dark to see') }).click();
    },
  },
  { name: 'people', path: '/people' },
  {
    name: 'user',
    path: '/tasks',
    prepare: async (page, t) => {
      await page.locator('main a[href^="/people/"]').first().click();
      await page.getByRole('tab', { name: t('Procedures') }).waitFor();
    },
  },
  {
    name: 'person-invite',
    path: '/people',
    prepare: async (page, t) => {
      await page.getByRole('button', { name: t('Invite a person') }).first().click();
      await page.getByRole('dialog').getByLabel(t('Full name')).fill('Ines Vogel');
    },
  },
  { name: 'seats', path: '/seats' },
  {
    name: 'seat-pair',
    path: '/seats',
    prepare: async (page, t) => {
      await page.getByRole('button', { name: t('Actions for {name}', { name: 'Glasses 01' }) }).click();
      await page.getByRole('menuitem', { name: t('Pair other glasses') }).click();
      await page.getByRole('dialog').getByText(t('Waiting for the glasses …')).waitFor();
    },
  },
  { name: 'reports', path: '/reports' },
  { name: 'keys', path: '/keys' },
  {
    name: 'key-new',
    path: '/keys',
    prepare: async (page, t) => {
      await page.getByRole('button', { name: t('Create key') }).first().click();
      await page.getByRole('dialog').getByRole('table', { name: t('Scopes') }).waitFor();
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
    prepare: async (page, t) => {
      await openRow(page, /planner/);
      await page.getByRole('tab', { name: t('Settings') }).click();
    },
  },
  {
    name: 'signature-checker',
    path: '/webhooks',
    prepare: async (page, t) => {
      await openRow(page, /planner/);
      await page.getByRole('tab', { name: t('Signature checker') }).click();
    },
  },
  { name: 'apps', path: '/apps' },
  {
    name: 'app-new',
    path: '/apps',
    prepare: async (page, t) => {
      await page.getByRole('button', { name: t('Register app') }).first().click();
      await page.getByRole('dialog').getByRole('table', { name: t('Scopes') }).waitFor();
    },
  },
  { name: 'app', path: '/apps', prepare: openFirst },
  { name: 'app-authorise', path: '/apps', prepare: (page, t) => openTab(page, t('Authorize URL')) },
  { name: 'app-review', path: '/apps', prepare: (page, t) => openTab(page, t('Review')) },
  {
    name: 'consent',
    path: '/apps',
    prepare: async (page, t) => {
      await openTab(page, t('Authorize URL'));
      const link = page.getByText(/oauth\/authorize\?/).first();
      await page.goto((await link.textContent()) ?? '');
      await page.locator('button[value="allowed"]').waitFor();
    },
  },
  { name: 'consent-unknown-app', path: '/oauth/authorize?client_id=unknown&response_type=code' },
  { name: 'app-accounts', path: '/apps', prepare: (page, t) => openTab(page, t('Connected accounts')) },
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
    prepare: async (page, t) => {
      await page.getByRole('button', { name: t('Set up') }).click();
      await page.getByRole('img', { name: t('QR code of the key below') }).waitFor();
    },
  },
  { name: 'account-page', path: '/account' },
  { name: 'second-factor-page', path: '/account/second-factor' },
  { name: 'not-found', path: '/nothing' },
  { name: 'skills', path: '/skills' },
  {
    name: 'skill',
    path: '/skills',
    prepare: async (page, t) => {
      await page.locator('main').getByRole('button', { name: 'Ask the handbook' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('Query').fill('pump');
      await drawer.getByRole('button', { name: t('Run') }).click();
      await drawer.getByText(t('Success')).waitFor();
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
    prepare: async (page, t) => {
      await page.locator('main article a').first().click();
      await page.getByRole('region', { name: t('Preview') }).waitFor();
    },
  },
  { name: 'staff-home', path: '/', as: 'staff' },
  { name: 'staff-apps', path: '/staff/apps', as: 'staff' },
  { name: 'staff-app', path: '/staff/apps', as: 'staff', prepare: openFirstRowUntil('Redirect URIs of the app') },
  { name: 'staff-accounts', path: '/staff/accounts', as: 'staff' },
  { name: 'staff-account', path: '/staff/accounts', as: 'staff', prepare: openFirstRowUntil('Last API call') },
  { name: 'staff-account-new', path: '/staff/accounts?new=1', as: 'staff' },
  { name: 'staff-members', path: '/staff/members', as: 'staff' },
  { name: 'staff-bundles', path: '/staff/bundles', as: 'staff' },
  { name: 'staff-bundle', path: '/staff/bundles', as: 'staff', prepare: openFirstRowUntil('Accounts with this bundle') },
  {
    name: 'staff-bundle-edit',
    path: '/staff/bundles',
    as: 'staff',
    prepare: async (page, t) => {
      await openFirstRow(page);
      await page.getByRole('button', { name: t('Edit') }).click();
      await page.getByRole('dialog', { name: t('Edit bundle') }).getByLabel(t('Name')).waitFor();
    },
  },
  { name: 'staff-skills', path: '/staff/skills', as: 'staff' },
  {
    name: 'staff-skill',
    path: '/staff/skills',
    as: 'staff',
    prepare: async (page) => {
      await openFirstRow(page);
      await page.getByRole('dialog').getByLabel('Query').waitFor();
    },
  },
  { name: 'staff-knowledge', path: '/staff/knowledge', as: 'staff' },
  { name: 'staff-collections', path: '/staff/knowledge?view=collections', as: 'staff' },
  { name: 'staff-library', path: '/staff/forms', as: 'staff' },
  { name: 'staff-queues', path: '/staff/queues', as: 'staff' },
  { name: 'staff-mails', path: '/staff/mails', as: 'staff' },
  { name: 'staff-backups', path: '/staff/backups', as: 'staff' },
  { name: 'sign-in', path: '/sign-in', as: 'nobody' },
  {
    name: 'sign-in-wrong',
    path: '/sign-in',
    as: 'nobody',
    prepare: async (page) => {
      await page.locator('#email').fill('ada@example.com');
      await page.locator('#password').fill('a wrong password');
      await page.locator('form button').first().click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'reset-password', path: '/reset-password', as: 'nobody' },
  {
    name: 'reset-password-sent',
    path: '/reset-password',
    as: 'nobody',
    prepare: async (page) => {
      await page.locator('#email').fill('ada@example.com');
      await page.locator('form button').click();
      await page.locator('input[name="again"]').waitFor({ state: 'attached' });
    },
  },
  { name: 'link-expired', path: '/invitation?token=unknown', as: 'nobody' },
];

function openFirstRowUntil(label: string): NonNullable<GalleryPage['prepare']> {
  return async (page, t) => {
    await openFirstRow(page);
    await page.getByRole('dialog').getByText(t(label)).waitFor();
  };
}

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
