import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteSession } from '../../src/features/sessions/sessions.ts';
import { completeSession, startSession } from '../../src/features/sessions/device.ts';
import { changeTask } from '../../src/features/tasks/change.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import type { Actor } from '../../src/access/context.ts';
import { executeSkill } from '../../src/features/skills/executions/executions.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld, type Device, type Tenant } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const ana = await tenant.device({ user_id: await tenant.user('Ana Ruiz') });
const ben = await tenant.device({ user_id: await tenant.user('Ben Oak') });
const other = await world.account();
const theirs = await other.device();

// 2025-03-31 is a Monday and the last day of a month.
await train(tenant, ana, '2025-03-30T23:59:59.999Z', 60);
await train(tenant, ana, '2025-03-31T00:00:00.000Z', 61);
await train(tenant, ben, '2025-03-31T23:59:59.999Z', 600, 'failed');
await train(tenant, ben, '2025-04-01T00:00:00.000Z', 30);
await train(tenant, ana, '2025-04-06T12:00:00.000Z', 1);
await train(tenant, ana, '2025-04-07T00:00:00.000Z', 120);
await train(other, theirs, '2025-03-31T12:00:00.000Z', 6000);
const gone = await train(tenant, ana, '2025-03-31T12:00:00.000Z', 6000);
await deleteSession(tenant.ctx(), gone);
await work('2025-03-31T08:00:00.000Z', '2025-04-01T00:00:00.000Z', ben.user_id);
await work('2025-04-01T23:59:59.999Z', undefined, ana.user_id);
await work('2025-04-01T10:00:00.000Z', '2025-04-01T11:00:00.000Z', null);

const search = await createSkill(tenant.ctx(), {
  name: 'Search',
  kind: 'knowledge_search',
  config: {},
});
/** The schema requires nothing, so a search without a query fails only when the skill runs. */
const open_search = await createSkill(tenant.ctx(), {
  name: 'Open search',
  kind: 'knowledge_search',
  config: {},
  arguments_schema: { type: 'object' },
});
const agent = { kind: 'agent', credential_id: (await tenant.api()).key_id } as const;
await run(agent, '2025-03-31T23:59:59.999Z');
await run(agent, '2025-04-01T00:00:00.000Z');
// A test run does not count.
await run({ kind: 'user', user_id: tenant.admin_id }, '2025-04-01T00:00:00.000Z');
await assert.rejects(
  run(agent, '2025-04-01T23:59:59.999Z', open_search.id),
  /arguments.query: must be a string/,
);
await run({ kind: 'device', seat_id: ben.seat_id }, '2025-04-03T00:00:00.000Z');

async function run(actor: Actor, at: string, failing?: string): Promise<void> {
  const session_context = actor.kind === 'device' ? { seat_id: actor.seat_id } : { user_id: ana.user_id };
  const ctx = { ...tenant.ctx(), actor, now: new Date(at) };
  const input = failing ? {} : { query: 'valve' };
  await executeSkill(ctx, { skill_id: failing ?? search.id, arguments: input, session_context });
}

async function train(
  where: Tenant,
  { seat_id }: Device,
  at: string,
  duration_seconds: number,
  status: 'completed' | 'failed' = 'completed',
): Promise<string> {
  const glasses = { ...where.ctx(), actor: { kind: 'device', seat_id } as const };
  const { id } = await startSession({ ...glasses, now: new Date(at) }, { role: 'trainer' });
  await completeSession(glasses, { session_id: id, status, duration_seconds });
  return id;
}

async function work(made: string, done: string | undefined, assigned_to: string | null): Promise<void> {
  const ctx = tenant.ctx();
  const { id } = await createTask(
    { ...ctx, now: new Date(made) },
    { title: 'A', priority: 'medium', assigned_to },
  );
  if (done) await changeTask({ ...ctx, now: new Date(done) }, id, { status: 'completed' });
}

const figures = ({ starts_on, sessions, minutes, tasks_created, tasks_completed }: any) =>
  [starts_on, sessions, minutes, tasks_created, tasks_completed].filter((one) => one !== undefined);
const read = async (query: string) => (await admin.get(`/report?${query}`)).body;

test('200 for a report by day in UTC, including both ends', async () => {
  const { rows, total, before } = await read('from=2025-03-31&to=2025-04-02');
  assert.deepEqual(rows.map(figures), [
    ['2025-03-31', 2, 12, 1, 0],
    ['2025-04-01', 1, 1, 2, 2],
    ['2025-04-02', 0, 0, 0, 0],
  ]);
  assert.deepEqual(total, {
    sessions: 3,
    sessions_failed: 1,
    minutes: 13,
    tasks_created: 3,
    tasks_completed: 2,
    skills_run: 3,
    skills_failed: 1,
  });
  assert.deepEqual(figures(before), [1, 1, 0, 0]);
});

test('200 with the executed skills of each day', async () => {
  const { rows } = await read('from=2025-03-31&to=2025-04-02');
  assert.deepEqual(
    rows.map(({ skills_run, skills_failed }: any) => [skills_run, skills_failed]),
    [
      [1, 0],
      [2, 1],
      [0, 0],
    ],
  );
});

test('200 for a report of one day', async () => {
  const { rows } = await read('from=2025-03-30&to=2025-03-30');
  assert.deepEqual(rows.map(figures), [['2025-03-30', 1, 1, 0, 0]]);
});

test('200 for a report by week, which starts on Monday; records outside of the period do not count', async () => {
  const { rows } = await read('from=2025-04-01&to=2025-04-07&by=week');
  assert.deepEqual(rows.map(figures), [
    ['2025-03-31', 2, 2, 2, 2],
    ['2025-04-07', 1, 2, 0, 0],
  ]);
});

