import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { forgive, inspect, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const LOOKS = { ...WIDTHS, dark: { ...WIDTHS.desktop, colorScheme: 'dark' } } as const;

const world = await openWorld();
const tour = await openWorld({ webhook_allow: ['127.0.0.1'] });
const sender = world.startSender();
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(LOOKS)))
  test(`Chromium receives a first webhook without a receiver, ${width}`, async () => {
    const tenant = await world.account();
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/webhooks', ...options });
    await page.getByText('No endpoints yet').waitFor();
    await page.getByRole('button', { name: 'Receive here' }).first().click();
    const choice = page.getByRole('dialog', { name: 'Receive here' });
    await choice.getByText('tenant-ops listen --forward').waitFor();
    await inspect(page, `receive-here-${width}`);
    await choice.getByRole('button', { name: 'Create an inbox' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No events yet').waitFor();
    await inspect(page, `inbox-empty-${width}`);

    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('menuitem', { name: 'task.completed' }).click();
    sender.wake();
    const list = page.getByRole('main');
    await list.getByText('Verified', { exact: true }).waitFor();
    const address =
      (await list
        .getByText(/\/inbox\/v1\//)
        .last()
        .textContent()) ?? '';
    assert.ok(address.includes('/inbox/v1/'), address);
    await forge(page.url(), tenant.account_id);
    await list.getByText('Not verified', { exact: true }).waitFor();
    await inspect(page, `inbox-${width}`);

    await list.getByRole('button', { name: 'task.completed' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'task.completed' });
    await drawer.getByText('Valid: signed with the secret of this endpoint').waitFor();
    await drawer.getByText(/X-Webhook-Signature: [0-9a-f]{64}/).waitFor();
    await drawer.getByText('"event": "task.completed"').waitFor();
    await inspect(page, `inbox-arrival-${width}`);
    await drawer.getByRole('button', { name: 'Copy code' }).last().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await list.getByText('Delivered', { exact: true }).first().waitFor();
  });

/** A stranger who knows the address posts what is not ours. */
async function forge(page_url: string, account_id: string): Promise<void> {
  const endpoint_id = new URL(page_url).pathname.split('/').at(-1) ?? '';
  const [endpoint] = await world.db<{ url: string }[]>`
    select url from webhook_endpoints where account_id = ${account_id} and id = ${endpoint_id}`;
  const response = await fetch(endpoint?.url ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"event":"task.created","forged":true}',
  });
  assert.equal(response.status, 200);
}

for (const [width, options] of Object.entries(storyLooks(LOOKS)).slice(0, 2))
  test(`Chromium learns at the field how an address that is refused can be allowed, ${width}`, async () => {
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
      forgive(page);
    }
    await inspect(page, `endpoint-refused-${width}`);
  });

test('Chromium adds a receiver of this machine where WEBHOOK_ALLOW names its address', async () => {
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
  await page.getByText('1 delivered').first().waitFor();
  assert.equal(receiver.received[0]?.path, '/hook');
  await receiver.close();
});
