import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();

test('200 for reading, changing and deleting a running session, without an error code for unfinished processing', async () => {
  const { body: session } = await glasses.post('/device/v1/sessions', { role: 'trainee' });
  const path = `/v1/api-tenant-sessions?session_id=${session.id}`;
  const { body: page } = await api.get('/v1/api-tenant-sessions?status=in_progress');
  assert.deepEqual([page.total, page.sessions[0].id], [1, session.id]);
  const changed = await api.patch(path, { session_name: 'Filter', procedure_count: 3 });
  assert.deepEqual(
    [changed.status, changed.body.status, changed.body.session_name, changed.body.procedure_count],
    [200, 'in_progress', 'Filter', 3],
  );
  const deleted = await api.delete(path);
  assert.deepEqual([deleted.status, deleted.body.deleted], [200, true]);
});
