import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { openBrowser } from '../../support/browser.ts';
import { readTexts } from '../support/languageTexts.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');

const { cookie } = await consoleOf(world, tenant.admin);
const NO_ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

const PAGES = [
  '/sign-in',
  '/reset-password',
  '/reset-password/new?token=x',
  '/invitation?token=x',
  '/oauth/authorize',
];
const ACCOUNT = ['/account', '/account/second-factor', '/new-address?token=x'];
/** English texts whose German translation differs. */
const TEXTS = [...(await readTexts('de', 'src/**')).values()].flatMap((texts) => Object.entries(texts));
const ENGLISH = TEXTS.flatMap(([text, german]) => (text === german ? [] : [text]));

const PREFERENCES: readonly [header: string, language: string][] = [
  ['de', 'de'],
  ['de-CH, fr;q=0.8', 'de'],
  ['fr, de;q=0.8, en;q=0.7', 'de'],
  ['en;q=0.4, de;q=0.5', 'de'],
  ['en, de', 'en'],
  ['fr', 'en'],
  ['de;q=0', 'en'],
  ['de;q=high', 'en'],
  ['deutsch', 'en'],
  ['', 'en'],
];

for (const [header, language] of PREFERENCES)
  test(`200 in ${language} for a browser that prefers "${header}"`, async () => {
    const answer = await fetch(`${world.url}/sign-in`, { headers: { 'Accept-Language': header } });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), new RegExp(`<html lang="${language}">`));
  });

test('200 in German on every page after German was chosen', async () => {
  const browser = openBrowser(world.url);
  const chosen = await browser.get('/language/de');
  assert.equal(chosen.status, 303);
  for (const path of PAGES) assert.deepEqual(englishIn((await browser.get(path)).text), [], path);
  const wrong = await browser.signIn({ email: tenant.admin.email, password: 'wrong wrong' });
  assert.match(wrong.text, /Die E-Mail-Adresse oder das Passwort ist falsch\./);
  await browser.signIn(tenant.admin);
  for (const path of ACCOUNT) assert.deepEqual(englishIn((await browser.get(path)).text), [], path);
  assert.match((await browser.get('/')).text, /<html lang="de">/);
});

test('a sign-in stores the chosen language for the mails of a user and of a member of staff', async () => {
  const staff = await world.staff();
  const rows = () => world.db<{ email: string; language: string | null }[]>`
    select email, language from users where email = ${tenant.admin.email}
    union all
    select email, language from staff where email = ${staff.email}`;
  for (const person of [tenant.admin, staff])
    for (const language of ['en', 'de']) {
      const browser = openBrowser(world.url);
      await browser.get(`/language/${language}`);
      await browser.signIn(person);
      const stored = await rows();
      assert.equal(stored.find(({ email }) => email === person.email)?.language, language);
    }
});

const REFUSED: readonly [what: string, path: string, init: RequestInit, status: number, words: RegExp][] = [
  [
    'a form of another page',
    '/sign-in',
    { method: 'POST', body: new URLSearchParams() },
    403,
    /Diese Seite ist veraltet\./,
  ],
  [
    'an unknown form',
    `/forms/submission?id=${NO_ID}`,
    {},
    404,
    /Diese Seite oder dieser Eintrag existiert nicht oder nicht mehr\./,
  ],
];

for (const [what, path, init, status, words] of REFUSED)
  test(`${status} in German for ${what}`, async () => {
    const Cookie = `${cookie}; language=de`;
    const answer = await fetch(world.url + path, { ...init, headers: { Cookie } });
    const text = await answer.text();
    assert.equal(answer.status, status, text);
    assert.match(text, words);
    assert.deepEqual(englishIn(text), []);
  });

test('303 only back to the page where the language was chosen', async () => {
  const from = async (Referer: string) => {
    const answer = await fetch(`${world.url}/language/de`, { headers: { Referer }, redirect: 'manual' });
    assert.ok(answer.headers.getSetCookie().some((cookie) => cookie.startsWith('language=de;')));
    return [answer.status, answer.headers.get('location')];
  };
  assert.deepEqual(await from(`${world.url}/tasks?status=open`), [303, '/tasks?status=open']);
  assert.deepEqual(await from('https://evil.example.com/sign-in'), [303, '/']);
  assert.deepEqual(await from(`${world.url}.evil.example.com/`), [303, '/']);
  assert.deepEqual(await from(`${world.url}//evil.example.com/`), [303, '/']);
});

test("200 in the reader's language without scripts", async () => {
  const browser = openBrowser(world.url);
  await browser.signIn(tenant.admin);
  const read = async (language: string) => {
    const Cookie = `session=${browser.cookies.get('session')}; language=${language}`;
    const answer = await fetch(`${world.url}/tasks`, { headers: { Cookie, Accept: 'text/html' } });
    return /<noscript>([^]*)<\/noscript>/.exec(await answer.text())?.[1] ?? '';
  };
  assert.match(await read('en'), /The dashboard needs JavaScript\..+href="\/account"/);
  assert.match(await read('de'), /Das Dashboard braucht JavaScript\.\s+<a href="\/account"/);
});

test('404 for an unknown language', async () => {
  assert.equal((await fetch(`${world.url}/language/fr`, { redirect: 'manual' })).status, 404);
});

function englishIn(page: string): string[] {
  const shown = page
    .replaceAll(/<[^>]+>/g, '\n')
    .split('\n')
    .map((line) => line.trim());
  return shown.filter((line) => ENGLISH.includes(line));
}
