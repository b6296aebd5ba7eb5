/* An id in upper case is the same id; answers contain it as stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../src/lib/schema/type.ts';
import { createIntegration } from '../src/features/integrations/integrations.ts';
import { bodyReader, queryReader } from '../src/lib/http/validate.ts';
import { Input, Nullable, TimestampInput, Uuid } from '../src/lib/schema/schema.ts';
import type { Answer } from '../support/caller.ts';
import { consoleOf } from '../support/console.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const tenant = await world.account();
const api = await tenant.api();
const device = await tenant.device();
const people = await consoleOf(world, tenant.admin);
const inbound = world.as((await createIntegration(tenant.ctx(), { provider: 'erp' })).secret);
const loud = (id: string) => id.toUpperCase();

const user_id = await tenant.user();
const task_id: string = (await api.post('/v1/api-tenant-tasks', { title: 'A' })).body.id;
const picture = { name: 'Sheet', template_image_url: 'https://media.example.com/a.png' };
const form_id: string = (await api.post('/v1/api-tenant-forms', picture)).body.id;
const endpoint = { url: 'http://127.0.0.1:9/', events: ['task.created'] };
const endpoint_id: string = (await api.post('/v1/webhook-subscribe', endpoint)).body.id;
const session_id = 'aaaaaaaa-7c5e-7a10-9d3e-5b1f6a2c8e40';

async function assertStored(answer: Answer, id: string): Promise<void> {
  assert.ok(answer.status === 200 || answer.status === 201, answer.text);
  assert.ok(answer.text.includes(id), answer.text);
  assert.ok(!answer.text.includes(loud(id)), answer.text);
}

test('200 with the stored id for any spelling in the request', async () => {
  const assigned = await api.patch(`/v1/api-tenant-tasks?task_id=${loud(task_id)}`, {
    assigned_to: loud(user_id),
  });
  await assertStored(assigned, task_id);
  await assertStored(assigned, user_id);
  await assertStored(await api.get(`/v1/api-tenant-tasks?assigned_to=${loud(user_id)}`), task_id);
  await assertStored(await api.get(`/v1/webhook-subscribe?endpoint_id=${loud(endpoint_id)}`), endpoint_id);
  await assertStored(await api.get(`/v1/api-tenant-forms?id=${loud(form_id)}`), form_id);
  await assertStored(await people.get(`/task?task_id=${loud(task_id)}`), task_id);
  const pushed = { external_id: 'WO-1', title: 'A', assigned_to: loud(user_id) };
  await assertStored(await inbound.post('/inbound/v1/tasks', pushed), user_id);
  const start = { session_id: loud(session_id), role: 'trainee', task_id: loud(task_id) };
  const started = await device.post('/device/v1/sessions', start);
  await assertStored(started, session_id);
  await assertStored(started, task_id);
  const again = await device.post('/device/v1/sessions', { ...start, session_id });
  assert.deepEqual(again.body, started.body);
  await assertStored(await api.delete(`/v1/api-tenant-forms?id=${loud(form_id)}`), form_id);
});

test('200 once for one Idempotency-Key with any spelling of the ids in the body', async () => {
  const post = (id: string) =>
    api.post('/v1/api-tenant-tasks', { title: 'B', assigned_to: id }, { 'Idempotency-Key': 'spelling' });
  const [first, second] = [await post(user_id), await post(loud(user_id))];
  assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body]);
});

test('ids are normalized wherever a door reads them', () => {
  const members = {
    one: Uuid,
    none: Nullable(Uuid),
    list: Type.Array(Uuid),
    inner: Nullable(Input({ id: Uuid, title: Type.String() })),
    gone: Nullable(Input({ id: Uuid })),
    at: TimestampInput,
  };
  const id = 'AAAAAAAA-7C5E-7A10-9D3E-5B1F6A2C8E40';
  const at = '2026-03-02T10:00:00.0009+01:00';
  const input = () => ({ one: id, none: null, list: [id], inner: { id, title: id }, gone: null, at });
  const low = id.toLowerCase();
  const read = { one: low, none: null, list: [low], inner: { id: low, title: id }, gone: null };
  assert.deepEqual(bodyReader(Input(members))(input()), { ...read, at: '2026-03-02T09:00:00.000Z' });
  assert.deepEqual(queryReader(Input(members))(input()), { ...read, at });
});
