/* The pages of a PDF are visible before a form or a document is uploaded, and afterwards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { renderFormPdf } from '../../src/features/forms/sheet/sheet.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const FIELDS = Array.from({ length: 30 }, (_, index) => ({ key: `k${index}`, label: `Point ${index + 1}` }));
const buffer = renderFormPdf({ name: 'Paper checklist', category: 'Maintenance', fields: FIELDS });
const file = { name: 'checklist.pdf', mimeType: 'application/pdf', buffer };
const chromium = await openChromium();

/** Waits until a page is drawn; true if it contains more than white. */
async function isInked(page: Page, label: string): Promise<boolean> {
  const canvas = page.getByRole('img', { name: label });
  await page.locator(`canvas[aria-label="${label}"][data-drawn="true"]`).waitFor();
  return canvas.evaluate((drawn: any) => {
    const { data } = drawn.getContext('2d').getImageData(0, 0, drawn.width, drawn.height);
    return data.some((value: number, at: number) => at % 4 === 0 && value < 100 && data[at + 3] === 255);
  });
}

for (const [name, options] of Object.entries(storyLooks(WIDTHS))) {
  const width = name as keyof typeof WIDTHS;

  test(`Chromium shows the pages of a PDF before and after it is saved, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, {
      path: '/forms/edit',
      ...options,
    });
    await page.getByLabel('Name').fill('From paper');
    await page.getByLabel('Template file').setInputFiles(file);
    assert.ok(await isInked(page, 'Page 1 of 3'));
    await page.getByText('3 pages').waitFor();
    await inspectPage(page, `form-pdf-${width}`);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('link', { name: 'From paper' }).click();
    assert.ok(await isInked(page, 'Page 1 of 3'));

    await page
      .getByLabel('Template file')
      .setInputFiles({ ...file, buffer: Buffer.from('%PDF-1.4\nno\n%%EOF') });
    await page.getByText('The pages of this PDF cannot be shown.').waitFor();
    await page.close();
  });

  test(`Chromium creates a form that has only fields, which glasses show as a generated sheet, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, {
      path: '/forms/edit',
      ...options,
    });
    await page.getByLabel('Name').fill('Without paper');
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('menuitem', { name: 'Yes or no' }).click();
    await page.getByRole('group', { name: 'Untitled field' }).getByLabel('Label').fill('Valve closed');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('link', { name: 'Without paper' }).waitFor();
    await page.getByText('Without template').waitFor();
    await inspectPage(page, `forms-fields-only-${width}`);
    await page.getByRole('link', { name: 'Without paper' }).click();
    assert.ok(await isInked(page, 'Page 1 of 1'));
    await inspectPage(page, `form-fields-only-${width}`);
    const glasses = await tenants[width].device();
    const [form] = (await glasses.get('/device/v1/manifest')).body.forms;
    assert.deepEqual([form.name, form.template_mime_type], ['Without paper', 'application/pdf']);
    await page.close();
  });

  test(`Chromium shows the pages of a document before it is uploaded, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, {
      path: '/skills?view=documents',
      ...options,
    });
    await page.getByLabel('Documents to upload').first().setInputFiles(file);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    assert.ok(await isInked(page, 'Page 1 of 3'));
    await inspectPage(page, `document-pages-${width}`);
    await page.close();
  });
}
