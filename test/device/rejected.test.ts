import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { assertCountersExact } from '../support/userCounters.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();
const other = await tenant.device();
const stranger = await (await world.account()).device();
const PATH = '/device/v1/sessions';
const DONE = `${PATH}/complete`;
const id = () => newId(world.clock.now());

test('404 for a session of another seat, of another account, and for an unknown one', async () => {
  const session_id = id();
  await glasses.post(PATH, { session_id, role: 'trainer' });
  for (const device of [other, stranger]) {
    assert.equal((await device.patch(`${PATH}?session_id=${session_id}`, {})).status, 404);
    assert.equal((await device.post(DONE, { session_id, status: 'completed' })).status, 404);
  }
  assert.equal((await glasses.post(DONE, { session_id: id(), status: 'completed' })).status, 404);
});

test('404 for starting again, updating or ending a deleted session', async () => {
  const session_id = id();
  await glasses.post(PATH, { session_id, role: 'trainer' });
  await api.delete(`/v1/api-tenant-sessions?session_id=${session_id}`);
  assert.equal((await glasses.post(PATH, { session_id, role: 'trainer' })).status, 404);
  assert.equal((await glasses.patch(`${PATH}?session_id=${session_id}`, {})).status, 404);
  assert.equal((await glasses.post(DONE, { session_id, status: 'completed' })).status, 404);
  await assertCountersExact(world.db, tenant.account_id);
});

test('401 for an API key on the device API, and for a device token on the API', async () => {
  assert.equal((await api.post(PATH, { role: 'trainer' })).body.error, 'INVALID_KEY');
  assert.equal((await glasses.get('/v1/api-tenant-sessions')).body.error, 'INVALID_KEY');
  assert.equal((await world.nobody.post(PATH, { role: 'trainer' })).body.error, 'MISSING_AUTH');
});
