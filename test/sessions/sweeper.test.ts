import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeSilentSessions } from '../../src/features/sessions/sweeper.ts';
import { eventsOf } from '../support/events.ts';
import { assertCountersExact } from '../support/userCounters.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();
const HOUR_MS = 60 * 60_000;
const PATH = '/device/v1/sessions';
const sweep = () => closeSilentSessions(world.platform());
const told = async (id: string) =>
  (await eventsOf(world.db, tenant.account_id, id)).filter(({ event }) => event === 'session.completed');
const sessionNow = async (id: string) =>
  (await api.get('/v1/api-tenant-sessions')).body.sessions.find((one: { id: string }) => one.id === id);

test('a session without requests for a day is closed once as failed, at the time of its last request', async () => {
  const { body: task } = await api.post('/v1/api-tenant-tasks', { title: 'Pump 7' });
  const { body: session } = await glasses.post(PATH, { role: 'trainer', task_id: task.id });
  world.clock.advance(HOUR_MS);
  await glasses.patch(`${PATH}?session_id=${session.id}`, {});
  world.clock.advance(24 * HOUR_MS);
  assert.equal(await sweep(), 0);
  world.clock.advance(1);
  await Promise.all([sweep(), sweep()]);

  const { status, completed_at, duration_seconds } = await sessionNow(session.id);
  assert.deepEqual([status, completed_at, duration_seconds], ['failed', '2026-03-02T10:00:00.000Z', 3600]);
  const events = await told(session.id);
  assert.equal(events.length, 1);
  assert.deepEqual(
    [events[0]?.data['status'], events[0]?.data['session_summary'], events[0]?.data['task_title']],
    ['failed', null, 'Pump 7'],
  );
  const { body: tasks } = await api.get('/v1/api-tenant-tasks');
  assert.equal(tasks.tasks[0].status, 'in_progress');
  await assertCountersExact(world.db, tenant.account_id);
});

test('200 for a late end, which corrects the record and emits the event', async () => {
  const { body: session } = await glasses.post(PATH, { role: 'trainer' });
  world.clock.advance(25 * HOUR_MS);
  await sweep();
  const end = { session_id: session.id, status: 'completed', duration_seconds: 1_200 };
  const { body } = await glasses.post(`${PATH}/complete`, end);
  await glasses.post(`${PATH}/complete`, end);
  assert.deepEqual([body.status, body.duration_seconds], ['completed', 1_200]);
  assert.deepEqual(
    (await told(session.id)).map(({ data }) => String(data['status'])).toSorted((a, b) => a.localeCompare(b)),
    ['completed', 'failed'],
  );
  await assertCountersExact(world.db, tenant.account_id);
});

test('sessions that a long run closes are reported with their closing time', async () => {
  const { body: session } = await glasses.post(PATH, { role: 'trainer' });
  world.clock.advance(25 * HOUR_MS);
  const platform = world.platform();
  world.clock.advance(61_000);
  assert.equal(await closeSilentSessions(platform), 1);
  const [event] = await told(session.id);
  assert.equal(event?.timestamp, world.clock.now().toISOString());
});

test('a deleted session is not changed', async () => {
  const { body: session } = await glasses.post(PATH, { role: 'trainer' });
  await api.delete(`/v1/api-tenant-sessions?session_id=${session.id}`);
  world.clock.advance(25 * HOUR_MS);
  const before = await told(session.id);
  assert.equal(await sweep(), 0);
  assert.deepEqual(await told(session.id), before);
});
