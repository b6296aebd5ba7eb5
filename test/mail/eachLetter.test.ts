/* Every mail that is sent, in either language, with no sentence of the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitApp } from '../../src/features/apps/apps.ts';
import { approveApp, sendBackApp, suspendApp } from '../../src/features/apps/reviews.ts';
import { german } from '../../src/features/mail/german.ts';
import { openBrowser, type Browser } from '../../support/browser.ts';
import { consoleIn } from '../../support/console.ts';
import { sendLetters } from '../support/letters.ts';
import { makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
type Language = 'en' | 'de';
const TEXTS = {
  en: Object.keys(german),
  de: Object.values(german) as string[],
} satisfies Record<Language, string[]>;

/** Signed in, with the language chosen as the menu does. */
async function open(person: { email: string; password: string }, language: Language) {
  const browser = openBrowser(world.url);
  await browser.signIn(person);
  const Cookie = `session=${browser.cookies.get('session')}`;
  const headers = { Referer: `${world.url}/account`, Cookie };
  await fetch(`${world.url}/language/${language}`, { headers, redirect: 'manual' });
  return { browser, own: await consoleIn(world, browser) };
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
  await submitApp(tenant.ctx(), client_id);
  await sendBackApp(world.platform(), { client_id, notes: 'XYZ' });
  await submitApp(tenant.ctx(), client_id);
  await approveApp(world.platform(), { client_id });
  await suspendApp(world.platform(), { client_id });
  await approveApp(world.platform(), { client_id });
  await moveTo(`new.${language}@example.com`, tenant.admin, { browser, own });
}

/** A person whose language is known is invited again by the platform, which has no name of its own there. */
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
  // That of the first time is English: nobody's language was known.
  if (language === 'de')
    await world.db`delete from mails where recipient = ${to_open.email} and language is distinct from 'de'`;
}

async function moveTo(
  email: string,
  person: { password: string },
  { browser, own }: { browser: Browser; own: Awaited<ReturnType<typeof consoleIn>> },
): Promise<void> {
  assert.equal((await own.put('/own/address', { email, current_password: person.password })).status, 200);
  asked.push(...(await sendLetters(world)));
  const link = asked.map(({ text }) => /(\/new-address\?token=\w+)/.exec(text)?.[1]).findLast(Boolean) ?? '';
  assert.equal((await browser.submit(await browser.get(link), '/new-address', {})).status, 200);
}

let asked: Awaited<ReturnType<typeof sendLetters>> = [];

/** The texts of a language that letters say, each of whose pieces between values is there. */
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
    asked.push(...(await sendLetters(world)));
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
