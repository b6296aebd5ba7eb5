/* Rows without a foreign key: nothing is created for a removed account, and its remaining rows grant no access. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { registerApp } from '../../src/features/apps/apps.ts';
import { createForm } from '../../src/features/forms/forms.ts';
import { createPairingCode } from '../../src/features/seats/pairing.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const there = () => tenant.ctx();
const gone = () => ({ ...tenant.ctx(), account_id: randomUUID() });
const APP = {
  name: 'App',
  redirect_uris: ['https://app.example/callback'],
  scopes: ['read:tasks' as const],
};
const { seat_id } = await tenant.device();

const countRows = async (table: string) =>
  Number((await world.db.unsafe(`select count(*) from ${table}`))[0]?.['count']);

test('404 for an app of a removed account, and nothing is written', async () => {
  await registerApp(there(), APP);
  await assert.rejects(registerApp(gone(), APP), { code: 'NOT_FOUND' });
  assert.equal(await countRows('oauth_apps'), 1);
});

test('404 for a form of a removed account, and nothing is written', async () => {
  await createForm(there(), { name: 'Form' });
  await assert.rejects(createForm(gone(), { name: 'Form' }), { code: 'NOT_FOUND' });
  assert.equal(await countRows('forms'), 1);
});

test('404 for a code of a removed seat, and nothing is written', async () => {
  await createPairingCode(there(), seat_id);
  await assert.rejects(createPairingCode(there(), randomUUID()), { code: 'NOT_FOUND' });
  await assert.rejects(createPairingCode(gone(), seat_id), { code: 'NOT_FOUND' });
  assert.equal(await countRows('pairing_codes'), 1);
});

test('404 for a code of a removed account; control: 201 for a code of an existing account', async () => {
  const pair = async (code: string, account_id: string) => {
    const code_hash = createHash('sha256').update(code).digest();
    const expires_at = new Date(world.clock.now().getTime() + 60_000);
    await world.db`insert into pairing_codes ${world.db({ code_hash, account_id, seat_id, expires_at })}`;
    return (await world.nobody.post('/device/v1/pair', { code })).status;
  };
  assert.equal(await pair('ABCDEFGH', randomUUID()), 404);
  assert.equal(await pair('HGFEDCBA', tenant.account_id), 201);
});
