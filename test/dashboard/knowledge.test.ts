import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const reader = createDocumentReader();
after(() => reader.close());
const { db, clock, files } = world;
const handbook = {
  name: 'handbook.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from(
    '# Pump 7\n\n## Flange\n\nTighten the flange bolts crosswise to 45 newton metres & check for leaks.\n\n' +
      '## Oil\n\nChange the oil every 2000 hours.',
  ),
};
const chromium = await openChromium();

for (const [name, options] of Object.entries(storyLooks(WIDTHS))) {
  const width = name as keyof typeof WIDTHS;
  test(`Chromium uploads a document, which is processed and found, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, {
      path: '/skills?view=documents',
      ...options,
    });
    await page.getByText('No documents yet').waitFor();
    await inspectPage(page, `documents-empty-${width}`);
    await page.getByLabel('Documents to upload').first().setInputFiles([handbook]);
    const form = page.getByRole('dialog', { name: 'Upload 1 document' });
    assert.equal(await form.getByLabel('Collection').inputValue(), 'General');
    assert.equal(await form.getByRole('combobox', { name: 'Language' }).inputValue(), 'English');
    await form.getByLabel('Collection').fill('Handbooks');
    await inspectPage(page, `documents-upload-${width}`);
    await form.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('main').getByText('Handbooks').first().waitFor();
    await page.getByRole('main').getByText('Queued', { exact: true }).waitFor();
    await DOCUMENT_QUEUE.run({ db, clock, files, reader });
    await page.getByRole('main').getByText('Ready', { exact: true }).waitFor();
    await inspectPage(page, `documents-${width}`);
    await page.getByRole('main').getByLabel('Name', { exact: true }).fill('zeppelin');
    await page.getByText('No results for these filters').waitFor();
    await page.getByRole('main').getByLabel('Name', { exact: true }).fill('hand');
    await page.getByRole('main').getByText('Ready', { exact: true }).waitFor();
    await inspectPage(page, `documents-found-${width}`);

    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByLabel('Question').fill('flange bolts');
    await page.getByLabel('Question').press('Enter');
    const passage = page.getByRole('list', { name: 'Passages' }).getByRole('listitem').first();
    await passage.getByText('newton metres & check').waitFor();
    assert.ok((await passage.locator('mark').allInnerTexts()).includes('flange'));
    await inspectPage(page, `search-${width}`);
    await page.getByLabel('Question').fill('oil of the zeppelin propeller');
    await page.getByLabel('Question').press('Enter');
    await page.getByRole('status').getByText('No passage matches well.').waitFor();
    await passage.getByText('Weak match', { exact: true }).waitFor();
    await inspectPage(page, `search-weak-${width}`);
  });

  test(`Chromium creates a skill and tests it, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width].admin, { path: '/skills', ...options });
    await page.getByRole('button', { name: 'New skill' }).first().click();
    const form = page.getByRole('dialog', { name: 'New skill' });
    await form.getByLabel('Name').fill('Ask the handbook');
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Knowledge search' }).click();
    await inspectPage(page, `skill-new-${width}`);
    await form.getByRole('button', { name: 'Create skill' }).click();
    await page.getByRole('button', { name: 'Ask the handbook' }).click();
    const drawer = page.getByRole('dialog', { name: 'Ask the handbook' });
    await drawer.getByLabel('Query').fill('oil');
    await drawer.getByRole('button', { name: 'Run' }).click();
    await drawer.getByText('Success').waitFor();
    assert.match(await drawer.getByRole('region', { name: 'Answer' }).innerText(), /2000 hours/);
    await inspectPage(page, `skill-${width}`);
    await drawer.getByRole('link', { name: 'Show executions' }).click();
    await page.getByRole('button', { name: 'Ask the handbook' }).first().waitFor();
    await inspectPage(page, `executions-${width}`);
  });
}
