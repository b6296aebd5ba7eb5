import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { unassignSeat } from '../../src/features/seats/seats.ts';
import { eventsOf } from '../support/events.ts';
import { assertCountersExact } from '../support/userCounters.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const user_id = await tenant.user('Tia Trainer');
const glasses = await tenant.device({ user_id });
const trainee = await tenant.device({ roles: ['trainee'] });
const other = await tenant.device();
const empty = await tenant.device();
await unassignSeat(tenant.ctx(), empty.seat_id);
const PATH = '/device/v1/sessions';
const DONE = `${PATH}/complete`;
const id = () => newId(world.clock.now());
const told = async (about: string) =>
  (await eventsOf(world.db, tenant.account_id, about)).map(({ event }) => event);
const newTask = async (body = {}) =>
  (await api.post('/v1/api-tenant-tasks', { title: 'Pump 7', ...body })).body;
const taskNow = async (task_id: string) => {
  const { body } = await api.get('/v1/api-tenant-tasks?limit=100');
  return body.tasks.find((one: { id: string }) => one.id === task_id);
};

test('201 with the complete record, and session.started with exactly the promised members', async () => {
  const session_id = id();
  const { status, body } = await glasses.post(PATH, { session_id, role: 'trainer', session_name: 'Filter' });
  assert.equal(status, 201);
  assert.deepEqual(body, {
    id: session_id,
    session_name: 'Filter',
    session_description: null,
    session_summary: null,
    status: 'in_progress',
    role: 'trainer',
    duration_seconds: null,
    procedure_count: 0,
    video_url: null,
    thumbnail_url: null,
    started_at: '2026-03-02T09:00:00.000Z',
    completed_at: null,
    user: { user_id, name: 'Tia Trainer' },
    seat_id: glasses.seat_id,
    task_id: null,
  });
  const [event, ...more] = await eventsOf(world.db, tenant.account_id, session_id);
  assert.equal(more.length, 0);
  assert.equal(event?.event, 'session.started');
  assert.deepEqual(event.data, {
    session_id,
    user_id,
    user_name: 'Tia Trainer',
    seat_id: glasses.seat_id,
    bundle_name: null,
    session_name: 'Filter',
    video_url: null,
    started_at: '2026-03-02T09:00:00.000Z',
  });
});

test('201 again for the same start, with one session, one event and one count', async () => {
  const session_id = id();
  const start = { session_id, role: 'trainer' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => glasses.post(PATH, start)));
  answers.push(await glasses.post(PATH, start));
  assert.ok(answers.every(({ status, text }) => status === 201 && text === answers[0]?.text));
  assert.deepEqual(await told(session_id), ['session.started']);
  await assertCountersExact(world.db, tenant.account_id);
});

test('201 for a start, which changes an open task to in_progress with changed_by session', async () => {
  const task = await newTask();
  const session_id = id();
  await glasses.post(PATH, { session_id, role: 'trainer', task_id: task.id });
  const events = await eventsOf(world.db, tenant.account_id, task.id);
  const moved = events.find(({ event }) => event === 'task.status_changed');
  assert.equal(moved?.data['new_status'], 'in_progress');
  assert.equal(moved?.data['changed_by'], 'session');
  assert.equal(moved?.data['session_id'], session_id);
  assert.equal((await taskNow(task.id)).session_id, session_id);
});

test('201 with the current time for a start time in the future, the given time for one in the past', async () => {
  const early = await glasses.post(PATH, { role: 'trainer', started_at: '2026-03-01T08:00:00' });
  const late = await glasses.post(PATH, { role: 'trainer', started_at: '2027-01-01T00:00:00Z' });
  assert.equal(early.body.started_at, '2026-03-01T08:00:00.000Z');
  assert.equal(late.body.started_at, '2026-03-02T09:00:00.000Z');
  await glasses.post(PATH, { role: 'trainer', started_at: '2026-03-01T07:00:00' });
  await assertCountersExact(world.db, tenant.account_id);
});

