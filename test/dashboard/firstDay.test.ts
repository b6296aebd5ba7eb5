/* The first day of a member, and an invitation list with some invalid lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { consoleOf } from '../../support/console.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks, testDetail } from '../support/dashboard.ts';
import { deliverMails, tokenIn } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const PASSWORD = 'a fresh long password';

const world = await openWorld();
// The browser's clock also formats relative times, so the service's clock must agree with it.
world.clock.advance(Date.now() - world.clock.now().getTime());
const silent = await openWorld({ sends_mail: false });
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium shows the first day of a member, ${width}`, async () => {
    const tenant = await world.account();
    const admin = await consoleOf(world, tenant.admin);
    const email = `fi-${width}@example.com`;
    const person = { email, full_name: 'Fi First', access: 'member' };
    const user_id: string = (await admin.post('/people', person)).body.user_id;
    await accept(email);
    const page = await openDashboard(chromium, world, { email, password: PASSWORD }, options);
    await page.getByText('You have no glasses yet').waitFor();
    await page.getByText('No open tasks').waitFor();
    await page.getByText('No sessions yet').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Getting started' }).count(), 0);
    await inspectPage(page, `own-empty-${width}`);

    const due_date = new Date(world.clock.now().getTime() - 86_400_000).toISOString();
    await admin.post('/tasks', { title: 'Bleed the brakes', assigned_to: user_id, due_date });
    await admin.post('/seats', { device_name: 'Glasses 9', roles: ['trainee'], user_id });
    const tasks = page.getByRole('region', { name: 'My tasks' });
    await tasks.getByText('Bleed the brakes').waitFor();
    await tasks.getByText('1 open, 1 overdue').waitFor();
    const token = await pair(page, width);
    await startSession(token);
    await page.getByRole('region', { name: 'My latest sessions' }).getByText('First steps').waitFor();
    await inspectPage(page, `own-first-day-${width}`);
  });

  testDetail(`Chromium invites five people and rejects two invalid ones, ${width}`, async () => {
    const tenant = await silent.account();
    const page = await openDashboard(chromium, silent, tenant.admin, { path: '/people', ...options });
    await page.getByRole('button', { name: 'Invite several' }).click();
    const form = page.getByRole('dialog', { name: 'Invite several people' });
    const right = [
      `jo-${width}@list.example, Jo Trainer, member, Glasses 3, trainer`,
      `kim-${width}@list.example`,
    ];
    const wrong = ['nobody at list', `ada-${width}@list.example, Ada, owner`];
    const more = `Lu Late <lu-${width}@list.example>`;
    await form.getByLabel('People').fill([...right, ...wrong, more].join('\n'));
    await form.getByText('5 people, at most 200').waitFor();
    await inspectPage(page, `people-list-${width}`);
    await form.getByRole('button', { name: 'Send the invitations' }).click();
    const result = page.getByRole('dialog', { name: '3 people were invited' });
    const lines = result.getByRole('listitem');
    await lines.filter({ hasText: 'Email address: must be an email address' }).waitFor();
    assert.equal(await lines.filter({ hasText: 'Invited. Copy the link.' }).count(), 3);
    await lines.filter({ hasText: 'Access: must be admin or member' }).waitFor();
    await inspectPage(page, `people-list-judged-${width}`);

    await result.getByRole('button', { name: 'Correct 2 lines' }).click();
    assert.equal(await form.getByLabel('People').inputValue(), wrong.join('\n'));
    await form.getByLabel('People').fill([right[0], `ada-${width}@list.example, Ada`].join('\n'));
    await form.getByRole('button', { name: 'Send the invitations' }).click();
    const again = page.getByRole('dialog', { name: '1 person was invited' });
    await again.getByText('Already invited. No second email was sent.').waitFor();
    await again.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('People', { exact: true }).getByText('Glasses 3').waitFor();
  });

  testDetail(`Chromium hides the first steps and shows them again, ${width}`, async () => {
    const tenant = await world.account();
    const page = await openDashboard(chromium, world, tenant.admin, options);
    const training = page.getByRole('group', { name: 'Training' });
    await training.getByText('0 of 4 done').waitFor();
    await inspectPage(page, `first-steps-${width}`);
    await page.getByRole('button', { name: 'Hide: Training' }).click();
    await page.getByRole('button', { name: 'Hide: Developers' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Show setup steps' }).click();
    await training.getByRole('link', { name: 'Invite people' }).click();
    await page.getByRole('dialog', { name: 'Invite a person' }).waitFor();
  });
}

async function accept(email: string): Promise<void> {
  const letter = (await deliverMails(world)).find(({ recipient }) => recipient === email);
  const browser = openBrowser(world.url);
  const shown = await browser.get(`/invitation?token=${tokenIn(letter?.text ?? '')}`);
  const accepted = await browser.submit(shown, '/invitation', { password: PASSWORD });
  assert.equal(accepted.status, 303);
}

/** Pairs the glasses and returns their token. */
async function pair(page: Page, width: string): Promise<string> {
  await page.reload();
  await page.getByRole('button', { name: 'Pair my glasses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pair Glasses 9' });
  const code = (await dialog.getByText(/^[A-Z]{4}-[A-Z]{4}$/).textContent()) ?? '';
  await inspectPage(page, `own-pairing-${width}`);
  const paired = await world.nobody.post('/device/v1/pair', { code, model: 'Vision 3', serial: 'V3-7' });
  assert.equal(paired.status, 201);
  await dialog.getByText('The glasses are paired').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: 'My seat' }).getByText('Paired', { exact: true }).waitFor();
  return String(paired.body.device_token);
}

async function startSession(token: string): Promise<void> {
  const started = { role: 'trainee', session_name: 'First steps' };
  assert.equal((await world.as(token).post('/device/v1/sessions', started)).status, 201);
}
