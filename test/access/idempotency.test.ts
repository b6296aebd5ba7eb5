import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runIdempotent } from '../../src/access/idempotency.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { transaction, type Database } from '../../src/lib/sql/sql.ts';
import { runHousekeeping } from '../../src/workers/housekeeping.ts';
import { openWorld } from '../support/world.ts';
import { callerAt, type Caller } from '../../support/caller.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const other = await tenant.api();
const stranger = await (await world.account()).api();
const PATH = '/v1/api-tenant-tasks';

test('201 with the first response for a repeated idempotency key, marked as replayed, and only one task', async () => {
  const first = await create(api, 'again', 'Again');
  const second = await create(api, 'again', 'Again');
  assert.equal(first.status, 201);
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.equal(second.status, 201);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal(second.text, first.text);
  assert.equal(await countTasks('Again'), 1);
});

test('400 for the same idempotency key with another body or another query', async () => {
  await create(api, 'body', 'One body');
  const { status, body } = await create(api, 'body', 'Another body');
  assert.equal(status, 400);
  assert.deepEqual(body, {
    error: 'BAD_REQUEST',
    message: 'Idempotency-Key: already used with another request',
  });
  const elsewhere = await api.post(`${PATH}?x=1`, { title: 'One body' }, { 'Idempotency-Key': 'body' });
  assert.equal(elsewhere.status, 400);
  assert.equal(await countTasks('Another body'), 0);
});

test('201 once for twenty concurrent requests with one idempotency key; the others get a replayed 201 or 409', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(api, 'rush', 'Rush')));
  const fresh = answers.filter(
    ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
  );
  assert.equal(fresh.length, 1);
  for (const { status, text, body } of answers) {
    if (status === 201) assert.equal(text, fresh[0]?.text);
    else assert.deepEqual([status, body.error], [409, 'CONFLICT']);
  }
  assert.equal(await countTasks('Rush'), 1);
});

test('201 on one node, and the replayed response on another node', async () => {
  const beside = await world.addNode();
  const first = await create(api, 'node', 'Node');
  const second = await create(callerAt(beside, api.token), 'node', 'Node');
  assert.equal(second.status, 201);
  assert.equal(second.text, first.text);
});

