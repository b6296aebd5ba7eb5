/* The catalogue in the API: the list, a single procedure, and its review. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { openAccountCallers } from '../contracts/support/stage.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const [side, strangers] = [await openAccountCallers(world), await openAccountCallers(world)];
const { tenant, make } = side;
const api = await tenant.api();
const admin = await consoleOf(world, tenant.admin);
const review = (id: string, body: object, by = api) => by.patch(`/v1/procedures?procedure_id=${id}`, body);
const getOne = (id: string, by = api) => by.get(`/v1/procedure?procedure_id=${id}`);

test('200 for an approval with the listed record, audited by key and shown on glasses', async () => {
  const id = await make.procedure();
  const { status, body } = await review(id, { status: 'approved' });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.status, body.reviewed_by, body.reviewer, body.review_notes],
    ['approved', null, null, null],
  );
  assert.equal(body.reviewed_at, world.clock.now().toISOString());
  assert.deepEqual((await getOne(id)).body, body);
  const { procedures } = (await api.get('/v1/procedures?status=approved')).body;
  assert.deepEqual(
    procedures.find((one: { id: string }) => one.id === id),
    body,
  );
  assert.deepEqual((await admin.get('/procedures?status=approved')).body.procedures, procedures);
  const [entry] = await world.db`
    select action, actor_kind, actor_id from audit_entries where target_id = ${id}`;
  assert.deepEqual({ ...entry }, { action: 'procedure.approved', actor_kind: 'api', actor_id: api.key_id });
  const { procedures: shown } = (await (await tenant.device()).get('/device/v1/manifest')).body;
  assert.ok(shown.some((one: { id: string }) => one.id === id));
});

test('200 for a repeated decision, which keeps its reviewer and time; a different decision replaces it', async () => {
  const id = await make.procedure();
  const path = `/procedures?procedure_id=${id}`;
  const { body: first } = await admin.patch(path, { status: 'rejected', notes: 'Too dark.' });
  assert.deepEqual([first.reviewed_by, first.session_id.length], [tenant.admin_id, 36]);
  world.clock.advance(60_000);
  assert.deepEqual((await review(id, { status: 'rejected', notes: 'Too dark.' })).body, first);
  const { body: second } = await review(id, { status: 'approved', notes: 'Fine now.' });
  assert.deepEqual([second.status, second.reviewed_by, second.review_notes], ['approved', null, 'Fine now.']);
});

test('400 for a rejection without notes, an unknown decision and an invalid UUID; nothing changes', async () => {
  const id = await make.procedure();
  const wrong = [{ status: 'rejected' }, { status: 'withdrawn' }, {}, { status: 'rejected', notes: '  ' }];
  for (const body of wrong) assert.equal((await review(id, body)).status, 400, JSON.stringify(body));
  assert.equal((await review('1', { status: 'approved' })).status, 400);
  assert.equal((await getOne('1')).status, 400);
  assert.equal((await getOne(id)).body.status, 'pending');
});

test('404 for a procedure of another account, and for a procedure of a deleted session', async () => {
  const id = await strangers.make.procedure();
  assert.equal((await getOne(id)).status, 404);
  assert.equal((await review(id, { status: 'approved' })).status, 404);
  const own = await make.procedure();
  const { session_id } = (await getOne(own)).body;
  await api.delete(`/v1/api-tenant-sessions?session_id=${session_id}`);
  assert.equal((await getOne(own)).status, 404);
  assert.equal((await review(own, { status: 'approved' })).status, 404);
  const { body } = await api.get(`/v1/procedures?session_id=${session_id}`);
  assert.deepEqual([body.procedures, body.total], [[], 0]);
});

test('403 for reviewing with read:sessions and for reading with write:sessions', async () => {
  const id = await make.procedure();
  const [reader, writer] = [await tenant.api(['read:sessions']), await tenant.api(['write:sessions'])];
  assert.equal((await review(id, { status: 'approved' }, reader)).status, 403);
  assert.equal((await getOne(id, writer)).status, 403);
  assert.equal((await getOne(id, reader)).status, 200);
});

test('200 for 20 concurrent decisions: the last one applies, each change is audited once', async () => {
  const id = await make.procedure();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      review(id, at % 2 === 0 ? { status: 'approved' } : { status: 'rejected', notes: 'No.' }),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const entries = await world.db<{ action: string }[]>`
    select action from audit_entries where target_id = ${id} order by id`;
  const actions = entries.map(({ action }) => action.replace('procedure.', ''));
  assert.ok(actions.every((action, at) => at === 0 || action !== actions[at - 1]));
  assert.equal(actions.at(-1), (await getOne(id)).body.status);
});
