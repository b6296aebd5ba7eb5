/* A mail uses the language of its reader. For an invited person who never signed in, it uses the inviter's language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitAppForReview } from '../../src/features/apps/apps.ts';
import { approveApp } from '../../src/features/apps/reviews.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { consoleOfBrowser } from '../../support/console.ts';
import { deliverMails, tokenIn } from '../support/sentMails.ts';
import { makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const browser = openBrowser(world.url);
await browser.signIn(tenant.admin);

/** Chooses the language as the menu of a page does. */
const choose = ({ cookies }: Browser, language: string, from = `${world.url}/account`) =>
  fetch(`${world.url}/language/${language}`, {
    headers: { Referer: from, Cookie: `session=${cookies.get('session')}` },
    redirect: 'manual',
  });
const invite = async (email: string) => {
  const admin = await consoleOfBrowser(world, browser);
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
  const [letter, ...more] = await deliverMails(world);
  assert.ok(letter);
  assert.deepEqual(more, []);
  const [, language] = /<html lang="(\w+)">/.exec(letter.html) ?? [];
  return { language, ...letter };
}

test('a mail is in English if its inviter reads English', async () => {
  const { language, subject, text } = await invite('one@example.com');
  assert.deepEqual([language, subject], ['en', 'Invitation to Werkstatt Nord']);
  assert.match(text, /^Hello Zoë,\n\n.+ invited you to Werkstatt Nord\./);
});

test('a mail is in German after the inviter selected it in the menu, but not for a page of another site', async () => {
  await choose(browser, 'de', 'https://evil.example.com/');
  assert.equal((await invite('two@example.com')).language, 'en');
  assert.equal((await choose(browser, 'de')).status, 303);
  const { language, subject, text, html } = await invite('three@example.com');
  assert.deepEqual([language, subject], ['de', 'Einladung zu Werkstatt Nord']);
  assert.match(text, /^Guten Tag Zoë,\n\n.+ hat Sie zu Werkstatt Nord eingeladen\. Wählen Sie ein Passwort/);
  assert.match(text, /Der Link funktioniert einmal und läuft am 9\. März 2026 um \d\d:\d\d UTC ab\./);
  assert.match(html, /<p>Guten Tag Zoë,<\/p>/);
  assert.doesNotMatch(text + html, /Hello|The link/);
});

test("each mail is in the language of the recipient's last sign-in", async () => {
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

test('mails about an app and about another address are in German for a German reader', async () => {
  await choose(browser, 'de');
  const app = await makeApp(world, tenant, { active: false });
  await submitAppForReview(tenant.ctx(), app.client_id);
  await approveApp(world.platform(), { client_id: app.client_id });
  const { language, subject, text } = await readOne();
  assert.deepEqual([language, subject], ['de', 'Field Planner wurde freigegeben']);
  assert.match(text, /Ihre App Field Planner wurde freigegeben\. Alle Kunden können sie jetzt verbinden\./);

  const admin = await consoleOfBrowser(world, browser);
  const asked = { email: 'new@example.com', current_password: tenant.admin.password };
  assert.equal((await admin.put('/own/address', asked)).status, 200);
  const letters = await deliverMails(world);
  assert.deepEqual(letters.map((letter) => letter.subject).toSorted(), [
    'Neue E-Mail-Adresse bestätigen',
    'Änderung Ihrer E-Mail-Adresse angefordert',
  ]);
});

test('mails to staff are in German if the inviting staff member reads German', async () => {
  const colleague = await world.staff();
  const theirs = openBrowser(world.url);
  await theirs.signIn(colleague);
  await choose(theirs, 'de');
  const staff = await consoleOfBrowser(world, theirs);
  assert.equal(
    (await staff.post('/staff/members', { email: 'five@example.com', full_name: 'Kim' })).status,
    201,
  );
  const { language, subject, text } = await readOne();
  assert.deepEqual([language, subject], ['de', 'Einladung zu Tenant Ops (Team der Plattform)']);
  const invited = openBrowser(world.url);
  await invited.get('/language/de');
  const page = await invited.get(`/invitation?token=${tokenIn(text)}`);
  assert.match(page.text, /Willkommen bei Tenant Ops \(Team der Plattform\), Kim/);
});