test('201 for an idempotency key whose first request was rejected', async () => {
  const refused = await api.post(PATH, { title: '' }, { 'Idempotency-Key': 'free' });
  assert.equal(refused.status, 400);
  const assignee = { title: 'Free', assigned_to: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
  const refusedLate = await api.post(PATH, assignee, { 'Idempotency-Key': 'free' });
  assert.equal(refusedLate.status, 400);
  assert.equal((await create(api, 'free', 'Free')).status, 201);
});

test('201 for the same idempotency key of two API keys and of two accounts, and a replay to each of its own task', async () => {
  const answers = [
    await create(api, 'shared', 'Shared'),
    await create(other, 'shared', 'Shared'),
    await create(stranger, 'shared', 'Shared'),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 3);
  for (const [at, caller] of [api, other, stranger].entries())
    assert.deepEqual((await create(caller, 'shared', 'Shared')).body, answers[at]?.body);
});

test('201 and a new task for an idempotency key that expired after 24 hours', async () => {
  const first = await create(api, 'day', 'Day');
  world.clock.advance(DAY_MS);
  assert.equal((await create(api, 'day', 'Day')).text, first.text);
  world.clock.advance(1);
  const later = await create(api, 'day', 'Day');
  assert.equal(later.status, 201);
  assert.notEqual(later.body.id, first.body.id);
  assert.equal(later.headers.get('idempotent-replayed'), null);
});

test('409 while the first request runs, 201 after its deadline', async () => {
  const key = { 'Idempotency-Key': 'abandoned' };
  await api.post(PATH, { title: 'Abandoned' }, key);
  await world.db`update idempotency_keys set status = null, answer = null where key = 'abandoned'`;
  assert.equal((await api.post(PATH, { title: 'Abandoned' }, key)).status, 409);
  world.clock.advance(60_000);
  assert.equal((await api.post(PATH, { title: 'Abandoned' }, key)).status, 201);
});

const DEADLINE_MS = 2_000;
const GRACE_MS = 5_000;

/** Starts a request whose work runs until the test ends it. */
async function startRun(key: string) {
  const started = Promise.withResolvers<void>();
  const work = Promise.withResolvers<unknown>();
  const answer = once(key, () => {
    started.resolve();
    return work.promise;
  });
  // The test asserts the answer later, so an early rejection must not count as unhandled.
  answer.catch(() => {});
  await Promise.race([started.promise, answer]);
  return { answer, end: work.resolve, fail: work.reject };
}

function once(key: string, work: (db: Database) => Promise<unknown>) {
  const request = { key, credential_id: api.key_id, content: key, status: 201, deadline_ms: DEADLINE_MS };
  return runIdempotent(tenant.ctx(), request, ({ db }) => work(db));
}

const running = {
  code: 'CONFLICT',
  message: 'Idempotency-Key: a request with this key is still running',
};

test('409 until exactly five seconds after the deadline of the first request', async () => {
  await startRun('grace');
  world.clock.advance(DEADLINE_MS + GRACE_MS);
  await assert.rejects(startRun('grace'), running);
  world.clock.advance(1);
  const second = await startRun('grace');
  second.end({ by: 'the second' });
  assert.deepEqual(await second.answer, { status: 201, text: '{"by":"the second"}', replayed: false });
});

test('409 while a second request runs, also after the first request failed late', async () => {
  const first = await startRun('late-failure');
  world.clock.advance(DEADLINE_MS + GRACE_MS + 1);
  const second = await startRun('late-failure');
  first.fail(new Error('late'));
  await assert.rejects(first.answer, /late/);
  await assert.rejects(startRun('late-failure'), running);
  second.end({ by: 'the second' });
  await second.answer;
  assert.equal((await once('late-failure', never)).text, '{"by":"the second"}');
});

test('409 for a first request that succeeds late; the response of the second request is stored', async () => {
  const first = await startRun('late-success');
  world.clock.advance(DEADLINE_MS + GRACE_MS + 1);
  const second = await startRun('late-success');
  first.end({ by: 'the first' });
  await assert.rejects(first.answer, running);
  second.end({ by: 'the second' });
  assert.equal((await second.answer).text, '{"by":"the second"}');
  assert.equal((await once('late-success', never)).text, '{"by":"the second"}');
});

test('201 with the stored response for a request that failed after its commit', async () => {
  const failed = once('saved', async (db) => {
    await transaction(db, async () => ({ by: 'the first' }));
    throw new Error('after the commit');
  });
  await assert.rejects(failed, /after the commit/);
  const again = await once('saved', never);
  assert.deepEqual(again, { status: 201, text: '{"by":"the first"}', replayed: true });
});

const never = () => Promise.reject(new Error('run a second time'));

test('cleanup deletes an idempotency key after 24 hours', async () => {
  const { db, clock } = world;
  const clean = () =>
    runHousekeeping({
      db,
      clock,
      tables: [],
      retention_days: 1,
      other_tables: [],
      deleteOldQueueRows: async () => {},
    });
  const kept = () => db`select 1 from idempotency_keys where key = 'old'`;
  await create(api, 'old', 'Old');
  clock.advance(DAY_MS);
  await clean();
  assert.equal((await kept()).length, 1);
  clock.advance(1);
  await clean();
  assert.equal((await kept()).length, 0);
});

for (const [name, key] of [
  ['too long', 'k'.repeat(256)],
  ['blank', ''],
  ['split by a space', 'a b'],
  ['not ASCII', 'schlüssel'],
]) {
  test(`400 for a key that is ${name}`, async () => {
    const { status, body } = await create(api, key ?? '', 'Bad key');
    assert.equal(status, 400);
    assert.deepEqual(body, {
      error: 'BAD_REQUEST',
      message: 'Idempotency-Key: must be 1 to 255 visible ASCII characters',
    });
    assert.equal(await countTasks('Bad key'), 0);
  });
}

test('201 for a key of the maximum length', async () => {
  assert.equal((await create(api, 'k'.repeat(255), 'Longest')).status, 201);
});

test('200 for PATCH and GET, which ignore the Idempotency-Key header', async () => {
  const { body: task } = await api.post(PATH, { title: 'Patch' });
  const headers = { 'Idempotency-Key': 'patch' };
  for (const title of ['Patch 1', 'Patch 2']) {
    const path = `${PATH}?task_id=${task.id}`;
    const {
      status,
      body,
      headers: answered,
    } = await api.call(path, { method: 'PATCH', body: { title }, headers });
    assert.deepEqual([status, body.title], [200, title]);
    assert.equal(answered.get('idempotent-replayed'), null);
  }
  assert.equal((await api.call(PATH, { headers: { 'Idempotency-Key': 'a b' } })).status, 200);
});

test('500 and no task if the response cannot be stored in the same transaction', async () => {
  await world.db`
    alter table idempotency_keys
    add constraint nothing_saved check (answer is null or answer not like '%Unsaved%')`;
  const failed = await create(api, 'unsaved', 'Unsaved');
  await world.db`alter table idempotency_keys drop constraint nothing_saved`;
  assert.equal(failed.status, 500);
  assert.equal(await countTasks('Unsaved'), 0);
  assert.equal(await countEvents('Unsaved'), 0);

  assert.equal((await create(api, 'unsaved', 'Unsaved')).status, 201);
  assert.equal(await countTasks('Unsaved'), 1);
});

function create(caller: Caller, key: string, title: string) {
  return caller.post(PATH, { title }, { 'Idempotency-Key': key });
}

async function countTasks(title: string): Promise<number> {
  const found =
    await world.db`select 1 from tasks where title = ${title} and account_id = ${tenant.account_id}`;
  return found.length;
}

async function countEvents(title: string): Promise<number> {
  return (await world.db`select 1 from events where body like ${`%${title}%`}`).length;
}
