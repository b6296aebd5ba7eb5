/** Sending the current values again is accepted and changes nothing: only changed values are validated. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIntegration } from '../src/features/integrations/integrations.ts';
import { createSkill } from '../src/features/skills/skills.ts';
import { deactivateUser } from '../src/features/users/users.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { consoleOf } from '../support/console.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const people = await consoleOf(world, tenant.admin);
const inbound = world.as((await createIntegration(tenant.ctx(), { provider: 'erp' })).secret);
const leaver = await tenant.user();
const other = await tenant.user();
const glasses = await tenant.device({ user_id: leaver });
const { id: task_id } = (await api.post('/v1/api-tenant-tasks', { title: 'A', assigned_to: leaver })).body;
await inbound.post('/inbound/v1/tasks', { external_id: 'WO-1', title: 'A', assigned_to: leaver });
for (const id of [leaver, other]) await deactivateUser(tenant.ctx(), id);

const PLACES: [string, (assigned_to: string) => Promise<Answer>][] = [
  ['PATCH /v1/api-tenant-tasks', (id) => patchTask(api, '/v1/api-tenant-tasks', id)],
  ['PATCH /console/v1/tasks', (id) => patchTask(people, '/tasks', id)],
  [
    'PATCH /inbound/v1/tasks',
    (assigned_to) => inbound.patch('/inbound/v1/tasks?external_id=WO-1', { assigned_to }),
  ],
  [
    'POST /inbound/v1/tasks',
    (assigned_to) => inbound.post('/inbound/v1/tasks', { external_id: 'WO-1', title: 'A', assigned_to }),
  ],
  [
    'PATCH /console/v1/seats',
    (user_id) => people.patch(`/seats?seat_id=${glasses.seat_id}`, { user_id, device_name: 'Glasses' }),
  ],
];

function patchTask(caller: Caller, path: string, assigned_to: string): Promise<Answer> {
  return caller.patch(`${path}?task_id=${task_id}`, { assigned_to, title: 'A' });
}

for (const [place, send] of PLACES) {
  test(`200 for ${place} that repeats a deactivated user, 400 for another deactivated user`, async () => {
    assert.equal((await send(leaver)).status, 200);
    assert.equal((await send(other)).status, 400);
  });
}

test('400 for a new task for a deactivated user', async () => {
  const pushed = { external_id: 'WO-2', title: 'A', assigned_to: leaver };
  assert.equal((await inbound.post('/inbound/v1/tasks', pushed)).status, 400);
});

test('200 for an endpoint and a skill that keep their address, also if it would be rejected now', async () => {
  const url = 'https://8.8.8.8/hook';
  const blocked = 'https://10.0.0.1/hook';
  const { id } = (await api.post('/v1/webhook-subscribe', { url, events: ['task.created'] })).body;
  await world.db`update webhook_endpoints set url = ${blocked} where id = ${id}`;
  const change = (body: object) => people.patch(`/endpoints?endpoint_id=${id}`, body);
  assert.equal((await change({ url: blocked, events: ['task.completed'] })).status, 200);
  assert.equal((await change({ url: 'https://10.0.0.2/hook' })).status, 400);

  const config = { method: 'POST', url };
  const made = await createSkill(tenant.ctx(), { name: 'Weather', kind: 'http', config });
  await world.db`update skills set config = jsonb_set(config::jsonb, '{url}', to_jsonb(${blocked}::text))::json`;
  const changeSkill = (config: object) => people.patch(`/skills?skill_id=${made.id}`, { config });
  assert.equal((await changeSkill({ ...made.config, url: blocked })).status, 200);
  assert.equal((await changeSkill({ ...made.config, url: 'https://10.0.0.2/hook' })).status, 400);
});

test('200 for a session, a task with its assignee as a UUID and a form that are sent back as read, without a change', async () => {
  const device = await tenant.device();
  const { id: session_id } = (await device.post('/device/v1/sessions', { role: 'trainee' })).body;
  const end = { session_id, status: 'completed' };
  const { body: session } = await device.post('/device/v1/sessions/complete', end);
  const again = await api.patch(`/v1/api-tenant-sessions?session_id=${session.id}`, session);
  assert.deepEqual([again.status, again.body], [200, session]);
  const work = { description: 'Eight bolts', priority: 'high', due_date: '2026-04-01T10:00:00.000Z' };
  const sent = { title: 'A', ...work, assigned_to: device.user_id, external_id: 'WO-3' };
  const { body: made } = await api.post('/v1/api-tenant-tasks', sent);
  const task_path = `/v1/api-tenant-tasks?task_id=${made.id}`;
  const { body: task } = await api.patch(task_path, { status: 'completed' });
  world.clock.advance(60_000);
  const repeated = await api.patch(task_path, { ...task, assigned_to: task.assigned_to.user_id });
  assert.deepEqual([repeated.status, repeated.body], [200, task]);
  const picture = { name: 'Sheet', template_image_url: 'https://media.example.com/a.webp' };
  const { body: form } = await api.post('/v1/api-tenant-forms', { ...picture, template_mime_type: 'webp' });
  const { status, body } = await api.put(`/v1/api-tenant-forms?id=${form.id}`, form);
  assert.deepEqual([status, body], [200, form]);
});
