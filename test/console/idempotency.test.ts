/* A creation by a user of an account happens once, even if a page sends it several times. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const again = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const staff = await consoleOf(world, await world.staff());
const once = (key: string) => ({ 'Idempotency-Key': key });
const NEW_KEY = { name: 'Planner', scopes: ['read:tasks'] };

test('201 again with the same created API key, whose response is stored sealed', async () => {
  const [first, second] = [
    await admin.post('/keys', NEW_KEY, once('a')),
    await admin.post('/keys', NEW_KEY, once('a')),
  ];
  assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text]);
  assert.match(first.body.key, /^tak_/);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  const [kept] = await world.db<{ answer: string }[]>`select answer from idempotency_keys where key = 'a'`;
  assert.ok(kept && !kept.answer.includes(first.body.id));
});

test('201 and two records without an idempotency key, with two keys, and from two users', async () => {
  const made = [
    await admin.post('/tasks', { title: 'Oil the hinge' }),
    await admin.post('/tasks', { title: 'Oil the hinge' }),
    await admin.post('/tasks', { title: 'Oil the hinge' }, once('one')),
    await admin.post('/tasks', { title: 'Oil the hinge' }, once('two')),
    await member.post('/tasks', { title: 'Oil the hinge' }, once('two')),
  ];
  assert.equal(new Set(made.map(({ body }) => body.id)).size, 5);
});

test('201 with the stored response after a new sign-in of the same user', async () => {
  const first = await admin.post('/tasks', { title: 'Grease the door' }, once('signed-in'));
  const second = await again.post('/tasks', { title: 'Grease the door' }, once('signed-in'));
  assert.equal(second.text, first.text);
});

test('400 for the same idempotency key with another body; the idempotency key of a failed request can be reused', async () => {
  await admin.post('/tasks', { title: 'Paint the gate' }, once('changed'));
  const changed = await admin.post('/tasks', { title: 'Paint the fence' }, once('changed'));
  assert.deepEqual(
    [changed.status, changed.body.message],
    [400, 'Idempotency-Key: already used with another request'],
  );
  assert.equal((await admin.post('/tasks', { title: '' }, once('failed'))).status, 400);
  assert.equal((await admin.post('/tasks', { title: 'Sweep' }, once('failed'))).status, 201);
});

test('200 for every create operation of an account, which a repeated key runs once', async () => {
  const of = async (by: typeof admin): Promise<string[]> => (await by.get('/me')).body.once;
  const [admins, members] = [await of(admin), await of(member)];
  for (const operation of ['POST /tasks', 'POST /endpoints', 'POST /keys', 'POST /people', 'POST /forms'])
    assert.ok(admins.includes(operation), operation);
  assert.deepEqual(members, [
    'POST /tasks',
    'POST /tasks/import',
    'POST /own-seat/pairing',
    'POST /second-factor',
  ]);
  assert.deepEqual(await of(staff), []);
  assert.ok(!admins.some((operation) => /reveal|PATCH|DELETE|GET/.test(operation)));
});

test('201 for staff, whose idempotency keys are ignored', async () => {
  const skill = { name: 'Ask', kind: 'knowledge_search', config: {} };
  const [first, second] = [
    await staff.post('/staff/skills', skill, once('s')),
    await staff.post('/staff/skills', skill, once('s')),
  ];
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.notEqual(first.body.id, second.body.id);
});
