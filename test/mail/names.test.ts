/* The only link in a mail is ours, whatever text a name contains. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registerApp } from '../../src/features/apps/apps.ts';
import { approveApp } from '../../src/features/apps/reviews.ts';
import { createUser } from '../../src/features/users/users.ts';
import { openBrowser } from '../../support/browser.ts';
import { consoleOf } from '../../support/console.ts';
import { PUBLIC_URL, deliverMails, tokenIn } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const NAMES = [
  'https://evil.example/?{link}',
  'evil.example/{link}',
  'www.evil.example{link}{link}',
  'evil。example/{link}',
  'mailto:a@evil.example',
  '$& $1 {link}',
];

/** Texts that mail programs turn into links: a scheme, an address, or a host name. */
const ADDRESS =
  /[a-z][a-z0-9+.-]*:\/\/\S+|mailto:\S+|[\p{L}\p{N}-]+(?:[.。．｡][\p{L}\p{N}-]+)*[.。．｡]\p{L}+\S*/giu;

function assertOneLink(text: string, path: RegExp): void {
  const [link, ...more] = text.match(ADDRESS) ?? [];
  assert.deepEqual(more, [], text);
  assert.ok(link?.startsWith(PUBLIC_URL), text);
  assert.match(link?.slice(PUBLIC_URL.length) ?? '', path);
}

/**
 * Control: composes the mail as an earlier version did, which replaced the placeholder of the link after inserting
 * the name.
 */
function oldText(full_name: string, link: string): string {
  return `Hello ${full_name},\n\nsomebody asked for a new password for you. Choose one here:\n\n{link}\n`.replace(
    '{link}',
    () => link,
  );
}

test('control: the search finds a link in the old format of mails', () => {
  const link = `${PUBLIC_URL}/reset-password/new?token=secret`;
  assert.throws(() => assertOneLink(oldText('https://evil.example/?{link}', link), /token=/));
  assert.throws(() => assertOneLink(oldText('evil.example', link), /token=/));
  assert.match(oldText('https://evil.example/?{link}', link), /evil\.example\/\?https:.*token=secret/);
  assertOneLink(oldText('Ada', link), /^\/reset-password\/new\?token=secret$/);
});

for (const full_name of NAMES) {
  test(`an invitation and a reset of “${full_name}” contain only links to this service`, async () => {
    const tenant = await world.account(full_name);
    const api = await tenant.api();
    const admin = await consoleOf(world, tenant.admin);
    const invited = `api-${crypto.randomUUID()}@mail.example`;
    const asked = `console-${crypto.randomUUID()}@mail.example`;
    const sent = await api.post('/v1/api-tenant-users', { email: invited, full_name, roles: ['admin'] });
    assert.equal(sent.status, 201);
    assert.equal((await admin.post('/people', { email: asked, full_name, access: 'member' })).status, 201);
    const invitations = await deliverMails(world);
    assert.equal(invitations.length, 2);
    for (const { text, subject } of invitations) {
      assertOneLink(text, /^\/invitation\?token=tin_\w{55}$/);
      assert.equal(subject.match(ADDRESS), null, subject);
    }

    const token = tokenIn(invitations.find(({ recipient }) => recipient === invited)?.text ?? '');
    const browser = openBrowser(world.url);
    const page = await browser.get(`/invitation?token=${token}`);
    await browser.submit(page, '/invitation', { password: 'correct horse battery' });
    await browser.submit(await browser.get('/reset-password'), '/reset-password', { email: invited });
    const [reset] = await deliverMails(world);
    assertOneLink(reset?.text ?? '', /^\/reset-password\/new\?token=tpr_\w{55}$/);
  });
}

test('mails about a user that the operator created and about a reviewed app contain their names without links', async () => {
  const tenant = await world.account();
  const email = `maker-${crypto.randomUUID()}@mail.example`;
  const maker = {
    email,
    full_name: 'evil.example {link}',
    password: 'correct horse battery',
    is_admin: true,
  };
  await createUser(tenant.ctx(), maker);
  const browser = openBrowser(world.url);
  await browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
  const [reset] = await deliverMails(world);
  assertOneLink(reset?.text ?? '', /^\/reset-password\/new\?token=tpr_\w{55}$/);

  const { client_id } = await registerApp(tenant.ctx(), {
    name: 'https://evil.example/{link}',
    redirect_uris: ['https://app.example/back'],
    scopes: ['read:tasks'],
  });
  await approveApp(world.platform(), { client_id });
  const letters = await deliverMails(world);
  assert.equal(letters.length, 2);
  for (const { text, subject } of letters) {
    assertOneLink(text, /^\/account$/);
    assert.equal(subject.match(ADDRESS), null, subject);
  }
});

test('a name that was stored before the rule neither breaks nor reverses its line in a mail', async () => {
  const tenant = await world.account();
  await world.db`
    update accounts
    set name = ${'Nord\r\nBcc: thief@evil.example\r\n\r\n\u202Ehttps://evil.example'}
    where id = ${tenant.account_id}`;
  const api = await tenant.api();
  await api.post('/v1/api-tenant-users', { email: 'old@mail.example', full_name: 'Old', roles: ['admin'] });
  const [letter] = await deliverMails(world);
  assert.equal(letter?.subject, 'Invitation to Nord Bcc: thief@ evil. example https: //evil. example');
  assertOneLink(letter?.text ?? '', /^\/invitation\?token=/);
});
