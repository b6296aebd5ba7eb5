import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { createSkill } from '../../src/features/skills/skills.ts';
import { openChromium } from '../support/chromium.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { eventually } from '../../support/eventually.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks, testDetail } from '../support/dashboard.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const receiver = await openReceiver();
after(() => receiver.close());
receiver.answer = (_request, response) => void response.writeHead(200).end('{"in_stock":4}');
const tenant = await world.account();
const lookup = { name: 'Look up the stock', kind: 'http', config: { url: `${receiver.url}/stock` } } as const;
await createSkill(tenant.ctx(), lookup);
await createSkill(tenant.ctx(), {
  name: 'Ask the handbook',
  kind: 'knowledge_search',
  config: {},
});
const member = await memberOf(tenant);
const admin = await consoleOf(world, tenant.admin);
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium reveals the signing secret of a skill and replaces it, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/skills', ...options });
    await page.getByRole('button', { name: lookup.name }).click();
    const drawer = page.getByRole('dialog', { name: lookup.name });
    await drawer.getByRole('button', { name: 'Reveal' }).press('Enter');
    const before = await secretIn(drawer);
    assert.equal(await signedWith(drawer, before), true);
    await drawer.getByText('Success').waitFor();
    await inspectPage(page, `skill-secret-${width}`);

    await drawer.getByRole('button', { name: 'Rotate' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Rotate the signing secret?' });
    await question.getByRole('button', { name: 'Rotate secret' }).waitFor();
    await inspectPage(page, `skill-rotate-${width}`);
    await question.getByRole('button', { name: 'Rotate secret' }).press('Enter');
    await drawer.getByText(before).waitFor({ state: 'detached' });
    await page.getByRole('alert').filter({ hasText: 'Secret rotated' }).waitFor();
    await inspectPage(page, `skill-rotated-${width}`);
    const next = await secretIn(drawer);
    assert.equal(await signedWith(drawer, next), true);
    assert.equal(await signedWith(drawer, before), false);
    const { body } = await admin.get('/audit');
    const actions = body.entries.map((entry: { action: string }) => entry.action);
    assert.ok(actions.includes('skill.secret_revealed') && actions.includes('skill.secret_rotated'));
  });

async function secretIn(drawer: Locator): Promise<string> {
  return (await drawer.getByText(/^[0-9a-f]{64}$/).textContent()) ?? '';
}

/** Runs the skill from the drawer, and verifies the signature as the receiver would. */
async function signedWith(drawer: Locator, secret: string): Promise<boolean> {
  const calls = receiver.received.length;
  await drawer.getByRole('button', { name: 'Run' }).click();
  await eventually(
    () => receiver.received.length,
    (length) => length === calls + 1,
  );
  const got = receiver.received.at(-1);
  const signed = `${String(got?.headers['x-webhook-timestamp'])}.${got?.body}`;
  return got?.headers['x-webhook-signature'] === createHmac('sha256', secret).update(signed).digest('hex');
}

testDetail('Chromium offers no secret of a skill without a receiver, nor any to a member', async () => {
  for (const [person, name] of [
    [tenant.admin, 'Ask the handbook'],
    [member, lookup.name],
  ] as const) {
    const page = await openDashboard(chromium, world, person, { path: '/skills' });
    await page.getByRole('button', { name }).click();
    const drawer = page.getByRole('dialog', { name });
    await drawer.getByRole('heading', { name: 'Executions' }).waitFor();
    assert.equal(await drawer.getByRole('button', { name: 'Reveal' }).count(), 0, name);
  }
});
