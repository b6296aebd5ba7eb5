/* Sessions and their procedures as the pages show them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld, type Device } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const ana = await tenant.device({ user_id: await tenant.user('Ana Ruiz') });
const ben = await tenant.device({ user_id: await tenant.user('Ben Oak') });
const api = await tenant.api();
const { id: task_id } = (await api.post('/v1/api-tenant-tasks', { title: 'Bleed the brakes' })).body;
const first = await train(ana, { session_name: 'Brakes', task_id });
const second = await train(ben, { session_name: 'Belt' });

async function train(glasses: Device, start: object): Promise<string> {
  const { id } = (await glasses.post('/device/v1/sessions', { role: 'trainer', ...start })).body;
  world.clock.advance(60_000);
  const procedures = [{ title: 'Open the valve' }, { title: 'Close the valve' }];
  await glasses.post('/device/v1/sessions/complete', { session_id: id, status: 'completed', procedures });
  return id;
}

test('200 with the task names, and with the sessions of one user', async () => {
  const all = (await member.get('/sessions')).body;
  assert.deepEqual(
    all.sessions.map(({ id }: any) => id),
    [second, first],
  );
  assert.deepEqual(all.task_titles, { [task_id]: 'Bleed the brakes' });
  const own = (await member.get(`/sessions?user_id=${ana.user_id}&status=completed&role=trainer`)).body;
  assert.deepEqual([own.total, own.sessions[0].id], [1, first]);
  assert.equal((await member.get(`/sessions?user_id=${ana.user_id}&status=failed`)).body.total, 0);
});

test('200 for a procedure with its origin, which is approved, rejected and approved again', async () => {
  const { procedures } = (await member.get(`/procedures?session_id=${first}`)).body;
  const [{ id, session_name, recorded_by, reviewer }] = procedures;
  assert.deepEqual([session_name, recorded_by.name, reviewer], ['Brakes', 'Ana Ruiz', null]);
  const path = `/procedures?procedure_id=${id}`;
  const silent = await admin.patch(path, { status: 'rejected' });
  assert.deepEqual([silent.status, silent.body.message], [400, 'notes: explain what needs to be improved']);
  await admin.patch(path, { status: 'rejected', notes: 'Too dark' });
  const [turnedDown] = (await admin.get('/procedures?status=rejected')).body.procedures;
  assert.deepEqual([turnedDown.reviewer, turnedDown.review_notes], ['Ada Admin', 'Too dark']);
  assert.equal((await admin.patch(path, { status: 'approved' })).body.review_notes, null);
  const { entries } = await listAudit(tenant.ctx(), { target_id: id, limit: 9, offset: 0 });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['procedure.approved', 'procedure.rejected'],
  );
});

test('200 for a withdrawn review, 409 if another admin has reviewed the procedure meanwhile', async () => {
  const [{ id }] = (await admin.get('/procedures?status=approved')).body.procedures;
  const path = `/procedures?procedure_id=${id}`;
  const late = await admin.patch(path, { status: 'pending', expected: { status: 'rejected' } });
  assert.deepEqual([late.status, late.body.details.rule], [409, 'changed_meanwhile']);
  assert.equal(late.body.details.conflict.changed_by.name, 'Ada Admin');
  const { status, body } = await admin.patch(path, { status: 'pending', expected: { status: 'approved' } });
  assert.deepEqual(
    [status, body.status, body.reviewed_by, body.reviewed_at, body.review_notes],
    [200, 'pending', null, null, null],
  );
  const { entries } = await listAudit(tenant.ctx(), { target_id: id, limit: 9, offset: 0 });
  assert.equal(entries[0]?.action, 'procedure.review_withdrawn');
  const published = await (
    await tenant.api()
  ).patch(`/v1/procedures?procedure_id=${id}`, { status: 'pending' });
  assert.equal(published.status, 400, 'the API has only the two decisions');
});

test('200 for a deletion with its actor and its state in the training app', async () => {
  const { body } = await admin.delete(`/sessions?session_id=${second}`);
  assert.deepEqual(body, { deleted: true, core: 'queued' });
  await admin.delete(`/sessions?session_id=${second}`);
  const { deletions, total } = (await admin.get('/deletions?state=queued')).body;
  assert.deepEqual([total, deletions[0].session_id, deletions[0].state], [1, second, 'queued']);
  const { entries } = await listAudit(tenant.ctx(), { target_id: second, limit: 9, offset: 0 });
  assert.deepEqual(
    entries.map(({ action, actor }) => [action, actor.name]),
    [['session.deleted', 'Ada Admin']],
  );
  assert.equal((await member.get(`/session?session_id=${second}`)).status, 404);
});

test('200 with only the executions of a session, newest first', async () => {
  const { id: skill_id } = await createSkill(tenant.ctx(), {
    name: 'Search',
    kind: 'knowledge_search',
    config: {},
  });
  const { id } = (await ana.post('/device/v1/sessions', { role: 'trainer' })).body;
  const run = async (query: string, session_id: string | null) => {
    world.clock.advance(1_000);
    await ana.post('/device/v1/skills/execute', { skill_id, arguments: { query }, session_id });
  };
  await run('first', id);
  await run('second', id);
  await run('elsewhere', null);
  const { body } = await member.get(`/session/skills?session_id=${id}`);
  assert.deepEqual(
    [body.executions.map((one: any) => one.arguments.query), body.has_more],
    [['second', 'first'], false],
  );
  const stranger = await consoleOf(world, (await world.account()).admin);
  assert.deepEqual((await stranger.get(`/session/skills?session_id=${id}`)).body.executions, []);
  const page = (await member.get(`/sessions?user_id=${ana.user_id}&limit=1&offset=1`)).body;
  assert.deepEqual([page.sessions[0].id, page.total, page.limit, page.offset], [first, 2, 1, 1]);
  const [{ started_at }] = page.sessions;
  const within = async (range: string) =>
    (await member.get(`/sessions?user_id=${ana.user_id}&${range}`)).body.total;
  assert.deepEqual(
    [await within(`from=${started_at}`), await within(`to=${started_at}`), await within(`role=trainee`)],
    [2, 1, 0],
  );
  await admin.delete(`/sessions?session_id=${id}`);
  assert.equal((await member.get(`/sessions?user_id=${ana.user_id}`)).body.total, 1);
});
