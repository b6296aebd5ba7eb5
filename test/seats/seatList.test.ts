/* The list of seats: search and order, for an account with 2,000 seats. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertSeats } from '../support/seats.ts';
import { openWorld } from '../support/world.ts';

const MANY = 2_000;

const world = await openWorld();
const tenant = await world.account();
const user_id = await tenant.user('Greta Glaser');
const used_at = world.clock.now();
const ids = await insertSeats(
  world,
  tenant.account_id,
  Array.from({ length: MANY }, (_, at) => ({
    device_name: `Glasses ${String(MANY - at).padStart(4, '0')}`,
    ...(at === 0 && { user_id, device_serial: 'G2-00417', last_seen_at: used_at }),
  })),
);
const [first] = ids;
const stranger = await world.account();
await insertSeats(world, stranger.account_id, [{ device_name: 'Glasses 9999' }]);
const api = await tenant.api();

const list = async (query: string) => (await api.get(`/v1/seats?${query}`)).body;
const idsOf = ({ seats }: any): string[] => seats.map(({ id }: any) => id);

test('200 with the seats whose name, user or serial number contains all words, also for the oldest of 2,000', async () => {
  for (const search of ['2000', 'glaser%20GRETA', 'g2-00417', 'glasses%20glaser'])
    assert.deepEqual(idsOf(await list(`search=${search}`)), [first], search);
  assert.equal((await list('search=glasses&wearer=nobody')).total, MANY - 1);
  assert.deepEqual(await list('search=9999'), { seats: [], total: 0, limit: 50, offset: 0 });
});

test('200 with seats ordered by name, by latest use, and newest first by default', async () => {
  const byName = await list('sort=device_name&limit=2');
  assert.deepEqual([idsOf(byName), byName.total], [[ids.at(-1), ids.at(-2)], MANY]);
  const next = await list('sort=device_name&limit=2&offset=1998');
  assert.deepEqual(idsOf(next), [ids[1], first]);
  assert.equal(idsOf(await list('sort=last_seen_at&limit=1'))[0], first);
  assert.equal(idsOf(await list('limit=1'))[0], ids.at(-1));
});

test('400 for an unknown order', async () => {
  assert.equal((await api.get('/v1/seats?sort=created_at')).status, 400);
});
