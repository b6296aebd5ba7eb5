import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createIntegration,
  listIntegrations,
  revokeIntegration,
  rotateIntegrationSecret,
} from '../../src/features/integrations/integrations.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import { eventsOf } from '../support/events.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const { integration_id, secret } = await createIntegration(tenant.ctx(), { provider: 'fieldware' });
const outside = world.as(secret);
const second = world.as((await createIntegration(tenant.ctx(), { provider: 'fieldware' })).secret);
const user_id = await tenant.user('Bo Builder');
const PATH = '/inbound/v1/tasks';
const told = (id: string) => eventsOf(world.db, tenant.account_id, id);

test('200 for a push, which creates a task with source integration and emits its event', async () => {
  const { status, body } = await outside.post(PATH, {
    external_id: 'WO-1',
    title: 'Pump 7',
    assigned_to: user_id,
  });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.source, body.status, body.external_id, body.assigned_to],
    ['integration', 'open', 'WO-1', { user_id, name: 'Bo Builder' }],
  );
  const [event, ...more] = await told(body.id);
  assert.deepEqual([event?.event, event?.data['source'], more.length], ['task.created', 'integration', 0]);
});

test('200 for a second push, which changes the same task; its events contain the integration', async () => {
  const { body: made } = await outside.post(PATH, { external_id: 'WO-2', title: 'Pump 8' });
  const { body } = await outside.post(PATH, { external_id: 'WO-2', title: 'Pump 8b', status: 'completed' });
  assert.deepEqual([body.id, body.title, body.status], [made.id, 'Pump 8b', 'completed']);
  const events = await told(made.id);
  const changed = events.find(({ event }) => event === 'task.status_changed');
  const completed = events.find(({ event }) => event === 'task.completed');
  assert.equal(events.length, 3);
  assert.deepEqual(changed?.data['integration'], { integration_id, provider: 'fieldware' });
  assert.equal(changed?.data['changed_by'], 'integration');
  assert.equal(completed?.data['completion_source'], 'integration');
  assert.equal(completed?.data['session_summary'], null);
});

test('200 for a repeated push, which emits no event', async () => {
  const push = { external_id: 'WO-3', title: 'Pump 9', status: 'in_progress' };
  const { body } = await outside.post(PATH, push);
  await outside.post(PATH, push);
  assert.equal((await told(body.id)).length, 2);
});

test('200 for a repeated push of a completed task, which keeps its completion time', async () => {
  const push = { external_id: 'WO-3b', title: 'Pump 9', status: 'completed' };
  const { body } = await outside.post(PATH, push);
  world.clock.advance(60_000);
  assert.deepEqual((await outside.post(PATH, push)).body, body);
  const { body: patched } = await outside.patch(`${PATH}?external_id=WO-3b`, { status: 'completed' });
  assert.equal(patched.completed_at, body.completed_at);
});

test('200 for twenty concurrent pushes, which create one task', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => outside.post(PATH, { external_id: 'WO-4', title: `Pump ${at}` })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  const { body } = await api.get('/v1/api-tenant-tasks?external_id=WO-4');
  assert.equal(body.total, 1);
});

test('200 for a push after a concurrent one, which changes the task that the first one created', async () => {
  const { body: made } = await outside.post(PATH, { external_id: 'WO-SLOW', title: 'Quicker' });
  const hurry = (tx: Transaction) => tx`update tasks set external_id = 'WO-QUICK' where id = ${made.id}`;
  const push = () => outside.post(PATH, { external_id: 'WO-QUICK', title: 'Slower', status: 'completed' });
  const [{ status, body } = { status: 0, body: {} }] = await askInOrder(world.db, hurry, [push]);
  assert.deepEqual([status, body.id, body.title, body.status], [200, made.id, 'Slower', 'completed']);
  const after = (await api.get('/v1/api-tenant-tasks?external_id=WO-QUICK')).body.tasks;
  assert.deepEqual(
    after.map(({ title }: any) => title),
    ['Slower'],
  );
});

