import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Person } from '../../support/console.ts';
import { createKey, listKeys } from '../../src/features/keys/keys.ts';
import { openChromium } from '../support/chromium.ts';
import { memberOf } from '../support/memberOf.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { deliverMails, tokenIn } from '../support/sentMails.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
// The browser's clock also measures the ten minutes, so the service's clock must agree with it.
world.clock.advance(Date.now() - world.clock.now().getTime());
const tenants = { desktop: await world.account(), phone: await world.account() };
for (const tenant of Object.values(tenants))
  await tenant.device({ user_id: await tenant.user('Jo Trainer') });
const member = await memberOf(tenants.desktop);
const chromium = await openChromium();
const pages = {
  desktop: await openDashboard(chromium, world, tenants.desktop.admin, WIDTHS.desktop),
  phone: await openDashboard(chromium, world, tenants.phone.admin, WIDTHS.phone),
};

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  const page = pages[width as keyof typeof WIDTHS];
  test(`Chromium invites a user, who accepts, is deactivated and erased, ${width}`, async () => {
    const email = `ines-${width}@example.com`;
    await page.goto(`${world.url}/people`);
    await invite(page, email, width);
    await listOf(page).getByText('Invited', { exact: true }).waitFor();
    await inspectPage(page, `people-${width}`);
    await accept(email, options);
    await page.reload();
    await letGo(page, tenants[width as keyof typeof tenants], email, width);
    await erase(page, tenants[width as keyof typeof tenants].admin, email, width);
  });

  test(`Chromium creates a seat and shows when its glasses are paired, ${width}`, async () => {
    await page.goto(`${world.url}/seats`);
    await page.getByLabel('Seats', { exact: true }).getByText('Glasses', { exact: true }).first().waitFor();
    await inspectPage(page, `seats-${width}`);
    await makeSeat(page);
    const dialog = page.getByRole('dialog', { name: 'Pair Glasses 9' });
    await dialog.getByRole('img', { name: 'Pairing code as a picture' }).waitFor();
    await inspectPage(page, `pairing-${width}`);
    const code = (await dialog.getByText(/^[A-Z]{4}-[A-Z]{4}$/).textContent()) ?? '';
    const paired = await world.nobody.post('/device/v1/pair', { code, model: 'Vision 3', serial: 'V3-7' });
    assert.equal(paired.status, 201);
    await dialog.getByText('The glasses are paired').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Seats', { exact: true }).getByText('Vision 3 · V3-7').waitFor();
  });
}

test('Chromium shows no pairing code before it knows the seat that the code would change', async () => {
  const page = await openDashboard(chromium, world, tenants.desktop.admin, { path: '/seats' });
  const known = Promise.withResolvers<void>();
  await page.route(/\/console\/v1\/seat\?/, async (route) => {
    await known.promise;
    await route.continue();
  });
  const answered = page.waitForResponse(/\/console\/v1\/seats\/pairing/);
  await makeSeat(page);
  await (await answered).finished();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  const picture = page.getByRole('img', { name: 'Pairing code as a picture' });
  assert.equal(await picture.count(), 0);
  known.resolve();
  await picture.waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Chromium shows the list of people to a member without actions', async () => {
  const page = await openDashboard(chromium, world, member, { path: '/people' });
  await page.getByLabel('People', { exact: true }).getByText('Jo Trainer').waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Invite|Actions)\b/ }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Seats' }).count(), 0);
});

const listOf = (page: Page) => page.getByLabel('People', { exact: true });

async function invite(page: Page, email: string, width: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const form = page.getByRole('dialog', { name: 'Invite a person' });
  await form.getByRole('button', { name: 'Send the invitation' }).click();
  await form.getByText('Must be an email address').waitFor();
  await form.getByLabel('Full name').fill('Ines Vogel');
  await form.getByLabel('Email address').fill(email);
  await inspectPage(page, `person-invite-${width}`);
  await form.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByText(`An invitation was sent to ${email}`).waitFor();
}

async function accept(email: string, options: (typeof WIDTHS)[keyof typeof WIDTHS]): Promise<void> {
  const letter = (await deliverMails(world)).find(({ recipient }) => recipient === email);
  const context = await chromium.newContext(options);
  const page = await context.newPage();
  await page.goto(`${world.url}/invitation?token=${tokenIn(letter?.text ?? '')}`);
  await page.locator('input[type=password]').first().fill('a fresh long password');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByRole('heading', { name: 'Hello, Ines' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0);
  await context.close();
}

/** Deactivates a former admin: the page shows the key they created, which is revoked with their access. */
async function letGo(page: Page, tenant: Tenant, email: string, width: string): Promise<void> {
  const [person] = await world.db<{ id: string }[]>`select id from users where email = ${email}`;
  const { id } = await createKey(tenant.ctx(), { name: 'Of Ines', scopes: ['read:tasks'] });
  await world.db`
    update api_keys
    set created_by = ${person?.id ?? ''}
    where account_id = ${tenant.account_id}
      and id = ${id}`;
  await page.getByRole('button', { name: 'Actions for Ines Vogel' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Stops working immediately:').waitFor();
  await dialog.getByLabel('Keys and apps').getByText('Of Ines').waitFor();
  await inspectPage(page, `person-deactivate-${width}`);
  if (width === 'phone') {
    await dialog.getByLabel('Keep these keys and apps').check();
    await dialog.getByText('Keeps working:').waitFor();
  }
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Ines Vogel was deactivated').waitFor();
  await listOf(page).getByText('Inactive', { exact: true }).waitFor();
  const { keys } = await listKeys(tenant.ctx(), { status: 'revoked', limit: 50, offset: 0 });
  assert.equal(
    keys.some((key) => key.id === id),
    width === 'desktop',
  );
}

async function erase(page: Page, admin: Person, email: string, width: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Ines Vogel' }).click();
  await page.getByRole('menuitem', { name: 'Erase name and email address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Ines Vogel?' });
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await dialog.getByLabel('Your password').and(page.locator('[aria-invalid=true]')).waitFor();
  await dialog.getByLabel('Your password').fill(admin.password);
  await inspectPage(page, `person-erase-${width}`);
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await listOf(page).getByText('Erased person').waitFor();
  await inspectPage(page, `person-erased-${width}`);
  assert.equal(await page.getByText(email).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Actions for Erased person' }).count(), 0);
}

async function makeSeat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New seat' }).click();
  const form = page.getByRole('dialog', { name: 'New seat' });
  await form.getByLabel('Name of the glasses').fill('Glasses 9');
  await form.getByRole('combobox', { name: 'Wearer' }).click();
  await page.getByRole('option', { name: 'Jo Trainer' }).click();
  await form.getByRole('button', { name: 'Create and pair' }).click();
}
