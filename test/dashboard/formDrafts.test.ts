import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLibraryForm } from '../../src/features/forms/library.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const glasses = { desktop: await tenants.desktop.device(), phone: await tenants.phone.device() };
const picture = { name: 'pump.png', mimeType: 'image/png', buffer: drawPng(320, 200) };
await createLibraryForm(world.platform(), {
  name: 'Line clearance',
  category: 'Quality',
  fields: [{ key: 'line', label: 'Line', type: 'text', required: true, position: 1 }],
  template_image_base64: picture.buffer.toString('base64'),
});
const chromium = await openChromium();

for (const [name, options] of Object.entries(storyLooks(WIDTHS))) {
  const width = name as keyof typeof WIDTHS;
  test(`Chromium keeps an unfinished form as a draft until it is activated, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, {
      path: '/forms/edit',
      ...options,
    });
    await page.getByLabel('Name').fill('Valve check');
    await page.getByLabel('Template file').setInputFiles(picture);
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByText('Add at least one field, or save the form as a draft').waitFor();
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('menuitem', { name: 'Single choice' }).click();
    await page.getByRole('group', { name: 'Untitled field' }).getByLabel('Label').fill('State');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByText('Add at least one option', { exact: true }).waitFor();
    await inspectPage(page, `form-unfinished-${width}`);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('link', { name: 'Valve check' }).click();
    const offered = page.getByRole('combobox', { name: 'Options' });
    await offered.fill('open');
    await offered.press('Enter');
    await page.getByRole('button', { name: 'Save and turn on' }).click();
    await page.getByRole('link', { name: 'Valve check' }).waitFor();
    const { forms } = (await glasses[width].get('/device/v1/manifest')).body;
    assert.ok(forms.some(({ name: called }: { name: string }) => called === 'Valve check'));
  });

  test(`Chromium imports a form from the library, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, {
      path: '/forms?view=library',
      ...options,
    });
    await page.getByRole('button', { name: 'Line clearance', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Preview').getByLabel('Line').waitFor();
    await inspectPage(page, `library-form-${width}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Import Line clearance' }).click();
    await page.getByText('Line clearance was added to your forms').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Imported').waitFor();
    await inspectPage(page, `library-own-${width}`);
  });
}
