import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openFakeTrainingApp } from '../../sim/trainingApp.ts';
import type { TrainingAppReply } from '../../src/access/tools.ts';
import { createDeletionRun, listDeletions, retryDeletion } from '../../src/features/deletions/deletions.ts';
import { createTrainingAppClient } from '../../src/features/deletions/trainingApp.ts';
import { listProcedures, reviewProcedure } from '../../src/features/procedures/procedures.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { newId } from '../../src/lib/ids.ts';
import { createGuard } from '../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../src/lib/http/outgoing/outgoing.ts';
import { openReceiver } from '../support/receiver.ts';
import { assertCountersExact } from '../support/userCounters.ts';
import { openWorld } from '../support/world.ts';

const SECRET = 'a secret of the training app';
const training_app = await openFakeTrainingApp({ secret: SECRET });
const receiver = await openReceiver();
const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.1']) });
after(async () => {
  await outgoing.close();
  await training_app.close();
  await receiver.close();
});
const app = createTrainingAppClient({ outgoing, clock: systemClock, url: training_app.url, secret: SECRET });
const world = await openWorld({ training_app: app });
const NOW = world.clock.now().toISOString();
const tenant = await world.account();
const api = await tenant.api();
const reader = await tenant.api(['read:sessions']);
const glasses = await tenant.device();
const strangerApi = await (await world.account()).api();
const turn = createDeletionRun({ db: world.db, clock: world.clock, tools: world.tools });
const quiet = await openWorld();
const quietTenant = await quiet.account();
const quietApi = await quietTenant.api();
const quietGlasses = await quietTenant.device();
const pathOf = (id: string) => `/v1/api-tenant-sessions?session_id=${id}`;
const heard = (id: string) => training_app.accepted.filter(({ session_id }) => session_id === id);

async function record(): Promise<string> {
  const { body } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
  world.clock.advance(61_000);
  const procedures = [{ title: 'Close valve' }, { title: 'Open valve' }];
  await glasses.post('/device/v1/sessions/complete', {
    session_id: body.id,
    status: 'completed',
    procedures,
  });
  return body.id;
}

test('200 with state sent: the session is not listed, and the training app gets a valid signature', async () => {
  const id = await record();
  const { status, body } = await api.delete(pathOf(id));
  assert.equal(status, 200);
  assert.deepEqual(body, { deleted: true, core: 'sent' });
  assert.deepEqual(heard(id), [
    { account_id: tenant.account_id, session_id: id, deleted_at: world.clock.now().toISOString() },
  ]);
  const { body: page } = await api.get('/v1/api-tenant-sessions');
  assert.ok(page.sessions.every((session: { id: string }) => session.id !== id));
  await assertCountersExact(world.db, tenant.account_id);
});

test('200 for repeated deletions, which are sent once', async () => {
  const id = await record();
  const answers = await Promise.all([1, 2, 3, 4].map(() => api.delete(pathOf(id))));
  answers.push(await api.delete(pathOf(id)));
  assert.ok(answers.every(({ status, body }) => status === 200 && body.deleted === true));
  assert.deepEqual(answers.at(-1)?.body, { deleted: true, core: 'sent' });
  assert.equal(heard(id).length, 1);
  await assertCountersExact(world.db, tenant.account_id);
});

test('200 for a deletion, which withdraws all procedures of the session', async () => {
  const id = await record();
  const ctx = tenant.ctx();
  const before = await listProcedures(ctx, { limit: 100, offset: 0 });
  const mine = before.procedures.filter(({ session_id }) => session_id === id);
  assert.equal(mine.length, 2);
  const approved = mine[0]?.id ?? '';
  const turnedDown = await reviewProcedure(ctx, approved, { status: 'rejected', notes: 'Too dark' });
  assert.equal(turnedDown.status, 'rejected');
  assert.equal((await reviewProcedure(ctx, approved, { status: 'approved' })).status, 'approved');
  await api.delete(pathOf(id));
  const after = await listProcedures(ctx, { limit: 100, offset: 0 });
  assert.equal(after.total, before.total - 2);
  assert.ok(after.procedures.every(({ session_id }) => session_id !== id));
  await assert.rejects(reviewProcedure(ctx, approved, { status: 'approved' }), { code: 'NOT_FOUND' });
});

