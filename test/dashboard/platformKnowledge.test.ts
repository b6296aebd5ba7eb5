import { after, test } from 'node:test';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const { db, clock, files } = world;
const reader = createDocumentReader();
after(() => reader.close());
const colleague = await world.staff();
const chromium = await openChromium();
const documentOf = (width: string) => ({
  name: `rules-${width}.md`,
  mimeType: 'text/markdown',
  buffer: Buffer.from(`# Rules\n\nWear gloves near the ${width} press.`),
});

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium creates a collection of the platform, whose document is processed, found and deleted, ${width}`, async () => {
    const page = await openDashboard(chromium, world, colleague, {
      path: '/staff/knowledge?view=collections',
      ...options,
    });
    await page.getByRole('button', { name: 'New collection' }).first().waitFor();
    await inspectPage(page, `platform-collections-${width}`);
    await page.getByRole('button', { name: 'New collection' }).first().click();
    const form = page.getByRole('dialog', { name: 'New collection' });
    await form.getByRole('button', { name: 'Upload' }).click();
    await form.getByText('Enter a name').waitFor();
    await form.getByLabel('Name').fill(`Safety ${width}`);
    await form.getByRole('button', { name: 'Upload' }).click();
    await form.getByText('Choose at least one document').waitFor();
    await form.getByLabel('Documents of the collection').setInputFiles([documentOf(width)]);
    await form.getByText('1 document', { exact: true }).waitFor();
    await inspectPage(page, `platform-collection-new-${width}`);
    await form.getByRole('button', { name: 'Upload' }).click();

    await page.getByRole('button', { name: `Safety ${width}`, exact: true }).click();
    await page.getByRole('main').getByText('Queued', { exact: true }).waitFor();
    await DOCUMENT_QUEUE.run({ db, clock, files, reader });
    await page.getByRole('main').getByText('Ready', { exact: true }).waitFor();
    await inspectPage(page, `platform-documents-${width}`);

    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByLabel('Question').fill(`${width} press`);
    await page.getByLabel('Question').press('Enter');
    await page.getByRole('list', { name: 'Passages' }).getByText('Wear gloves').first().waitFor();
    await inspectPage(page, `platform-search-${width}`);

    await page.getByRole('button', { name: 'Documents', exact: true }).click();
    await page.getByRole('button', { name: `Actions for rules-${width}.md` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete document' }).click();
    await page.getByText('Document deleted').waitFor();
    await page.getByRole('button', { name: 'Collections', exact: true }).click();
    await page.getByRole('button', { name: `Actions for Safety ${width}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete collection' }).click();
    await page.getByText('Collection deleted').waitFor();
  });
}
