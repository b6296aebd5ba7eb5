/* Every mail in both languages: none contains a sentence in the other language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitAppForReview } from '../../src/features/apps/apps.ts';
import { approveApp, sendBackApp, suspendApp } from '../../src/features/apps/reviews.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { consoleOfBrowser } from '../../support/console.ts';
import { listTexts } from '../../scripts/prose/texts.ts';
import { readSources } from '../architecture/sources.ts';
import { readTexts } from '../support/languageTexts.ts';
import { deliverMails } from '../support/sentMails.ts';
import { makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

type Language = 'en' | 'de';
const MAIL_FILES = [
  'src/features/apps/reviewDecisionMail.ts',
  'src/features/invitations/invitationMail.ts',
  'src/features/signin/{newAddress,passwordReset}.ts',
  'src/features/mail/content.ts',
];
const english = [...listTexts(readSources(...MAIL_FILES)).said];
const german = new Map(
  [...(await readTexts('de', 'src/**')).values()].flatMap((texts) => Object.entries(texts)),
);
const TEXTS: Record<Language, string[]> = {
  en: english,
  de: english.map((text) => german.get(text) ?? text),
};
assert.ok(english.length > 20);
const world = await openWorld();

/** Signs in and chooses the language as the menu does. */
async function open(person: { email: string; password: string }, language: Language) {
  const browser = openBrowser(world.url);
  await browser.signIn(person);
  const Cookie = `session=${browser.cookies.get('session')}`;
  const headers = { Referer: `${world.url}/account`, Cookie };
  await fetch(`${world.url}/language/${language}`, { headers, redirect: 'manual' });
  return { browser, own: await consoleOfBrowser(world, browser) };
}

async function askForEach(language: Language): Promise<void> {
  const tenant = await world.account('Werkstatt');
  const { browser, own } = await open(tenant.admin, language);
  const invited = await own.post('/people', {
    email: `zoe.${language}@example.com`,
    full_name: 'Zoë',
    access: 'member',
  });
  assert.equal(invited.status, 201);
  await inviteByNobody(language);
  const staff = await open(await world.staff(), language);
  const colleague = { email: `kim.${language}@example.com`, full_name: 'Kim' };
  assert.equal((await staff.own.post('/staff/members', colleague)).status, 201);
  await browser.submit(await browser.get('/reset-password'), '/reset-password', {
    email: tenant.admin.email,
  });

  const { client_id } = await makeApp(world, tenant, { active: false });
  await submitAppForReview(tenant.ctx(), client_id);
  await sendBackApp(world.platform(), { client_id, notes: 'XYZ' });
  await submitAppForReview(tenant.ctx(), client_id);
  await approveApp(world.platform(), { client_id });
  await suspendApp(world.platform(), { client_id });
  await approveApp(world.platform(), { client_id });
  await moveTo(`new.${language}@example.com`, tenant.admin, { browser, own });
}

/** Staff invite a person with a known language again; such a mail names no inviter. */
async function inviteByNobody(language: Language): Promise<void> {
  const staff = await open(await world.staff(), language);
  const to_open = {
    account_name: 'Nord',
    full_name: 'Ada',
    email: `ada.${language}@example.com`,
  };
  const { body } = await staff.own.post('/staff/accounts', to_open);
  await world.db`update users set language = ${language} where id = ${body.user_id}`;
  const of = `account_id=${body.account_id}&user_id=${body.user_id}`;
  assert.equal((await staff.own.post(`/staff/accounts/invitation?${of}`)).status, 200);
  // The first mail is English, because the person's language was not known yet.
  if (language === 'de')
    await world.db`delete from mails where recipient = ${to_open.email} and language is distinct from 'de'`;
}

async function moveTo(
  email: string,
  person: { password: string },
  { browser, own }: { browser: Browser; own: Awaited<ReturnType<typeof consoleOfBrowser>> },
): Promise<void> {
  assert.equal((await own.put('/own/address', { email, current_password: person.password })).status, 200);
  asked.push(...(await deliverMails(world)));
  const link = asked.map(({ text }) => /(\/new-address\?token=\w+)/.exec(text)?.[1]).findLast(Boolean) ?? '';
  assert.equal((await browser.submit(await browser.get(link), '/new-address', {})).status, 200);
}

let asked: Awaited<ReturnType<typeof deliverMails>> = [];

/** Returns the texts of a language that occur in mails: all parts of the text between its values must occur. */
function saidIn(language: Language, words: string): string[] {
  return TEXTS[language].filter((text) =>
    text
      .split(/\{\w+\}/)
      .map((piece) => piece.trim())
      .filter((piece) => piece.length > 1)
      .every((piece) => words.includes(piece)),
  );
}

for (const [language, other] of [
  ['en', 'de'],
  ['de', 'en'],
] as const)
  test(`every text of mails is sent in ${language}, in text and in HTML, and none in ${other}`, async () => {
    asked = [];
    await askForEach(language);
    asked.push(...(await deliverMails(world)));
    for (const { html } of asked) assert.match(html, new RegExp(`<html lang="${language}">`));
    const bodies = asked.map(({ text }) => text).join('\n');
    const subjects = asked.map(({ subject }) => subject).join('\n');
    assert.deepEqual(
      TEXTS[language].filter((text) => !saidIn(language, `${subjects}\n${bodies}`).includes(text)),
      [],
    );
    assert.deepEqual(saidIn(other, `${subjects}\n${bodies}`), []);
    const pages = asked.map(({ html }) => html).join('\n');
    assert.deepEqual(saidIn(other, pages), []);
  });
