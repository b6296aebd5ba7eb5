import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../../support/browser.ts';
import { deliverMails } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const api = await tenant.api();
const PASSWORD = 'a new horse battery';
const HOUR_MS = 60 * 60_000;

async function requestLink(email: string): Promise<string> {
  const browser = openBrowser(world.url);
  const asked = await browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
  assert.equal(asked.status, 200);
  return pathIn(await deliverMails(world));
}

function pathIn(letters: { text: string }[]): string {
  return /https:\/\/ops\.example\.com(\/\S+)/.exec(letters[0]?.text ?? '')?.[1] ?? '';
}

async function invited(email: string): Promise<string> {
  await api.post('/v1/api-tenant-users', { email, full_name: 'Ivy Invited', roles: ['admin'] });
  return pathIn(await deliverMails(world));
}

test('200 for sending the link again, with the same page for an unknown address', async () => {
  const own = await world.account();
  const texts: string[] = [];
  for (const email of [own.admin.email, 'nobody@example.com']) {
    const browser = openBrowser(world.url);
    const sent = await browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
    const again = await browser.submit(sent, '/reset-password', { email, again: 'yes' });
    assert.equal(again.status, 200);
    assert.match(again.text, /another email is on its way/);
    texts.push(again.text.replaceAll(email, '').replaceAll(/value="[^"]*"/g, ''));
  }
  assert.equal(texts[0], texts[1]);
  assert.deepEqual(
    (await deliverMails(world)).map(({ recipient }) => recipient),
    [own.admin.email, own.admin.email],
  );
});

test('200 for a new password, which ends every sign-in and invalidates the link', async () => {
  const own = await world.account();
  const old = openBrowser(world.url);
  await old.signIn(own.admin);
  const path = await requestLink(own.admin.email.toUpperCase());
  const browser = openBrowser(world.url);
  const page = await browser.get(path);
  assert.equal((await browser.get(path)).status, 200);
  const done = await browser.submit(page, '/reset-password/new', { password: PASSWORD });
  assert.equal(done.status, 200);
  assert.match(done.text, /Your password was changed/);
  assert.equal((await old.get('/account')).status, 303);
  assert.equal((await openBrowser(world.url).signIn(own.admin)).status, 400);
  assert.equal((await openBrowser(world.url).signIn({ ...own.admin, password: PASSWORD })).status, 303);
  assert.equal((await browser.get(path)).status, 404);
  assert.equal((await browser.submit(page, '/reset-password/new', { password: PASSWORD })).status, 404);
});

test('400 for an invalid password, after which the link still works', async () => {
  const own = await world.account();
  const path = await requestLink(own.admin.email);
  const browser = openBrowser(world.url);
  const page = await browser.get(path);
  const again = await browser.submit(page, '/reset-password/new', { password: 'short' });
  assert.equal(again.status, 400);
  assert.match(again.text, /8 to 200 characters/);
  assert.equal((await browser.submit(again, '/reset-password/new', { password: PASSWORD })).status, 200);
});

test('404 for a link after an hour, and for all older links after a newer one was used', async () => {
  const own = await world.account();
  const late = await requestLink(own.admin.email);
  world.clock.advance(HOUR_MS);
  assert.equal((await openBrowser(world.url).get(late)).status, 404);
  const older = await requestLink(own.admin.email);
  const newer = await requestLink(own.admin.email);
  const browser = openBrowser(world.url);
  await browser.submit(await browser.get(newer), '/reset-password/new', { password: PASSWORD });
  assert.equal((await browser.get(older)).status, 404);
});

test('200 with the same page and no mail for an unknown address', async () => {
  const own = await world.account();
  const ask = async (email: string) => {
    const browser = openBrowser(world.url);
    return browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
  };
  const known = await ask(own.admin.email);
  assert.equal((await deliverMails(world)).length, 1);
  const unknown = await ask('nobody@example.com');
  assert.equal((await deliverMails(world)).length, 0);
  const plain = (text: string) => text.replaceAll(/value="[^"]*"/g, '');
  assert.deepEqual([unknown.status, plain(unknown.text)], [known.status, plain(known.text)]);
});

test('200 with the same page and no mail for an invited user, whose invitation stays valid', async () => {
  const email = 'not-yet@example.com';
  const path = await invited(email);
  assert.equal(await requestLink(email), '');
  const [counted] = await world.db`
    select count(*)::int as count from audit_entries where action = 'password.reset_requested'
      and target_id in (select id::text from users where email = ${email})`;
  assert.equal(counted?.['count'], 0);
  assert.equal((await openBrowser(world.url).get(path)).status, 200);
});

test('404 for invalid links, links of another kind and links of other pages', async () => {
  const browser = openBrowser(world.url);
  const reset = await requestLink(tenant.admin.email);
  const token = reset.split('token=')[1] ?? '';
  for (const path of [
    '/reset-password/new',
    '/reset-password/new?token=',
    `/reset-password/new?token=${token.slice(0, -1)}`,
    `/reset-password/new?token=${token}%00`,
    `/invitation?token=${token}`,
    '/invitation?token=%00',
  ]) {
    assert.equal((await browser.get(path)).status, 404, path);
  }
});

test('303 for an accepted invitation, whose link works once', async () => {
  const path = await invited('ivy@example.com');
  const browser = openBrowser(world.url);
  const page = await browser.get(path);
  assert.match(page.text, /Welcome to Werkstatt Nord, Ivy Invited/);
  assert.equal((await browser.submit(page, '/invitation', { password: 'short' })).status, 400);
  const accepted = await browser.submit(page, '/invitation', { password: PASSWORD });
  assert.deepEqual([accepted.status, accepted.location], [303, '/']);
  assert.match((await browser.get('/account')).text, /Ivy Invited/);
  assert.equal((await openBrowser(world.url).get(path)).status, 404);
  assert.equal(
    (await openBrowser(world.url).signIn({ email: 'ivy@example.com', password: PASSWORD })).status,
    303,
  );
});

test('403 for a link page sent by another site', async () => {
  const path = await invited('eve@example.com');
  const browser = openBrowser(world.url);
  const page = await browser.get(path);
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const token = path.split('token=')[1] ?? '';
  const fields = { form_token, token, password: PASSWORD };
  assert.equal((await browser.post('/invitation', fields, { Origin: 'https://evil.example' })).status, 403);
  assert.equal((await browser.post('/invitation', { ...fields, form_token: '' })).status, 403);
});
