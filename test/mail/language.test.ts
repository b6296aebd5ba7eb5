/* A mail speaks the language of its reader, or of who invites somebody who never signed in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitApp } from '../../src/features/apps/apps.ts';
import { approveApp } from '../../src/features/apps/reviews.ts';
import { german } from '../../src/features/mail/german.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { consoleIn } from '../../support/console.ts';
import { readSources } from '../architecture/sources.ts';
import { sendLetters, tokenIn } from '../support/letters.ts';
import { makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const browser = openBrowser(world.url);
await browser.signIn(tenant.admin);

/** As the menu of a page does. */
const choose = ({ cookies }: Browser, language: string, from = `${world.url}/account`) =>
  fetch(`${world.url}/language/${language}`, {
    headers: { Referer: from, Cookie: `session=${cookies.get('session')}` },
    redirect: 'manual',
  });
const invite = async (email: string) => {
  const admin = await consoleIn(world, browser);
  const person = { email, full_name: 'Zoë', access: 'member' };
  assert.equal((await admin.post('/people', person)).status, 201);
  return readOne();
};
const askForPassword = async (email: string) => {
  const anybody = openBrowser(world.url);
  await anybody.submit(await anybody.get('/reset-password'), '/reset-password', { email });
  return readOne();
};

async function readOne() {
  const [letter, ...more] = await sendLetters(world);
  assert.ok(letter);
  assert.deepEqual(more, []);
  const [, language] = /<html lang="(\w+)">/.exec(letter.html) ?? [];
  return { language, ...letter };
}

test('English for an inviter who reads English', async () => {
  const { language, subject, text } = await invite('one@example.com');
  assert.deepEqual([language, subject], ['en', 'Your access to Werkstatt Nord']);
  assert.match(text, /^Hello Zoë,\n\n.+ invited you to Werkstatt Nord\./);
});

test('German once the inviter chose it in the menu, but not for a page of elsewhere', async () => {
  await choose(browser, 'de', 'https://evil.example.com/');
  assert.equal((await invite('two@example.com')).language, 'en');
  assert.equal((await choose(browser, 'de')).status, 303);
  const { language, subject, text, html } = await invite('three@example.com');
  assert.deepEqual([language, subject], ['de', 'Ihr Zugang zu Werkstatt Nord']);
  assert.match(text, /^Guten Tag Zoë,\n\n.+ hat Sie zu Werkstatt Nord eingeladen\. Wählen Sie ein Passwort/);
  assert.match(text, /Der Link funktioniert einmal und läuft am 09\.03\.2026, \d\d:\d\d UTC ab\./);
  assert.match(html, /<p>Guten Tag Zoë,<\/p>/);
  assert.doesNotMatch(text + html, /Hello|The link/);
});

test('each in the language in which they signed in last', async () => {
  const { text } = await invite('four@example.com');
  const own = openBrowser(world.url);
  const shown = await own.get(`/invitation?token=${tokenIn(text)}`);
  const password = 'correct horse battery';
  await own.submit(shown, '/invitation', { password });
  assert.equal((await askForPassword('four@example.com')).language, 'en');
  assert.equal((await askForPassword(tenant.admin.email)).language, 'de');
  await openBrowser(world.url).signIn(tenant.admin);
  const { language, subject } = await askForPassword(tenant.admin.email);
  assert.deepEqual([language, subject], ['en', 'Reset your password']);
});

test('German about an app, and about another address', async () => {
  await choose(browser, 'de');
  const app = await makeApp(world, tenant, { active: false });
  await submitApp(tenant.ctx(), app.client_id);
  await approveApp(world.platform(), { client_id: app.client_id });
  const { language, subject, text } = await readOne();
  assert.deepEqual([language, subject], ['de', 'Field Planner wurde freigegeben']);
  assert.match(text, /Ihre App Field Planner wurde freigegeben\. Alle Kunden können sie jetzt verbinden\./);

  const admin = await consoleIn(world, browser);
  const asked = { email: 'new@example.com', current_password: tenant.admin.password };
  assert.equal((await admin.put('/own/address', asked)).status, 200);
  const letters = await sendLetters(world);
  assert.deepEqual(letters.map((letter) => letter.subject).toSorted(), [
    'Neue E-Mail-Adresse bestätigen',
    'Änderung Ihrer E-Mail-Adresse angefordert',
  ]);
});

test('German for the staff, whom a colleague invites', async () => {
  const colleague = await world.staff();
  const theirs = openBrowser(world.url);
  await theirs.signIn(colleague);
  await choose(theirs, 'de');
  const staff = await consoleIn(world, theirs);
  assert.equal(
    (await staff.post('/staff/members', { email: 'five@example.com', full_name: 'Kim' })).status,
    201,
  );
  const { language, subject } = await readOne();
  assert.deepEqual([language, subject], ['de', 'Ihr Zugang zu dem Team von Tenant Ops']);
});

test('the catalogue has what mails say and nothing else, and keeps what stands in braces', () => {
  const sources = readSources('src/features/**/*.ts').filter(({ path }) => !path.endsWith('/german.ts'));
  const unused = Object.keys(german).filter((text) => !sources.some((one) => one.text.includes(`'${text}'`)));
  assert.deepEqual(unused, []);
  const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();
  for (const [text, words] of Object.entries(german)) assert.deepEqual(names(words), names(text), text);
});
