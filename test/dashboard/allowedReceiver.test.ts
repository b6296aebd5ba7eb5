import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { clearPageErrors, inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tour = await openWorld({ webhook_allow: ['127.0.0.1'] });
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium shows at the field how to allow a rejected address, ${width}`, async () => {
    const page = await openDashboard(chromium, world, (await world.account()).admin, options);
    await page.goto(`${world.url}/webhooks?new=1`);
    const form = page.getByRole('dialog', { name: 'Add an endpoint' });
    for (const [url, message] of [
      ['https://127.0.0.1:3000/hook', 'Must point to a public address, unless the setting WEBHOOK_ALLOW'],
      [
        'http://127.0.0.1:3000/hook',
        'Must start with https:// and point to a public address, unless the setting',
      ],
    ] as const) {
      await form.getByLabel('URL').fill(url);
      await form.getByRole('button', { name: 'Add endpoint' }).click();
      await form.getByText(message).waitFor();
      clearPageErrors(page);
    }
    await inspectPage(page, `endpoint-refused-${width}`);
  });

test('Chromium adds a local receiver whose address is in WEBHOOK_ALLOW', async () => {
  const receiver = await openReceiver();
  const page = await openDashboard(chromium, tour, (await tour.account()).admin, WIDTHS.desktop);
  const own = tour.startSender();
  await page.goto(`${tour.url}/webhooks?new=1`);
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByLabel('URL').fill(`${receiver.url}/hook`);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const added = page.getByRole('dialog', { name: 'Endpoint added' });
  await added.getByRole('button', { name: 'Send a test event' }).click();
  await added.getByRole('status').waitFor();
  own.wake();
  await added.getByText('The endpoint received the test event.').waitFor();
  await added.getByRole('button', { name: 'Open endpoint' }).click();
  await page.getByText('The last delivery arrived.').first().waitFor();
  assert.equal(receiver.received[0]?.path, '/hook');
  await receiver.close();
});
