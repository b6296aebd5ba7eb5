/* A code of the second factor is accepted instead of the password for actions that cannot be undone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../src/features/users/users.ts';
import { totpCode, totpStep } from '../../src/lib/crypto/totp.ts';
import { consoleOf, type Person } from '../../support/console.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Nord');
const admin = await consoleOf(world, tenant.admin);
const colleague = await world.staff();
const staff = await consoleOf(world, colleague);

type Client = typeof admin;

async function turnOn(own: Client, { password }: Person) {
  const { secret } = (await own.post('/second-factor', {})).body;
  const code = codeOf(secret);
  const answer = await own.put('/second-factor', { code, current_password: password });
  world.clock.advance(60_000);
  return { secret, recovery_codes: answer.body.recovery_codes };
}

function codeOf(secret: string): string {
  return totpCode(secret, totpStep(world.clock.now()));
}

async function addPerson(email: string): Promise<string> {
  const person = { full_name: 'Mira Quist', password: 'correct horse battery', is_admin: false };
  return (await createUser(tenant.ctx(), { ...person, email })).user_id;
}

async function erase(user_id: string, body: object, by = admin) {
  return (await by.call(`/people?user_id=${user_id}`, { method: 'DELETE', body })).status;
}

const [first, second, third] = [
  await addPerson('first@example.com'),
  await addPerson('second@example.com'),
  await addPerson('third@example.com'),
];

test('400 for a code without a second factor, and without password and code', async () => {
  assert.equal(await erase(first, { code: '123456' }), 400);
  const { status, body } = await admin.call(`/people?user_id=${first}`, { method: 'DELETE', body: {} });
  assert.deepEqual([status, body.message], [400, 'current_password: enter your password or a code']);
});

test('200 once for a code or a recovery code, 400 for a wrong or a used one, and the password still works', async () => {
  const { secret, recovery_codes } = await turnOn(admin, tenant.admin);
  const code = codeOf(secret);
  assert.equal(await erase(first, { code: '000000' }), 400);
  const at_once = await Promise.all([erase(first, { code }), erase(second, { code })]);
  assert.equal(at_once.filter((status) => status === 200).length, 1);
  assert.equal(at_once.filter((status) => status === 400).length, 1);
  assert.equal(await erase(second, { code: recovery_codes[0] }), 200);
  assert.equal(await erase(third, { code: recovery_codes[0] }), 400);
  assert.equal(await erase(third, { code, current_password: 'wrong' }), 400);
  assert.equal(await erase(third, { current_password: tenant.admin.password }), 200);
});

test('429 after too many wrong codes, also for the right one', async () => {
  const { secret } = await turnOn(staff, colleague);
  const remove = async (code: string) =>
    (await staff.post(`/staff/account/deletion?account_id=${tenant.account_id}`, { name: 'Nord', code }))
      .status;
  const wrong = [];
  for (let guess = 0; guess < 20; guess++) wrong.push(await remove('000000'));
  assert.equal(wrong[0], 400);
  assert.equal(wrong.at(-1), 429);
  assert.equal(await remove(codeOf(secret)), 429);
  world.clock.advance(3_600_000);
  assert.equal(await remove(codeOf(secret)), 201);
});