test('200 with state queued while the training app is unavailable, sent within a minute after its return', async () => {
  const ids = [await record(), await record(), await record()];
  training_app.setMode('down');
  for (const id of ids)
    assert.deepEqual((await api.delete(pathOf(id))).body, { deleted: true, core: 'queued' });
  for (let minute = 0; minute < 30; minute += 1) {
    world.clock.advance(60_000);
    await turn();
  }
  assert.deepEqual((await api.delete(pathOf(ids[0] ?? ''))).body, { deleted: true, core: 'queued' });
  const calls = training_app.calls;
  for (let second = 0; second < 120; second += 1) {
    world.clock.advance(1_000);
    await turn();
  }
  assert.equal(training_app.calls - calls, 4, 'the oldest one is tried every 30 s');
  training_app.setMode('up');
  for (let second = 0; second < 60; second += 1) {
    world.clock.advance(1_000);
    await turn();
  }
  for (const id of ids) {
    assert.equal(heard(id).length, 1);
    assert.deepEqual((await api.delete(pathOf(id))).body, { deleted: true, core: 'sent' });
  }
});

test('200 with state failed after a rejection, retried after 10, 20 and 40 seconds until accepted', async () => {
  const id = await record();
  training_app.setMode('refuse');
  assert.deepEqual((await api.delete(pathOf(id))).body, { deleted: true, core: 'failed' });
  const calls: number[] = [];
  for (let second = 1; second <= 71; second += 1) {
    world.clock.advance(1_000);
    const before = training_app.calls;
    await turn();
    if (training_app.calls > before) calls.push(second);
  }
  assert.deepEqual(calls, [10, 30, 70]);
  training_app.setMode('up');
  world.clock.advance(80_000);
  await turn();
  assert.deepEqual((await api.delete(pathOf(id))).body, { deleted: true, core: 'sent' });
});

test('200 and delivered although the service died between the commit and the request', async () => {
  const id = await record();
  const dying = await openDying();
  await dying.delete(id);
  assert.equal(heard(id).length, 0);
  world.clock.advance(19_000);
  await turn();
  assert.equal(heard(id).length, 0);
  world.clock.advance(1_000);
  await turn();
  assert.equal(heard(id).length, 1);
});

test('200 for listing waiting deletions and sending them immediately', async () => {
  const id = await record();
  training_app.setMode('refuse');
  await api.delete(pathOf(id));
  const failed = await listDeletions(tenant.ctx(), { state: 'failed', limit: 10, offset: 0 });
  assert.deepEqual(
    failed.deletions.map(({ session_id, attempts, last_status }) => [session_id, attempts, last_status]),
    [[id, 1, 409]],
  );
  training_app.setMode('up');
  await retryDeletion(tenant.ctx(), id);
  await turn();
  assert.equal(heard(id).length, 1);
  await assert.rejects(retryDeletion(tenant.ctx(), id), { code: 'NOT_FOUND' });
});

test('200 with state sent, which a worker with an expired lease cannot overwrite', async () => {
  const id = await record();
  training_app.setMode('refuse');
  await api.delete(pathOf(id));
  training_app.setMode('up');
  world.clock.advance(10_000);
  const called = Promise.withResolvers<void>();
  const reply = Promise.withResolvers<TrainingAppReply>();
  const forget = () => {
    called.resolve();
    return reply.promise;
  };
  const silent = createDeletionRun({
    db: world.db,
    clock: world.clock,
    tools: { ...world.tools, training_app: { forget } },
  })();
  await called.promise;
  world.clock.advance(20_000);
  await turn();
  assert.equal(heard(id).length, 1);
  reply.resolve({ state: 'failed', status: 409, error: 'HTTP 409' });
  await silent;
  assert.deepEqual((await api.delete(pathOf(id))).body, { deleted: true, core: 'sent' });
});

