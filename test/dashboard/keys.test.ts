import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { answerOf, inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenants = { desktop: await world.account(), phone: await world.account() };
const chromium = await openChromium();

for (const [width, options] of Object.entries(storyLooks(WIDTHS)))
  test(`Chromium goes from the first sign-in to the first API call, ${width}`, async () => {
    const page = await openDashboard(chromium, world, tenants[width as keyof typeof WIDTHS].admin, options);
    await page.getByRole('link', { name: 'Create an API key' }).click();
    await page.getByText('No API keys yet').waitFor();
    await inspectPage(page, `keys-empty-${width}`);

    await page.getByRole('button', { name: 'Create key' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByRole('button', { name: 'Tasks', exact: true }).click();
    assert.equal(await form.getByRole('checkbox', { name: /write:tasks/ }).isChecked(), true);
    assert.equal(await form.getByRole('checkbox', { name: /write:sessions/ }).count(), 0);
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Must have 1 to 200 characters, not be blank').waitFor();
    await form.getByLabel('Name').fill('Planner');
    await inspectPage(page, `key-new-${width}`);
    await form.getByRole('button', { name: 'Create key' }).click();

    const made = page.getByRole('dialog', { name: 'Your new key' });
    const key = (await made.getByText(/^tak_\w+$/).textContent()) ?? '';
    await inspectPage(page, `key-made-${width}`);
    assert.equal((await world.as(key).get('/v1/api-tenant-tasks')).status, 200);
    await made.getByRole('button', { name: 'Done, I copied it' }).click();
    await page.getByText(`tak_…${key.slice(-4)}`).waitFor();
    assert.equal(await page.getByText(key).count(), 0);

    await page.getByRole('button', { name: 'Actions for Planner' }).click();
    await page.getByRole('menuitem', { name: 'Revoke key' }).click();
    const asked = page.getByRole('dialog', { name: 'Revoke Planner?' });
    await inspectPage(page, `key-revoke-${width}`);
    await answerOf(page, 'DELETE', () => asked.getByRole('button', { name: 'Revoke key' }).click());
    assert.equal((await world.as(key).get('/v1/api-tenant-tasks')).status, 401);
  });
