import type { Page } from 'playwright-core';

/** One picture: where it is, and what is done before it is taken. */
export type Shot = { name: string; path: string; prepare?: (page: Page) => Promise<void> };

/** Every page of the dashboard has a line here; `npm run gallery` takes each in light, dark and on a phone. */
export const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/' },
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
      await page.getByRole('dialog').getByText('The same by API').waitFor();
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
  { name: 'keys', path: '/keys' },
  {
    name: 'key-new',
    path: '/keys',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByRole('dialog').getByRole('table', { name: 'Scopes' }).waitFor();
    },
  },
];
