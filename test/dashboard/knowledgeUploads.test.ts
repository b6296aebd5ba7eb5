/* Uploads of documents: one whose answer is lost, and the search language of new documents. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DOCUMENT_QUEUE } from '../../src/features/knowledge/reading.ts';
import { createDocumentReader } from '../../src/lib/documents/reader.ts';
import { openChromium } from '../support/chromium.ts';
import { memberOf } from '../support/memberOf.ts';
import { answerOf, inspectPage, openDashboard, WIDTHS } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const reader = createDocumentReader();
after(() => reader.close());
const { db, clock, files } = world;
const handbook = { name: 'handbook.md', content: '# Pump 7\n\nTighten the flange bolts.' };
const berlin = await world.account('Werkstatt Berlin');
const member = await memberOf(berlin);
const chromium = await openChromium();

test('Chromium uploads a file once although the user chooses it again after a lost response', async () => {
  const tenant = await world.account();
  const page = await openDashboard(chromium, world, tenant.admin, { path: '/skills?view=documents' });
  const keys: (string | undefined)[] = [];
  await page.route('**/console/v1/documents', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  after(() => rm(folder, { recursive: true }));
  const path = join(folder, handbook.name);
  await writeFile(path, handbook.content);
  const uploadIt = async () => {
    await page.getByLabel('Documents to upload').first().setInputFiles([path]);
    const form = page.getByRole('dialog', { name: 'Upload 1 document' });
    await form.getByRole('button', { name: 'Upload' }).click();
  };
  const listNames = async () =>
    (
      await db<{ name: string }[]>`
      select document.name from knowledge_documents as document where document.account_id = ${tenant.account_id}`
    ).map(({ name }) => name);
  await uploadIt();
  const failed = page.getByRole('list', { name: 'Uploads' });
  await failed.getByRole('alert').waitFor();
  await failed.getByRole('button', { name: 'Dismiss handbook.md' }).click();
  assert.deepEqual(await listNames(), ['handbook.md'], 'only the answer was lost');
  await answerOf(page, 'POST', uploadIt);
  await page.getByRole('main').getByText('Queued', { exact: true }).waitFor();
  assert.deepEqual(await listNames(), ['handbook.md']);
  assert.ok(keys[0]);
  assert.equal(keys[1], keys[0]);
});

test('Chromium chooses the language that documents are searched in', async () => {
  const browser = { ...WIDTHS.phone, locale: 'de-DE' };
  const page = await openDashboard(chromium, world, berlin.admin, browser);
  // The page is switched to English by the cookie; the search language still follows the browser.
  await page.context().addCookies([{ name: 'language', value: 'en', url: world.url }]);
  await page.goto(`${world.url}/skills?view=documents`);
  const housekeeping = {
    name: 'haus.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Die Häuser wurden gebaut.'),
  };
  await page.getByLabel('Documents to upload').first().setInputFiles([housekeeping]);
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('button', { name: 'Language: German' }).waitFor();
  await page.getByRole('main').getByText('Queued', { exact: true }).waitFor();
  await DOCUMENT_QUEUE.run({ db, clock, files, reader });
  const reads = () => page.goto(`${world.url}/skills?view=search&query=Haus`);
  await reads();
  await page.getByText('wurden gebaut').waitFor();

  await page.goto(`${world.url}/skills?view=documents`);
  await page.getByRole('button', { name: 'Language: German' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Language of the documents' });
  await form.getByRole('combobox', { name: 'Language' }).fill('Engl');
  await page.getByRole('option', { name: 'English' }).click();
  await inspectPage(page, 'language-phone');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Language: English' }).waitFor();
  await DOCUMENT_QUEUE.run({ db, clock, files, reader });
  await reads();
  await page.getByText('No matching passages').waitFor();

  const other = await openDashboard(chromium, world, member, { path: '/skills?view=documents' });
  await other.getByText('Language: English').waitFor();
  assert.equal(await other.getByRole('button', { name: 'Language: English' }).count(), 0);
});
