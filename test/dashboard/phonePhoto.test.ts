/* A phone's photo of a paper form becomes a form for the glasses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { THUMBNAIL_QUEUE } from '../../src/features/forms/files/thumbnails.ts';
import { createLog } from '../../src/lib/log.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS } from '../support/dashboard.ts';
import { drawPng } from '../support/pictures.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const glasses = await tenant.device();
const chromium = await openChromium();
/** A photo taken in portrait format: stored in landscape format with an EXIF orientation and a GPS position. */
const photo = await sharp(drawPng(4_000, 3_000))
  .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

test('Chromium creates an active form from a phone photo, which glasses get upright and without its location', async () => {
  const page = await openDashboard(chromium, world, tenant.admin, WIDTHS.phone);
  await page.getByRole('button', { name: 'Navigation', exact: true }).click();
  await page.getByRole('link', { name: 'Forms' }).click();
  await page.getByRole('link', { name: 'New form' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pump round');
  await page
    .getByLabel('Template file')
    .setInputFiles({ name: 'IMG_0042.jpeg', mimeType: 'image/jpeg', buffer: photo });
  assert.equal(await isUpright(page.getByRole('region', { name: 'Preview' }).locator('img')), true);
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('menuitem', { name: 'Yes or no' }).click();
  await page.getByRole('group', { name: 'Untitled field' }).getByLabel('Label').fill('Valve closed');
  await inspectPage(page, 'phone-photo-form');
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByRole('link', { name: 'Pump round' }).waitFor();

  const [form] = (await glasses.get('/device/v1/manifest')).body.forms;
  assert.deepEqual([form.name, form.template_mime_type], ['Pump round', 'image/jpeg']);
  const answer = await fetch(`${world.url}${new URL(form.template_image_url).pathname}`);
  const kept = Buffer.from(await answer.arrayBuffer());
  const { orientation, width, height, exif } = await sharp(kept).metadata();
  assert.deepEqual([orientation, width, height], [6, 4_000, 3_000]);
  assert.ok((exif?.length ?? 0) < 60 && !kept.includes('52/1'));

  await THUMBNAIL_QUEUE.run({ ...world, log: createLog('silent') });
  await page.reload();
  assert.equal(await isUpright(page.getByRole('main').locator('img').first()), true);
  await inspectPage(page, 'phone-photo-forms');
});

async function isUpright(picture: Locator): Promise<boolean> {
  return picture.evaluate(async (shown: any) => {
    await shown.decode();
    return shown.naturalHeight > shown.naturalWidth;
  });
}