const refusedStarts: [string, typeof glasses, object, number, string][] = [
  ['400 without a role', glasses, {}, 400, 'role: required'],
  [
    '400 for a role that the seat does not have',
    trainee,
    { role: 'trainer' },
    400,
    'role: not a role of this seat',
  ],
  ['400 for a seat without a user', empty, { role: 'trainer' }, 400, 'seat: not assigned to a user'],
  [
    '400 for an invalid session id',
    glasses,
    { role: 'trainer', session_id: '7' },
    400,
    'session_id: must be a valid uuid',
  ],
  [
    '400 for an unknown task',
    glasses,
    { role: 'trainer', task_id: id() },
    400,
    'task_id: not a task of this account',
  ],
];
for (const [name, device, body, status, message] of refusedStarts) {
  test(name, async () => {
    const answer = await device.post(PATH, body);
    assert.equal(answer.status, status);
    assert.equal(answer.body.message, message);
  });
}

test('409 for a session id of another seat', async () => {
  const session_id = id();
  await glasses.post(PATH, { session_id, role: 'trainer' });
  const { status } = await other.post(PATH, { session_id, role: 'trainer' });
  assert.equal(status, 409);
});

test('200 for an update; video and names can be set after the end', async () => {
  const session_id = id();
  await glasses.post(PATH, { session_id, role: 'trainer' });
  assert.equal((await glasses.patch(`${PATH}?session_id=${session_id}`, {})).status, 200);
  await glasses.post(DONE, { session_id, status: 'completed' });
  const news = { video_url: 'https://media.example.com/1.mp4', session_name: 'Late' };
  const { status, body } = await glasses.patch(`${PATH}?session_id=${session_id}`, news);
  assert.equal(status, 200);
  assert.deepEqual([body.video_url, body.session_name, body.status], [news.video_url, 'Late', 'completed']);
});

async function endThrice() {
  const task = await newTask({ title: 'Pump 9' });
  const session_id = id();
  await glasses.post(PATH, { session_id, role: 'trainer', task_id: task.id });
  world.clock.advance(90_000);
  const end = {
    session_id,
    status: 'completed',
    summary: 'All steps shown',
    score: 0.9,
    notes: 'Valve was tight',
    procedures: [{ title: 'Close valve', start_seconds: 1.5, end_seconds: 20 }, { title: 'Open valve' }],
  };
  const answers = await Promise.all([1, 2, 3].map(() => glasses.post(DONE, end)));
  const procedures = await world.db`
    select id, title, status from procedures where session_id = ${session_id} order by position`;
  return { task, session_id, answers, procedures };
}

test('200 for a repeated end, which ends the session once and submits its procedures for review', async () => {
  const { answers, procedures } = await endThrice();
  const [first] = answers;
  assert.ok(answers.every(({ status, text }) => status === 200 && text === first?.text));
  assert.deepEqual(
    [
      first?.body.status,
      first?.body.duration_seconds,
      first?.body.procedure_count,
      first?.body.session_summary,
    ],
    ['completed', 90, 2, 'All steps shown'],
  );
  assert.deepEqual(
    procedures.map(({ title, status }) => [title, status]),
    [
      ['Close valve', 'pending'],
      ['Open valve', 'pending'],
    ],
  );
  await assertCountersExact(world.db, tenant.account_id);
});

test('200 for an end, which emits the events of the session and its task once, with exactly the promised members', async () => {
  const { task, session_id, answers, procedures } = await endThrice();
  const record = answers[0]?.body;
  const session_summary = {
    summary: 'All steps shown',
    score: 0.9,
    notes: 'Valve was tight',
    procedures: procedures.map((one) => ({ procedure_id: one['id'], title: one['title'] })),
  };
  const events = await eventsOf(world.db, tenant.account_id, session_id);
  assert.equal(events.length, 5);
  assert.equal(events.filter(({ event }) => event === 'task.status_changed').length, 2);
  assert.deepEqual(events.find(({ event }) => event === 'session.completed')?.data, {
    session_id,
    user_id,
    user_name: 'Tia Trainer',
    status: 'completed',
    started_at: record.started_at,
    ended_at: record.completed_at,
    duration_minutes: 2,
    minutes_consumed: 2,
    video_url: null,
    task_id: task.id,
    task_title: 'Pump 9',
    session_summary,
  });
  const done = events.find(({ event }) => event === 'task.completed')?.data;
  assert.deepEqual(done?.['session_summary'], session_summary);
  assert.deepEqual([done?.['completion_source'], done?.['session_id']], ['session', session_id]);
  assert.equal((await taskNow(task.id)).status, 'completed');
});

