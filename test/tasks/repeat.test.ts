import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const api = await (await world.account()).api();
const PATH = '/v1/api-tenant-tasks';

test('201 again for the same Idempotency-Key: one task', async () => {
  const send = () => api.post(PATH, { title: 'Pump 7', external_id: 'WO-1' }, { 'Idempotency-Key': 'WO-1' });
  const first = await send();
  const again = await send();
  assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text]);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  const { body } = await api.get(`${PATH}?external_id=WO-1`);
  assert.equal(body.total, 1);
});
