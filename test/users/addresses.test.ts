/* A domain in letters of its own and its punycode are one address, at every door that takes one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { createStaff } from '../../src/features/staff/staff.ts';
import { createUser } from '../../src/features/users/users.ts';
import { plainAddress } from '../../src/lib/mail/emailAddress.ts';
import { openBrowser } from '../../support/browser.ts';
import { consoleOf } from '../../support/console.ts';
import { sendLetters } from '../support/letters.ts';
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

test('201 for an address with a domain in other letters, kept in ASCII and written to there', async () => {
  const { status, body } = await invite('Ida@Bücher.example');
  assert.deepEqual([status, body.email], [201, 'ida@xn--bcher-kva.example']);
  assert.deepEqual(
    (await sendLetters(world)).map(({ recipient }) => recipient),
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
    await assert.rejects(createStaff(platform(), named), /cannot be added/);
    await assert.rejects(createAccount(platform(), { name: 'B', admin: named }), /cannot be added/);
  }
  assert.equal(new Set(SAME.map((email) => email.toLowerCase())).size, 3);
});

test('303 for a sign-in and a letter for a reset, however the domain is written', async () => {
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
    assert.equal((await sendLetters(world)).length, 1, email);
  }
});

test('400 for what no domain can be', async () => {
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

test('400 soon for many labels that lead nowhere', { timeout: 60_000 }, async () => {
  assert.equal((await invite(`a@${'ü.'.repeat(125)}!`)).status, 400);
});

test('an address of ASCII alone is only put into lower case', () => {
  for (const text of ['A@Example.COM', 'a@xn--a.example', "o'neil+x@127.0.0.1", 'a@127.1', 'nobody'])
    assert.equal(plainAddress(text), text.toLowerCase());
});
