import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openWorld } from '../support/world.ts';
import { callerAt, type Caller } from '../../support/caller.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const other = await tenant.api();
const stranger = await (await world.account()).api();
const PATH = '/v1/api-tenant-tasks';

test('201 again with the first answer, marked, and one task only', async () => {
  const first = await create(api, 'again', 'Again');
  const second = await create(api, 'again', 'Again');
  assert.equal(first.status, 201);
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.equal(second.status, 201);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal(second.text, first.text);
  assert.equal(await countTasks('Again'), 1);
});

test('400 for the same key with another body or another query', async () => {
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

test('201 once and 201 replayed or 409 for twenty at once', async () => {
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

test('201 on one node and the same answer on the next', async () => {
  const beside = await world.addNode();
  const first = await create(api, 'node', 'Node');
  const second = await create(callerAt(beside, api.token), 'node', 'Node');
  assert.equal(second.status, 201);
  assert.equal(second.text, first.text);
});

test('201 under a key whose first request was refused', async () => {
  const refused = await api.post(PATH, { title: '' }, { 'Idempotency-Key': 'free' });
  assert.equal(refused.status, 400);
  const assignee = { title: 'Free', assigned_to: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
  const refusedLate = await api.post(PATH, assignee, { 'Idempotency-Key': 'free' });
  assert.equal(refusedLate.status, 400);
  assert.equal((await create(api, 'free', 'Free')).status, 201);
});

test('201 and two tasks for one key of two API keys and of two accounts', async () => {
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
});

test('201 and a new task once the key is forgotten after 24 hours', async () => {
  const first = await create(api, 'day', 'Day');
  world.clock.advance(DAY_MS);
  assert.equal((await create(api, 'day', 'Day')).text, first.text);
  world.clock.advance(1);
  const later = await create(api, 'day', 'Day');
  assert.equal(later.status, 201);
  assert.notEqual(later.body.id, first.body.id);
  assert.equal(later.headers.get('idempotent-replayed'), null);
});

test('409 while the first request runs, and 201 once it must be dead', async () => {
  const key = { 'Idempotency-Key': 'abandoned' };
  await api.post(PATH, { title: 'Abandoned' }, key);
  await world.db`update idempotency_keys set status = null, answer = null where key = 'abandoned'`;
  assert.equal((await api.post(PATH, { title: 'Abandoned' }, key)).status, 409);
  world.clock.advance(60_000);
  assert.equal((await api.post(PATH, { title: 'Abandoned' }, key)).status, 201);
});

for (const [name, key] of [
  ['too long', 'k'.repeat(256)],
  ['blank', ''],
  ['with a space', 'a b'],
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

test('201 with the longest key there is', async () => {
  assert.equal((await create(api, 'k'.repeat(255), 'Longest')).status, 201);
});

test('200 for PATCH and GET, which take no notice of the header', async () => {
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

test('500 and no task when the answer cannot be saved: both are one transaction', async () => {
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