test('200 for a change by the API, whose event still names the integration that created the task', async () => {
  const { body } = await outside.post(PATH, { external_id: 'WO-API', title: 'Pushed' });
  await api.patch(`/v1/api-tenant-tasks?task_id=${body.id}`, { status: 'completed' });
  const events = (await told(body.id)).slice(1);
  assert.deepEqual(
    events.map(({ data }) => [data['changed_by'], data['source'], data['integration']]),
    [
      ['api', 'integration', { integration_id, provider: 'fieldware' }],
      ['api', 'integration', { integration_id, provider: 'fieldware' }],
    ],
  );
});

test('200 for a change by the API of a task started by a session, whose event still names the session', async () => {
  const glasses = await tenant.device();
  const { body } = await outside.post(PATH, { external_id: 'WO-GLASSES', title: 'Pushed' });
  const session = await glasses.post('/device/v1/sessions', { role: 'trainer', task_id: body.id });
  await api.patch(`/v1/api-tenant-tasks?task_id=${body.id}`, { status: 'cancelled' });
  const changes = (await told(body.id)).filter(({ event }) => event === 'task.status_changed');
  const integration = { integration_id, provider: 'fieldware' };
  assert.deepEqual(
    changes.map(({ data }) => [data['changed_by'], data['session_id'], data['integration']]),
    [
      ['session', session.body.id, integration],
      ['api', session.body.id, integration],
    ],
  );
});

test('200 for the same external id from two integrations, which creates two tasks', async () => {
  const { body: mine } = await outside.post(PATH, { external_id: 'WO-5', title: 'A' });
  const { body: theirs } = await second.post(PATH, { external_id: 'WO-5', title: 'B' });
  const { body: ours } = await api.post('/v1/api-tenant-tasks', { external_id: 'WO-5', title: 'C' });
  assert.equal(new Set([mine.id, theirs.id, ours.id]).size, 3);
});

test('200 for a change of the status of a known task; 404 for an unknown task', async () => {
  const { body: made } = await outside.post(PATH, { external_id: 'WO-6', title: 'A' });
  const { status, body } = await outside.call(`${PATH}?external_id=WO-6`, {
    method: 'PATCH',
    body: { status: 'cancelled' },
  });
  assert.deepEqual([status, body.id, body.status], [200, made.id, 'cancelled']);
  assert.equal((await second.patch(`${PATH}?external_id=WO-6`, { status: 'open' })).status, 404);
});

const refused: [string, object, string][] = [
  ['a push without an external id', { title: 'A' }, 'external_id: required'],
  ['a push without a title', { external_id: 'A' }, 'title: required'],
  [
    'an unknown status',
    { external_id: 'A', title: 'A', status: 'done' },
    'status: must be one of open, in_progress, completed, cancelled',
  ],
  [
    'an unknown assignee',
    { external_id: 'A', title: 'A', assigned_to: integration_id },
    'assigned_to: not an active user of this account',
  ],
];
for (const [what, body, message] of refused) {
  test(`400 for ${what}`, async () => {
    const answer = await outside.post(PATH, body);
    assert.deepEqual([answer.status, answer.body.message], [400, message]);
  });
}

test('401 for an API key on the inbound API, for an integration secret on the API, and for a rotated or revoked secret', async () => {
  const made = await createIntegration(tenant.ctx(), { provider: 'short' });
  assert.equal((await api.post(PATH, {})).body.error, 'INVALID_KEY');
  assert.equal((await outside.get('/v1/api-tenant-tasks')).body.error, 'INVALID_KEY');
  const rotated = await rotateIntegrationSecret(tenant.ctx(), made.integration_id);
  assert.equal((await world.as(made.secret).post(PATH, {})).status, 401);
  assert.equal((await world.as(rotated.secret).post(PATH, {})).status, 400);
  await revokeIntegration(tenant.ctx(), made.integration_id);
  assert.equal((await world.as(rotated.secret).post(PATH, {})).status, 401);
  const again = rotateIntegrationSecret(tenant.ctx(), made.integration_id);
  await assert.rejects(again, { code: 'NOT_FOUND' });
  const listed = await listIntegrations(tenant.ctx());
  assert.ok(listed.find(({ id }) => id === made.integration_id)?.revoked_at);
});
