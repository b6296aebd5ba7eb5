/* A domain with non-ASCII letters and its punycode form are one address, at every door. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { createStaffMember } from '../../src/features/staff/staff.ts';
import { createUser } from '../../src/features/users/users.ts';
import { plainAddress } from '../../src/lib/mail/emailAddress.ts';
import { openBrowser } from '../../support/browser.ts';
import { consoleOf } from '../../support/console.ts';
import { deliverMails } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const PATH = '/v1/api-tenant-users';
const PASSWORD = 'correct horse battery';
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const people = await consoleOf(world, tenant.admin);
const platform = () => world.platform();
const invite = (email: string) => api.post(PATH, { email, full_name: 'Ida', roles: ['admin'] });

const SAME = [
  'ida@Bücher.example',
  'IDA@BÜCHER.EXAMPLE',
  'ida@bu\u0308cher.example',
  'ida@xn--bcher-kva.example',
];

test('201 for an internationalized address, which is stored and mailed in ASCII', async () => {
  const { status, body } = await invite('Ida@Bücher.example');
  assert.deepEqual([status, body.email], [201, 'ida@xn--bcher-kva.example']);
  assert.deepEqual(
    (await deliverMails(world)).map(({ recipient }) => recipient),
    ['ida@xn--bcher-kva.example'],
  );
});

test('409 CONFLICT for the same address in any spelling, at every door', async () => {
  for (const email of SAME) {
    assert.equal((await invite(email)).status, 409, email);
    const person = { email, full_name: 'Ida', access: 'member' };
    assert.equal((await people.post('/people', person)).status, 409, email);
    const named = { email, full_name: 'Ida', password: PASSWORD };
    await assert.rejects(createUser(tenant.ctx(), { ...named, is_admin: false }), /cannot be added/);
    await assert.rejects(createStaffMember(platform(), named), /cannot be added/);
    await assert.rejects(createAccount(platform(), { name: 'B', admin: named }), /cannot be added/);
  }
  assert.equal(new Set(SAME.map((email) => email.toLowerCase())).size, 3);
});

test('303 for a sign-in and a mail for a reset with any spelling of the domain', async () => {
  await createUser(tenant.ctx(), {
    email: 'otto@straße.example',
    full_name: 'Otto',
    is_admin: false,
    password: PASSWORD,
  });
  for (const email of ['Otto@STRAßE.example', 'otto@xn--strae-oqa.example']) {
    assert.equal((await openBrowser(world.url).signIn({ email, password: PASSWORD })).status, 303, email);
    const browser = openBrowser(world.url);
    await browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
    assert.equal((await deliverMails(world)).length, 1, email);
  }
});

test('400 for an invalid domain', async () => {
  for (const domain of [
    'ü',
    'ü..example',
    '-ü.example',
    'ü/x.example',
    'ü%41.example',
    'ü .example',
    `${'ü'.repeat(60)}.example`,
  ])
    assert.deepEqual((await invite(`a@${domain}`)).body.message, 'email: must be an email address', domain);
  assert.equal((await invite(`ü@example.com`)).status, 400);
});

test('400 quickly for many invalid labels', { timeout: 300_000 }, async () => {
  assert.equal((await invite(`a@${'ü.'.repeat(125)}!`)).status, 400);
});

test('an ASCII address is only changed to lower case', () => {
  for (const text of ['A@Example.COM', 'a@xn--a.example', "o'neil+x@127.0.0.1", 'a@127.1', 'nobody'])
    assert.equal(plainAddress(text), text.toLowerCase());
});
