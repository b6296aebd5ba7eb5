/*
 * The events of a session and of its task, with the recording and the summary of the session that completed the
 * task.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '../support/events.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();
const TASKS = '/v1/api-tenant-tasks';
const SESSIONS = '/device/v1/sessions';

async function endSession(body: object, news: object = {}): Promise<string> {
  const { body: session } = await glasses.post(SESSIONS, { role: 'trainer', ...body });
  const path = `${SESSIONS}?session_id=${session.id}`;
  assert.equal((await glasses.patch(path, news)).status, 200);
  const end = { session_id: session.id, status: 'completed', summary: 'All steps shown' };
  assert.equal((await glasses.post(`${SESSIONS}/complete`, end)).status, 200);
  return session.id;
}

test('200 for an end with a recording, whose URL is in session.completed', async () => {
  const video_url = 'https://media.example.com/1.mp4';
  const session_id = await endSession({}, { video_url });
  const events = await eventsOf(world.db, tenant.account_id, session_id);
  assert.deepEqual(
    events.map(({ event, data }) => [event, data['video_url']]),
    [
      ['session.started', null],
      ['session.completed', video_url],
    ],
  );
});

test('200 for a task completed by a session and later by the API; only the first event has a summary', async () => {
  const { body: task } = await api.post(TASKS, { title: 'Pump 7' });
  const session_id = await endSession({ task_id: task.id });
  for (const status of ['open', 'completed'])
    assert.equal((await api.patch(`${TASKS}?task_id=${task.id}`, { status })).status, 200);
  const events = await eventsOf(world.db, tenant.account_id, task.id);
  const session_summary = { summary: 'All steps shown', score: null, notes: null, procedures: [] };
  assert.deepEqual(
    events
      .filter(({ event }) => event === 'task.completed')
      .map(({ data }) => [data['completion_source'], data['session_id'], data['session_summary']]),
    [
      ['session', session_id, session_summary],
      ['api', session_id, null],
    ],
  );
});
