import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const LOOKS = { ...WIDTHS, dark: { ...WIDTHS.desktop, colorScheme: 'dark' } } as const;

const world = await openWorld();
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
    await inspectPage(page, `receive-here-${width}`);
    await choice.getByRole('button', { name: 'Create an inbox' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No events yet').waitFor();
    await inspectPage(page, `inbox-empty-${width}`);

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
    await inspectPage(page, `inbox-${width}`);

    await list.getByRole('button', { name: 'task.completed' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'task.completed' });
    await drawer.getByText('Valid: signed with the secret of this endpoint').waitFor();
    await drawer.getByText(/X-Webhook-Signature: [0-9a-f]{64}/).waitFor();
    await drawer.getByText('"event": "task.completed"').waitFor();
    await inspectPage(page, `inbox-arrival-${width}`);
    await drawer.getByRole('button', { name: 'Copy code' }).last().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await list.getByText('Delivered', { exact: true }).first().waitFor();
  });

/** Posts a forged delivery to the inbox, as an attacker who knows its URL. */
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