const REPLIES: [number, 'sent' | 'failed' | 'queued'][] = [
  [200, 'sent'],
  [299, 'sent'],
  [300, 'queued'],
  [399, 'queued'],
  [400, 'failed'],
  [401, 'failed'],
  [404, 'sent'],
  [408, 'queued'],
  [409, 'failed'],
  [410, 'sent'],
  [425, 'queued'],
  [429, 'queued'],
  [499, 'failed'],
  [500, 'queued'],
  [503, 'queued'],
];

for (const [status, state] of REPLIES) {
  test(`${state} if the training app answers ${status}`, async () => {
    receiver.answer = (_request, response) => void response.writeHead(status).end();
    const error = state === 'sent' ? null : `HTTP ${status}`;
    assert.deepEqual(await tell(receiver.url), { state, status, error });
  });
}

test('failed for an incomplete rejection, queued for an incomplete failure', async () => {
  for (const [status, reply] of [
    [403, { state: 'failed', status: 403, error: 'HTTP 403' }],
    [404, { state: 'sent', status: 404, error: null }],
    [429, { state: 'queued', status: 429, error: 'connection_lost' }],
    [500, { state: 'queued', status: 500, error: 'connection_lost' }],
  ] as const) {
    receiver.answer = (_request, response) =>
      void response
        .writeHead(status, { 'Content-Length': 9 })
        .write('half', () => response.socket?.destroy());
    assert.deepEqual(await tell(receiver.url), reply);
  }
});

test('queued if the training app is unreachable or its address is blocked', async () => {
  const away = await tell('http://127.0.0.1:1/');
  assert.deepEqual(away, { state: 'queued', status: null, error: 'connection_refused' });
  const blocked = await tell('https://10.0.0.1/');
  assert.deepEqual(blocked, { state: 'queued', status: null, error: 'blocked address 10.0.0.1' });
});

test('200 with one request of two concurrent workers', async () => {
  training_app.setMode('down');
  const ids = [await record(), await record(), await record(), await record()];
  for (const id of ids) await api.delete(pathOf(id));
  training_app.setMode('up');
  world.clock.advance(10_000);
  const other = createDeletionRun({ db: world.db, clock: world.clock, tools: world.tools });
  await Promise.all([turn(), other(), turn(), other()]);
  for (const id of ids) assert.equal(heard(id).length, 1);
});

test('200 with state queued without a configured training app', async () => {
  const { body } = await quietGlasses.post('/device/v1/sessions', { role: 'trainer' });
  assert.deepEqual((await quietApi.delete(pathOf(body.id))).body, { deleted: true, core: 'queued' });
});

test('400 without session_id, and for an invalid UUID', async () => {
  const without = await api.delete('/v1/api-tenant-sessions');
  const wrong = await api.delete(pathOf('7'));
  assert.deepEqual([without.status, without.body.message], [400, 'session_id: required']);
  assert.deepEqual([wrong.status, wrong.body.message], [400, 'session_id: must be a valid uuid']);
});

test("404 for an unknown session and for another account's session", async () => {
  const id = await record();
  for (const { status, body } of [
    await api.delete(pathOf(newId(world.clock.now()))),
    await strangerApi.delete(pathOf(id)),
  ]) {
    assert.equal(status, 404);
    assert.deepEqual(body, { error: 'NOT_FOUND', message: 'Session not found' });
  }
});

test('403 without write:sessions', async () => {
  assert.equal((await reader.delete(pathOf(await record()))).status, 403);
});

/** Deletes a session at a training app with this URL and returns how its answer was judged. */
function tell(url: string) {
  const { account_id } = tenant;
  const notice = { account_id, session_id: newId(world.clock.now()), deleted_at: NOW };
  return createTrainingAppClient({ outgoing, clock: systemClock, url, secret: SECRET }).forget(notice, 3_000);
}

/** Opens a service that commits the deletion and crashes before it calls the training app. */
async function openDying() {
  const { deleteSession } = await import('../../src/features/sessions/sessions.ts');
  const dead = { forget: () => Promise.reject(new Error('the process is gone')) };
  return {
    delete: (id: string) =>
      assert.rejects(
        deleteSession({ ...tenant.ctx(), tools: { ...world.tools, training_app: dead } }, id),
        /the process is gone/,
      ),
  };
}
