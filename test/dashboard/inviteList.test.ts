/* Inviting people with a CSV file, and with the keyboard alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { openChromium } from '../support/chromium.ts';
import { inspectPage, openDashboard, WIDTHS, storyLooks } from '../support/dashboard.ts';
import { openWorld } from '../support/world.ts';

const MOST_STOPS = 80;

const world = await openWorld();
const chromium = await openChromium();
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Invite several people' });
const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

for (const [width, options] of Object.entries(storyLooks(WIDTHS))) {
  test(`Chromium invites from a CSV file that a spreadsheet wrote, ${width}`, async () => {
    const tenant = await world.account();
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/people', ...options });
    await page.getByRole('button', { name: 'Invite several' }).click();
    const form = formOf(page);
    const choose = async (file: ReturnType<typeof fileOf>) => {
      const choosing = page.waitForEvent('filechooser');
      await form.getByRole('button', { name: 'Choose a CSV file' }).click();
      await (await choosing).setFiles(file);
    };
    await choose(fileOf('people.exe', 'application/octet-stream', Buffer.from('MZ')));
    await form.getByText(/^Must be/).waitFor();
    const many = Array.from({ length: 10_000 }, (_, at) => `p${at}@list.example`).join('\n');
    await choose(fileOf('many.csv', 'text/csv', Buffer.from(many)));
    await form.getByText('10,000 people, at most 200').waitFor();
    await form.getByRole('button', { name: 'Send the invitations' }).click();
    await form.getByText('At most 200 people').waitFor();
    const csv = `Name;E-mail;Glasses;Role\r\n"Jörg; the second";joerg-${width}@list.example;Glasses 4;trainer\r\n`;
    await choose(fileOf('people.csv', 'text/csv', Buffer.from(csv, 'latin1')));
    await form.getByText('1 person, at most 200').waitFor();
    assert.equal(await form.getByText(/^Must be/).count(), 0);
    await inspectPage(page, `people-file-${width}`);
    await form.getByRole('button', { name: 'Send the invitations' }).click();
    const result = page.getByRole('dialog', { name: '1 person was invited' });
    await result.getByRole('button', { name: 'Done' }).click();
    const people = page.getByLabel('People', { exact: true });
    await people.getByText('Jörg; the second').waitFor();
    await people.getByText('Glasses 4').waitFor();
  });

  test(`Chromium invites several people by keyboard, ${width}`, async () => {
    const tenant = await world.account();
    const page = await openDashboard(chromium, world, tenant.admin, { path: '/people', ...options });
    await page.getByRole('button', { name: 'Invite several' }).waitFor();
    await tabTo(page, 'Invite several');
    await page.keyboard.press('Enter');
    await formOf(page).getByLabel('People').waitFor();
    await focused(page, 'People');
    await page.keyboard.type(`ines-${width}@list.example, Ines Vogel`);
    await page.keyboard.press('Enter');
    await page.keyboard.type('nobody at list');
    await tabTo(page, 'Send the invitations');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: '1 person was invited' }).waitFor();
    await tabTo(page, 'Correct 1 line');
    await page.keyboard.press('Enter');
    await focused(page, 'People');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`kim-${width}@list.example`);
    await tabTo(page, 'Send the invitations');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: '1 person was invited' }).waitFor();
    await tabTo(page, 'Done');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByLabel('People', { exact: true }).getByText(`kim-${width}@list.example`).waitFor();
    await focused(page, 'Invite several');
  });
}

const NAME_OF_FOCUS = `(() => {
  const one = document.activeElement;
  const label = one?.labels?.[0]?.textContent ?? one?.textContent ?? '';
  if (!one || one === document.body) return '';
  return (one.getAttribute('aria-label') ?? label).replace('*', '').trim();
})()`;

const nameOfFocus = (page: Page) => page.evaluate<string>(NAME_OF_FOCUS);

async function focused(page: Page, name: string): Promise<void> {
  await eventually(
    () => nameOfFocus(page),
    (found) => found === name,
  );
}

async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  while ((await nameOfFocus(page)) !== name) {
    assert.ok(passed.length < MOST_STOPS, `no way by Tab to ${name}, only ${passed.join(' | ')}`);
    passed.push(await nameOfFocus(page));
    await page.keyboard.press('Tab');
  }
}