test('200 for two devices that end sessions of one task: one completes the task, both sessions end', async () => {
  for (let round = 0; round < 10; round += 1) {
    const task = await newTask();
    const [mine, theirs] = [id(), id()];
    await Promise.all([
      glasses.post(PATH, { session_id: mine, role: 'trainer', task_id: task.id }),
      other.post(PATH, { session_id: theirs, role: 'trainer', task_id: task.id }),
    ]);
    const ends = await Promise.all([
      glasses.post(DONE, { session_id: mine, status: 'completed' }),
      other.post(DONE, { session_id: theirs, status: 'completed' }),
    ]);
    assert.deepEqual(
      ends.map(({ status, body }) => [status, body.status]),
      [
        [200, 'completed'],
        [200, 'completed'],
      ],
    );
    const events = await eventsOf(world.db, tenant.account_id, task.id);
    const done = events.filter(({ event }) => event === 'task.completed');
    assert.equal(done.length, 1);
    assert.equal((await taskNow(task.id)).session_id, done[0]?.data['session_id']);
    assert.equal(events.filter(({ event }) => event === 'session.completed').length, 2);
  }
});

test('200 without a change of the task if the session failed or does not complete it', async () => {
  const task = await newTask();
  for (const end of [{ status: 'failed' }, { status: 'completed', complete_task: false }]) {
    const session_id = id();
    await glasses.post(PATH, { session_id, role: 'trainer', task_id: task.id });
    assert.equal((await glasses.post(DONE, { session_id, ...end })).status, 200);
  }
  assert.equal((await taskNow(task.id)).status, 'in_progress');
});

test('200 for an end that leaves a cancelled task cancelled', async () => {
  const task = await newTask();
  const session_id = id();
  await glasses.post(PATH, { session_id, role: 'trainer', task_id: task.id });
  await api.patch(`/v1/api-tenant-tasks?task_id=${task.id}`, { status: 'cancelled' });
  assert.equal((await glasses.post(DONE, { session_id, status: 'completed' })).status, 200);
  assert.equal((await taskNow(task.id)).status, 'cancelled');
});

test('200 for a late upload with its own times; an impossible end time is replaced with the nearest possible one', async () => {
  const [late, skewed] = [id(), id()];
  await glasses.post(PATH, { session_id: late, role: 'trainer', started_at: '2026-02-20T08:00:00Z' });
  const upload = { session_id: late, status: 'completed', ended_at: '2026-02-20T08:10:01Z' };
  const { body } = await glasses.post(DONE, upload);
  assert.deepEqual([body.completed_at, body.duration_seconds], ['2026-02-20T08:10:01.000Z', 601]);

  await glasses.post(PATH, { session_id: skewed, role: 'trainer' });
  const before = await glasses.post(DONE, { ...upload, session_id: skewed });
  assert.equal(before.body.completed_at, before.body.started_at);
  assert.equal(before.body.duration_seconds, 0);
  await assertCountersExact(world.db, tenant.account_id);
});

test('200 with session_summary null in both events without any result', async () => {
  const task = (await api.post('/v1/api-tenant-tasks', { title: 'Bare' })).body;
  const { body } = await glasses.post(PATH, { role: 'trainee', task_id: task.id });
  await glasses.post(DONE, { session_id: body.id, status: 'completed' });
  const ends = (await eventsOf(world.db, tenant.account_id, body.id)).filter(({ event }) =>
    event.endsWith('.completed'),
  );
  assert.deepEqual(
    ends.map(({ event, data }) => [event, data['session_summary']]),
    [
      ['session.completed', null],
      ['task.completed', null],
    ],
  );
});
