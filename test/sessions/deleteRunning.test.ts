import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeSilentSessions } from '../../src/features/sessions/sweeper.ts';
import { deleteSession } from '../../src/features/sessions/sessions.ts';
import { eventsOf } from '../support/events.ts';
import { assertCountersExact } from '../support/userCounters.ts';
import { openWorld } from '../support/world.ts';

const MINUTE_MS = 60_000;
const DEVICE = '/device/v1/sessions';
const SESSIONS = '/v1/api-tenant-sessions';
const TASKS = '/v1/api-tenant-tasks';

const world = await openWorld();
const { db, clock } = world;
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();

async function start(title: string): Promise<{ id: string; task_id: string }> {
  const { body: task } = await api.post(TASKS, { title });
  const { body: session } = await glasses.post(DEVICE, { role: 'trainer', task_id: task.id });
  clock.advance(90_000);
  return { id: session.id, task_id: task.id };
}

const told = async (record_id: string, type: string) =>
  (await eventsOf(db, tenant.account_id, record_id)).filter(({ event }) => event === type);

async function taskNow(id: string) {
  const { body } = await api.get(`${TASKS}?limit=100`);
  return body.tasks.find((task: { id: string }) => task.id === id);
}

test('200 for a running session, which first ends as failed with one event', async () => {
  const { id, task_id } = await start('Pump 7');
  assert.equal((await api.delete(`${SESSIONS}?session_id=${id}`)).status, 200);
  assert.equal((await api.delete(`${SESSIONS}?session_id=${id}`)).status, 200);
  const [event, ...more] = await told(id, 'session.completed');
  assert.equal(more.length, 0);
  const { status, ended_at, minutes_consumed, task_id: named, task_title } = event?.data ?? {};
  assert.deepEqual(
    { status, ended_at, minutes_consumed, named, task_title },
    {
      status: 'failed',
      ended_at: clock.now().toISOString(),
      minutes_consumed: 2,
      named: task_id,
      task_title: 'Pump 7',
    },
  );
  await assertCountersExact(db, tenant.account_id);
});

test("200 with an end time not before the start time of another process's clock", async () => {
  const { id } = await start('Pump 10');
  const started_at = new Date(clock.now().getTime() + 5_000);
  await db`update sessions set started_at = ${started_at} where id = ${id}`;
  await deleteSession(tenant.ctx(), id);
  const [event] = await told(id, 'session.completed');
  assert.equal(event?.timestamp, clock.now().toISOString());
  const { ended_at, minutes_consumed } = event?.data ?? {};
  assert.deepEqual([ended_at, minutes_consumed], [started_at.toISOString(), 0]);
});

test('200 for the same deletion in the dashboard', async () => {
  const { id } = await start('Pump 8');
  await deleteSession(tenant.ctx(), id);
  assert.equal((await told(id, 'session.completed')).length, 1);
  await assertCountersExact(db, tenant.account_id);
});

test('200 without a second end of an ended session', async () => {
  const { id } = await start('Pump 9');
  await glasses.post(`${DEVICE}/complete`, { session_id: id, status: 'completed' });
  await api.delete(`${SESSIONS}?session_id=${id}`);
  assert.deepEqual(
    (await told(id, 'session.completed')).map(({ data }) => data['status']),
    ['completed'],
  );
});

test('200 with null as the session of a task after its session was deleted', async () => {
  const { id, task_id } = await start('Valve 1');
  assert.equal((await taskNow(task_id)).session_id, id);
  await api.delete(`${SESSIONS}?session_id=${id}`);
  const task = await taskNow(task_id);
  assert.deepEqual([task.session_id, task.status], [null, 'in_progress']);
  const { body: manifest } = await glasses.get('/device/v1/manifest');
  const offered = manifest.tasks.find((one: { id: string }) => one.id === task_id);
  assert.equal(offered.session_id, null);
  await api.patch(`${TASKS}?task_id=${task_id}`, { status: 'cancelled' });
  const changes = await told(task_id, 'task.status_changed');
  assert.deepEqual(
    changes.map(({ data }) => data['session_id']),
    [id, null],
  );
});

test('200 with a task that keeps its session after another session was deleted', async () => {
  const first = await start('Valve 2');
  const { body: second } = await glasses.post(DEVICE, { role: 'trainer', task_id: first.task_id });
  await api.delete(`${SESSIONS}?session_id=${second.id}`);
  assert.equal((await taskNow(first.task_id)).session_id, first.id);
});

test('404 for a late end or update of a deleted session, which changes nothing', async () => {
  const { id, task_id } = await start('Valve 3');
  await api.delete(`${SESSIONS}?session_id=${id}`);
  const end = { session_id: id, status: 'completed', complete_task: true };
  assert.equal((await glasses.post(`${DEVICE}/complete`, end)).status, 404);
  assert.equal((await glasses.patch(`${DEVICE}?session_id=${id}`, {})).status, 404);
  assert.equal((await glasses.post(DEVICE, { session_id: id, role: 'trainer' })).status, 404);
  clock.advance(25 * 60 * MINUTE_MS);
  await closeSilentSessions(world.platform());
  assert.equal((await told(id, 'session.completed')).length, 1);
  assert.equal((await taskNow(task_id)).status, 'in_progress');
  await assertCountersExact(db, tenant.account_id);
});
