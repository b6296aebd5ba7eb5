/* The CSV of figures by user: content, period and permissions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeSession, startSession } from '../../src/features/sessions/device.ts';
import { executeSkill } from '../../src/features/skills/executions/executions.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { changeTask } from '../../src/features/tasks/change.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const AT = new Date('2025-03-10T12:00:00Z');

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const staff = await consoleOf(world, await world.staff());

const formula = await tenant.user('=A1, "B"');
const [ana, ben] = [await tenant.user('Ana Ruiz'), await tenant.user('Ben Oak')];
const [first, second] = [await tenant.user('Same figures'), await tenant.user('Same figures')].toSorted();
await addSession(ben, 120);
await addSession(ana, 60, 'failed');
await completeTasks(ana, 2);
await completeTasks(formula, 2);
await completeTasks(first, 1);
await completeTasks(second, 1);
const skill = await createSkill(tenant.ctx(), { name: 'Search', kind: 'knowledge_search', config: {} });
await runSkill(ana);
await runSkill(formula);

async function addSession(
  user_id: string,
  duration_seconds: number,
  status: 'completed' | 'failed' = 'completed',
) {
  const { seat_id } = await tenant.device({ user_id });
  const ctx = { ...tenant.ctx(), actor: { kind: 'device', seat_id } as const, now: AT };
  const { id } = await startSession(ctx, { role: 'trainer' });
  await completeSession(ctx, { session_id: id, status, duration_seconds });
}

async function completeTasks(assigned_to: string | undefined, count: number) {
  assert.ok(assigned_to);
  const ctx = { ...tenant.ctx(), now: AT };
  for (let n = 0; n < count; n++) {
    const { id } = await createTask(ctx, { title: 'Task', assigned_to });
    await changeTask(ctx, id, { status: 'completed' });
  }
}

async function runSkill(user_id: string) {
  const actor = { kind: 'agent', credential_id: (await tenant.api()).key_id } as const;
  await executeSkill(
    { ...tenant.ctx(), actor, now: AT },
    { skill_id: skill.id, arguments: { query: 'valve' }, session_context: { user_id } },
  );
}

const open = (cookie: string, query: string) =>
  world.nobody.call(`/reports/people.csv?${query}`, { headers: { Cookie: cookie } });

test('200 with rows ordered by minutes, completed tasks, skills and ids, without formulas', async () => {
  const { status, headers, text } = await open(admin.cookie, 'from=2025-03-01&to=2025-03-31');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(
    headers.get('content-disposition') ?? '',
    /filename="report-by-person-2025-03-01-2025-03-31\.csv"/,
  );
  assert.deepEqual(text.split('\r\n'), [
    'Person,Id,Sessions,Failed sessions,Minutes,Tasks completed,Skill runs',
    `Ben Oak,${ben},1,0,2,0,0`,
    `Ana Ruiz,${ana},1,1,1,2,1`,
    `"'=A1, ""B""",${formula},0,0,0,2,1`,
    `Same figures,${first},0,0,0,1,0`,
    `Same figures,${second},0,0,0,1,0`,
    '',
  ]);
});

test('200 for the page of a report by person, in the same order', async () => {
  const { body } = await admin.get('/report/people?from=2025-03-01&to=2025-03-31');
  assert.deepEqual(
    body.people.map(({ user }: any) => user.user_id),
    [ben, ana, formula, first, second],
  );
});

test('200 with only the header row for a period without work', async () => {
  const { text } = await open(admin.cookie, 'from=2024-01-01&to=2024-01-02');
  assert.equal(text.split('\r\n').length, 2);
});

test("200 in days of the account's time zone", async () => {
  const zoned = await world.account();
  const zoned_admin = await consoleOf(world, zoned.admin);
  await zoned_admin.put('/account/time-zone', { time_zone: 'Pacific/Auckland' });
  const late = { ...zoned.ctx(), now: new Date('2025-03-10T12:00:00Z') };
  const { id } = await createTask(late, { title: 'Task', assigned_to: await zoned.user('Zoe') });
  await changeTask(late, id, { status: 'completed' });
  for (const [day, lines] of [
    ['2025-03-10', 2],
    ['2025-03-11', 3],
  ] as const) {
    const { text } = await open(zoned_admin.cookie, `from=${day}&to=${day}`);
    assert.equal(text.split('\r\n').length, lines, day);
  }
});

const REFUSED = [
  ['from=2025-03-01', 'to: must be a date, YYYY-MM-DD'],
  ['to=2025-03-01', 'from: must be a date, YYYY-MM-DD'],
  ['from=2025-02-30&to=2025-03-01', 'from: must be a date, YYYY-MM-DD'],
  ['from=2025-03-01&to=2025-02-30', 'to: must be a date, YYYY-MM-DD'],
  ['from=2025-03-01&to=2025-03-01T00:00:00Z', 'to: must be a date, YYYY-MM-DD'],
  ['from=2025-03-02&to=2025-03-01', 'to: must not be before from'],
  ['from=1969-12-31&to=1970-01-01', 'from: must not be before 1970'],
  ['from=9999-12-30&to=9999-12-31', 'to: must be before 9999-12-31'],
] as const;
for (const [query, message] of REFUSED) {
  test(`400 for ?${query}`, async () => {
    const { status, text } = await open(admin.cookie, query);
    assert.equal(status, 400);
    assert.match(text, new RegExp(message));
  });
}

test('200 for the first and the last possible day', async () => {
  assert.equal((await open(admin.cookie, 'from=1970-01-01&to=9999-12-30')).status, 200);
});

test('403 for members and staff', async () => {
  for (const { cookie } of [member, staff])
    assert.equal((await open(cookie, 'from=2025-03-01&to=2025-03-31')).status, 403);
});

test('303 to the sign-in page for a signed-out browser, which then returns to the same period', async () => {
  const query = 'from=2025-03-01&to=2025-03-31';
  const { status, headers } = await open('', query);
  assert.equal(status, 303);
  assert.equal(
    headers.get('location'),
    `/sign-in?next=${encodeURIComponent(`/reports/people.csv?${query}`)}`,
  );
});
