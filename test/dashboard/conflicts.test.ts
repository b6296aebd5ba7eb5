/* Two people edit one record in two browsers. The second learns of the first edit and chooses a value per field. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import {
  clearPageErrors,
  inspectPage,
  openDashboard,
  storyLooks,
  testDetail,
  WIDTHS,
} from '../support/dashboard.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium tells the second of two browsers that the task was changed, ${width}`, async () => {
    const tenant = await world.account();
    const admin = await consoleOf(world, tenant.admin);
    const { id } = (await admin.post('/tasks', { title: 'Oil the press', description: 'Slowly' })).body;
    const path = `/tasks?task=${id}`;
    const [ada, max] = await Promise.all([
      openDashboard(chromium, world, tenant.admin, { ...options, path }),
      openDashboard(chromium, world, await memberOf(tenant), { ...options, path }),
    ]);
    const form = await openEdit(max);
    await form.getByLabel('Title').fill('Clean the press');
    await form.getByLabel('Description').fill('Twice');
    await editAsFirst(ada);

    await form.getByRole('button', { name: 'Save' }).click();
    const dialog = max.getByRole('dialog', { name: 'Changed meanwhile' });
    await dialog.getByText('Ada Admin changed this record').waitFor();
    clearPageErrors(max);
    const save = dialog.getByRole('button', { name: 'Save' });
    assert.ok(await save.isDisabled(), 'no value is preselected');
    await inspectPage(max, `conflict-${width}`);
    await dialog.getByRole('radiogroup', { name: 'Title' }).getByLabel('Keep mine').press('Space');
    await dialog.getByRole('radiogroup', { name: 'Description' }).getByLabel('Keep theirs').press('Space');
    await save.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await max.getByRole('dialog', { name: 'Clean the press' }).waitFor();

    const { task } = (await admin.get(`/task?task_id=${id}`)).body;
    assert.deepEqual(
      [task.title, task.description, task.priority],
      ['Clean the press', 'Fast', 'high'],
      'the priority, which only the first browser changed, stays',
    );
  });

testDetail(
  'Chromium keeps the fields that another admin saved in a form, and the name that the user entered',
  async () => {
    const tenant = await world.account();
    const admin = await consoleOf(world, tenant.admin);
    const field = (label: string) => ({ key: label, label, type: 'text', required: false, position: 1 });
    const { id } = (await admin.post('/forms', { name: 'Pump', fields: [field('pressure')] })).body;
    const page = await openDashboard(chromium, world, tenant.admin, { path: `/forms/edit?id=${id}` });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pump inspection');
    await page.getByRole('textbox', { name: 'Label' }).first().fill('Noise');
    await admin.put(`/forms?id=${id}`, { name: 'Old pump', fields: [field('heat'), field('leaks')] });

    await page.getByRole('button', { name: 'Save form' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await dialog.getByText('You changed this record in another window').waitFor();
    clearPageErrors(page);
    await dialog.getByText('2. leaks').waitFor();
    await inspectPage(page, 'conflict-form');
    await dialog.getByRole('radiogroup', { name: 'Name' }).getByLabel('Keep mine').check();
    await dialog.getByRole('radiogroup', { name: 'Fields' }).getByLabel('Keep theirs').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Form saved').waitFor();
    const form = (await admin.get(`/form?id=${id}`)).body;
    assert.deepEqual([form.name, form.fields.length], ['Pump inspection', 2]);
  },
);

testDetail(
  'Chromium returns to the form of a skill, and keeps the value that another admin saved',
  async () => {
    const tenant = await world.account();
    const admin = await consoleOf(world, tenant.admin);
    const config = { url: 'https://parts.example.com/', timeout_ms: 1_000 };
    const { id } = (await admin.post('/skills', { name: 'Stock', kind: 'http', config })).body;
    const page = await openDashboard(chromium, world, tenant.admin, { path: `/skills?skill=${id}` });
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit skill' });
    await form.getByLabel('URL').fill('https://parts.example.com/mine');
    const theirs = { ...config, url: 'https://parts.example.com/theirs' };
    await admin.patch(`/skills?skill_id=${id}`, { config: theirs });

    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await form.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('https://parts.example.com/theirs').waitFor();
    clearPageErrors(page);
    await inspectPage(page, 'conflict-skill');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(
      await form.getByLabel('URL').inputValue(),
      'https://parts.example.com/mine',
      'the input stays',
    );

    await form.getByRole('button', { name: 'Save' }).click();
    await dialog.getByLabel('Keep theirs').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const { skills } = (await admin.get('/skills')).body;
    assert.equal(skills[0].config.url, theirs.url);
  },
);

testDetail('Chromium asks again before it deactivates a user whom another admin promoted', async () => {
  const tenant = await world.account();
  const admin = await consoleOf(world, tenant.admin);
  const id = await tenant.user('Bo Builder');
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/people?search=Bo' });
  await page.getByRole('button', { name: 'Actions for Bo Builder' }).click();
  await page.getByRole('menuitem', { name: 'Make an admin' }).waitFor();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await admin.patch(`/people?user_id=${id}`, { access: 'admin' });

  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
  await dialog.getByRole('radiogroup', { name: 'Access' }).getByLabel('Keep theirs').check();
  clearPageErrors(page);
  await inspectPage(page, 'conflict-user');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { people } = (await admin.get('/people?search=Bo')).body;
  assert.deepEqual([people[0].access, people[0].status], ['admin', 'inactive']);
});

async function openEdit(page: Page): Promise<Locator> {
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit task' });
  await form.waitFor();
  return form;
}

async function editAsFirst(page: Page): Promise<void> {
  const form = await openEdit(page);
  await form.getByLabel('Title').fill('Grease the press');
  await form.getByLabel('Description').fill('Fast');
  await form.getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Grease the press' }).waitFor();
}