test('200 for a report by month', async () => {
  const { rows } = await read('from=2025-03-01&to=2025-04-30&by=month');
  assert.deepEqual(rows.map(figures), [
    ['2025-03-01', 3, 13, 1, 0],
    ['2025-04-01', 3, 4, 2, 2],
  ]);
});

test('200 for a report by user, with active users only, most active first', async () => {
  const { body } = await admin.get('/report/people?from=2025-03-31&to=2025-04-06');
  assert.equal(body.total, 2);
  assert.deepEqual(
    body.people.map(({ user, ...rest }: any) => [user.name, rest]),
    [
      ['Ben Oak', { sessions: 2, sessions_failed: 1, minutes: 11, tasks_completed: 1, skills_run: 1 }],
      ['Ana Ruiz', { sessions: 2, sessions_failed: 0, minutes: 3, tasks_completed: 0, skills_run: 3 }],
    ],
  );
  const second = (await admin.get('/report/people?from=2025-03-31&to=2025-04-06&limit=1&offset=1')).body;
  assert.deepEqual([second.people[0].user.name, second.total], ['Ana Ruiz', 2]);
});

test('200 for a report by user, with records of the given period only', async () => {
  const { body } = await admin.get('/report/people?from=2025-03-31&to=2025-03-31');
  assert.deepEqual(
    body.people.map(({ user, ...rest }: any) => [user.name, rest]),
    [
      ['Ben Oak', { sessions: 1, sessions_failed: 1, minutes: 10, tasks_completed: 0, skills_run: 0 }],
      ['Ana Ruiz', { sessions: 1, sessions_failed: 0, minutes: 2, tasks_completed: 0, skills_run: 1 }],
    ],
  );
});

const REFUSED = [
  ['to=2025-04-01', 'from: required'],
  ['from=2025-02-30&to=2025-04-01', 'from: must be a date, YYYY-MM-DD'],
  ['from=2025-04-01T00:00:00Z&to=2025-04-02', 'from: must be a date, YYYY-MM-DD'],
  ['from=2025-04-02&to=2025-04-01', 'to: must not be before from'],
  ['from=0001-01-01&to=0001-01-01', 'from: must not be before 1970'],
  ['from=1969-12-31&to=1970-01-01', 'from: must not be before 1970'],
  ['from=9999-12-30&to=9999-12-31', 'to: must be before 9999-12-31'],
  ['from=2025-01-01&to=2026-02-05', 'to: more than 400 rows; choose larger steps or a shorter period'],
  [
    'from=2018-01-01&to=2025-09-01&by=week',
    'to: more than 400 rows; choose larger steps or a shorter period',
  ],
  [
    'from=1970-01-01&to=2000-08-31&by=month',
    'to: more than 400 rows; choose larger steps or a shorter period',
  ],
  ['from=2025-04-01&to=2025-04-01&by=year', 'by: must be one of day, week, month'],
] as const;
for (const [query, message] of REFUSED) {
  test(`400 for ?${query}`, async () => {
    const { status, body } = await admin.get(`/report?${query}`);
    assert.equal(status, 400);
    assert.equal(body.message, message);
  });
}

test('200 for a report with the maximum number of rows', async () => {
  assert.equal((await read('from=2025-01-01&to=2026-02-04')).rows.length, 400);
  assert.equal((await read('from=2018-01-01&to=2025-08-31&by=week')).rows.length, 400);
  assert.equal((await read('from=1970-01-01&to=2000-08-30&by=month')).rows.length, 368);
  assert.equal((await read('from=1970-01-01&to=1970-01-01')).rows.length, 1);
  assert.equal((await read('from=9999-12-30&to=9999-12-30')).rows.length, 1);
});

test('403 for a member', async () => {
  assert.equal((await member.get('/report?from=2025-04-01&to=2025-04-01')).status, 403);
});

test('200 with users of equal minutes ordered by completed tasks, then by executed skills', async () => {
  const own = await world.account();
  const reader = await consoleOf(world, own.admin);
  const [one, two, three] = [await own.device(), await own.device(), await own.device()];
  for (const glasses of [one, two, three]) await train(own, glasses, '2025-05-05T10:00:00.000Z', 60);
  const complete = async (assigned_to: string) => {
    const now = new Date('2025-05-05T11:00:00.000Z');
    const { id } = await createTask({ ...own.ctx(), now }, { title: 'A', priority: 'medium', assigned_to });
    await changeTask({ ...own.ctx(), now }, id, { status: 'completed' });
  };
  await complete(two.user_id);
  const own_search = await createSkill(own.ctx(), { name: 'Search', kind: 'knowledge_search', config: {} });
  const ctx = { ...own.ctx(), actor: { kind: 'device', seat_id: three.seat_id } as const };
  await executeSkill(
    { ...ctx, now: new Date('2025-05-05T12:00:00.000Z') },
    { skill_id: own_search.id, arguments: { query: 'valve' }, session_context: { seat_id: three.seat_id } },
  );
  const { body } = await reader.get('/report/people?from=2025-05-05&to=2025-05-05');
  assert.deepEqual(
    body.people.map(({ user }: any) => user.user_id),
    [two.user_id, three.user_id, one.user_id],
  );
  const beyond = (await reader.get('/report/people?from=2025-05-05&to=2025-05-05&offset=3')).body;
  assert.deepEqual([beyond.people, beyond.total, beyond.offset], [[], 3, 3]);
});
