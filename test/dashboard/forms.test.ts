import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const glasses = { desktop: await tenants.desktop.device(), phone: await tenants.phone.device() };
const picture = { name: 'pump.png', mimeType: 'image/png', buffer: drawPng(320, 200) };
const chromium = await openChromium();

for (const [name, options] of Object.entries(storyLooks(WIDTHS))) {
  const width = name as keyof typeof WIDTHS;
  test(`Chromium creates a form, which is filled in and printed, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, { path: '/forms', ...options });
    await page.getByText('No forms yet').waitFor();
    await inspectPage(page, `forms-empty-${width}`);

    await page.getByRole('link', { name: 'New form' }).first().click();
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByText('Must have 1 to 200 characters, not be blank').waitFor();
    await page.getByLabel('Name').fill('Pump inspection');
    await page.getByLabel('Category').fill('Maintenance');
    await page.getByLabel('Template file').setInputFiles(picture);
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('menuitem', { name: 'Number' }).click();
    await page.getByRole('group', { name: 'Untitled field' }).getByLabel('Label').fill('Pressure in bar');
    await page.getByRole('group', { name: 'Pressure in bar' }).getByLabel('Required').check();
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('menuitem', { name: 'Single choice' }).click();
    const state = page.getByRole('group', { name: 'Untitled field' });
    await state.getByLabel('Label').fill('State');
    const options_input = page
      .getByRole('group', { name: 'State' })
      .getByRole('combobox', { name: 'Options' });
    await options_input.fill('good');
    await options_input.press('Enter');
    await options_input.fill('worn');
    await options_input.press('Enter');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('radio', { name: 'worn' }).waitFor();
    await inspectPage(page, `form-new-${width}`);
    await page.getByRole('button', { name: 'Move State up' }).click();
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('link', { name: 'Pump inspection' }).waitFor();
    await inspectPage(page, `forms-${width}`);

    const [form] = (await glasses[width].get('/device/v1/manifest')).body.forms;
    assert.deepEqual(
      form.fields.map(({ key, type, required, options: offered }: any) => [key, type, required, offered]),
      [
        ['state', 'choice', false, ['good', 'worn']],
        ['pressure_in_bar', 'number', true, undefined],
      ],
    );
    const answers = { pressure_in_bar: 4.5, state: 'worn' };
    const filled = await glasses[width].post('/device/v1/forms/submit', { form_id: form.id, answers });
    assert.equal(filled.status, 201);

    await page.getByRole('button', { name: 'Submissions' }).click();
    await page.getByRole('button', { name: 'Pump inspection' }).click();
    const drawer = page.getByRole('dialog', { name: 'Pump inspection' });
    await drawer.getByText('4.5').waitFor();
    await inspectPage(page, `submission-${width}`);
    const [sheet] = await Promise.all([
      page.context().waitForEvent('page'),
      drawer.getByRole('link', { name: 'Print view' }).click(),
    ]);
    await sheet.getByRole('heading', { name: 'Pump inspection' }).waitFor();
    assert.match(await sheet.locator('main').innerText(), /4\.5/);
    await sheet.close();
  });
}
