/* The search and the ids with which pickers read long lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createForm } from '../../src/features/forms/forms.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { createSeatWithToken } from '../../src/features/seats/seats.ts';
import { consoleOf } from '../../support/console.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const vera = await tenant.user('Vera Vogel');
const vito = await tenant.user('Vito Vogel');
const stranger = await other.user('Vera Vogel');

const people = async (query: string) => {
  const { status, body } = await admin.get(`/people?${query}`);
  assert.equal(status, 200, body.message);
  return body.people.map(({ id }: any) => id);
};

test('200 with the people whose name or address contains all words, in any order', async () => {
  assert.deepEqual(await people('search=vogel+VERA'), [vera]);
  assert.deepEqual(await people('search=vogel'), [vito, vera]);
  assert.deepEqual(await people('search=vogel+nobody'), []);
});

test('200 with the people of the given ids; an id of another account is omitted', async () => {
  assert.deepEqual(await people(`user_ids=${stranger},${vera.toUpperCase()}`), [vera]);
  assert.deepEqual(await people(`user_ids=${stranger}`), []);
});

test('200 without inactive people if the filter asks for active people', async () => {
  const gone = await tenant.user('Gone Vogel');
  await admin.patch(`/people?user_id=${gone}`, { status: 'inactive' });
  assert.deepEqual(await people('search=vogel&status=active'), [vito, vera]);
  assert.deepEqual(await people('search=gone&status=inactive'), [gone]);
});

for (const [what, ids] of [
  ['no UUID', 'x'],
  ['an empty id', `${vera},`],
  ['more than 100 ids', Array.from({ length: 101 }, () => vera).join(',')],
] as const)
  test(`400 for ids with ${what}`, async () => {
    const { status, body } = await admin.get(`/people?user_ids=${ids}`);
    assert.equal(status, 400);
    assert.match(body.message, /user_ids: must be 1 to 100 ids/);
  });

test('200 with the people of 100 ids', async () => {
  const ids = Array.from({ length: 100 }, () => vera).join(',');
  assert.deepEqual(await people(`user_ids=${ids}`), [vera]);
});

test('200 with the forms of the given ids, without those of another account', async () => {
  const mine = await createForm(tenant.ctx(), { name: 'Pump check', fields: [] });
  const foreign = await createForm(other.ctx(), { name: 'Pump check', fields: [] });
  const { body } = await admin.get(`/forms?form_ids=${mine.id},${foreign.id}`);
  assert.deepEqual(
    body.forms.map(({ id }: any) => id),
    [mine.id],
  );
});

test('200 with the keys that match a name or their last characters, also over the API', async () => {
  const { id, key } = await createKey(tenant.ctx(), { name: 'Plant north', scopes: ['read:tasks'] });
  const foreign = await createKey(other.ctx(), { name: 'Plant north', scopes: ['read:tasks'] });
  const api = await tenant.api();
  for (const query of [`search=north+${key.slice(-4)}`, `key_ids=${foreign.id},${id}`]) {
    const ids = (await admin.get(`/keys?${query}`)).body.keys.map((one: any) => one.id);
    assert.deepEqual(ids, [id], query);
    const { keys } = (await api.get(`/v1/keys?${query}`)).body;
    assert.deepEqual(
      keys.map((one: any) => one.id),
      [id],
    );
  }
});

test('200 with the seats of an account for staff, by device and wearer; 404 for an unknown account', async () => {
  const { seat_id } = await createSeatWithToken(tenant.ctx(), {
    user_id: vera,
    device_name: 'Glasses 7',
    roles: ['trainer'],
  });
  const { seat_id: foreign } = await createSeatWithToken(other.ctx(), {
    user_id: stranger,
    device_name: 'Glasses 7',
    roles: ['trainer'],
  });
  const { account_id } = tenant;
  for (const query of ['search=vera+7', `seat_ids=${foreign},${seat_id}`]) {
    const { body } = await staff.get(`/staff/account/seats?account_id=${account_id}&${query}`);
    const seat = { id: seat_id, device_name: 'Glasses 7', user_name: 'Vera Vogel' };
    assert.deepEqual([body.seats, body.total], [[seat], 1]);
  }
  const unknown = await staff.get('/staff/account/seats?account_id=00000000-0000-4000-8000-000000000000');
  assert.deepEqual([unknown.status, unknown.body.message], [404, 'Account not found']);
  assert.equal((await admin.get(`/staff/account/seats?account_id=${account_id}`)).status, 403);
});
