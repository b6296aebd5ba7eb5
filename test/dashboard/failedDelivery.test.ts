/* The page of a failed delivery explains the failure, and the event can be sent to another endpoint. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const sender = world.startSender();
const receiver = await openReceiver();
after(() => receiver.close());
receiver.answer = ({ path }, response) =>
  void (path.startsWith('/broken')
    ? response.writeHead(422, { 'x-reason': 'schema' }).end('{"detail":"task_id is not known here"}')
    : response.writeHead(204).end());
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium explains a failed delivery and sends it to another endpoint, ${width}`, async () => {
    const tenant = await world.account();
    const admin = await consoleOf(world, tenant.admin);
    const add = async (path: string): Promise<string> => {
      const url = `${receiver.url}/${path}-${width}`;
      const { status, body } = await admin.post('/endpoints', { url, events: ['task.created'] });
      assert.equal(status, 201);
      return body.id;
    };
    const broken = await add('broken');
    const whole = await add('whole');
    const page = await openDashboard(chromium, world, tenant.admin, {
      path: `/webhooks/${broken}`,
      ...options,
    });
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('menuitem', { name: 'task.created' }).click();
    sender.wake();
    await explain(page, width, broken);

    await page.getByRole('button', { name: 'Send to another endpoint' }).click();
    await page.getByRole('option', { name: new RegExp(`whole-${width}`) }).click();
    await page.waitForURL(new RegExp(`/webhooks/${whole}`));
    sender.wake();
    await page.getByRole('dialog', { name: 'task.created' }).getByText('Delivered · 204').waitFor();
    await inspectPage(page, `delivery-resent-${width}`);
    assertSameEvent(width);
  });

/**
 * Checks that the drawer shows the status, the response with its headers, the request, the timings and a curl command.
 */
async function explain(page: Page, width: string, endpoint_id: string): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'task.created' });
  await drawer.getByText('Rejected by the receiver · 422').waitFor();
  for (const told of [
    'task_id is not known here',
    /x-reason: schema/,
    /X-Webhook-Signature: [0-9a-f]{64}/,
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC · /,
  ])
    await drawer.getByText(told).first().waitFor();
  await drawer.getByText('curl', { exact: true }).click();
  await drawer.getByText(/^curl -g -X POST /).waitFor();
  assert.ok(new URL(page.url()).pathname.endsWith(`/webhooks/${endpoint_id}`));
  await inspectPage(page, `delivery-explained-${width}`);
}

function assertSameEvent(width: string): void {
  const of = (path: string) => receiver.received.filter((one) => one.path === `/${path}-${width}`);
  const [first] = of('broken');
  const [resent] = of('whole');
  assert.equal(resent?.body, first?.body);
  assert.notEqual(resent?.headers['x-webhook-signature'], first?.headers['x-webhook-signature']);
}
