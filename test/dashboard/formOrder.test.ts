/* Reordering the fields of a form by mouse, touch and keyboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const LABELS = ['Serial', 'State', 'Pressure', 'Notes'];
const chromium = await openChromium();

const handleOf = (page: Page, label: string) => page.getByRole('button', { name: `Reorder ${label}` });
const order = (page: Page) =>
  page.getByRole('region', { name: 'Fields' }).getByLabel('Label').evaluateAll(valuesOf);
const valuesOf = (inputs: any[]) => inputs.map(({ value }) => value);
const middleOf = async (shown: Locator) => {
  const box = await shown.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

for (const [name, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium reorders fields by keyboard and by dragging, ${name}`, async () => {
    const tenant = await world.account();
    const api = await tenant.api(['manage:forms', 'read:forms']);
    const fields = LABELS.map((label, index) => ({ key: label, label, type: 'text', position: index + 1 }));
    const form = { name: 'Pump', fields, template_image_url: 'https://example.com/pump.png' };
    const { body: stored } = await api.post('/v1/api-tenant-forms', form);
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: `/forms/edit?id=${stored.id}`,
      ...options,
    });
    const said = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

    await handleOf(page, 'Notes').press('Space');
    await said('Notes picked up, position 4 of 4');
    await page.keyboard.press('ArrowUp');
    await said('Notes moved to position 3 of 4');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await inspectPage(page, `form-order-${name}`);
    await page.keyboard.press('Space');
    await said('Notes dropped at position 1 of 4');
    assert.deepEqual(await order(page), ['Notes', 'Serial', 'State', 'Pressure']);

    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    assert.deepEqual(await order(page), ['Serial', 'State', 'Pressure', 'Notes']);
    await page.keyboard.press('Escape');
    await said('Notes moved back to position 1 of 4');
    assert.deepEqual(await order(page), ['Notes', 'Serial', 'State', 'Pressure']);

    const { width, height } = options.viewport;
    await take(page, 'Serial');
    await page.mouse.move(width / 2, height - 20, { steps: 4 });
    // The page has scrolled to its end during the drag.
    await said('Serial moved to position 4 of 4');
    await page.keyboard.press('Escape');
    await said('Serial moved back to position 2 of 4');
    await page.mouse.up();

    await page.setViewportSize({ width, height: 2_400 });
    await take(page, 'Pressure');
    const { y } = await middleOf(page.getByRole('group', { name: 'Serial' }));
    await page.mouse.move(width / 2, y - 10, { steps: 4 });
    await said('Pressure moved to position 2 of 4');
    await page.mouse.up();
    await said('Pressure dropped at position 2 of 4');
    assert.deepEqual(await order(page), ['Notes', 'Pressure', 'Serial', 'State']);

    await page.getByRole('button', { name: 'Save form' }).click();
    await page.getByText('Form saved').waitFor();
    const { body } = await api.get(`/v1/api-tenant-forms?id=${stored.id}`);
    const keys = body.fields.toSorted((a: any, b: any) => a.position - b.position).map(({ key }: any) => key);
    assert.deepEqual(keys, ['Notes', 'Pressure', 'Serial', 'State']);
    await page.close();
  });

async function take(page: Page, label: string): Promise<void> {
  await handleOf(page, label).scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(handleOf(page, label));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.locator('[data-held]').waitFor();
}
