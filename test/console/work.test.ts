/** Operations that only the dashboard has, as its pages use them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const api = await tenant.api();
const glasses = await tenant.device();
const { secret } = await createIntegration(tenant.ctx(), { provider: 'ServiceMax' });
const elsewhere = await (await world.account()).api();

test('201 for a task of a user, whose source is the dashboard', async () => {
  const { status, body } = await member.post('/tasks', { title: 'Oil the press' });
  assert.equal(status, 201);
  assert.equal(body.source, 'manual');
});

test('200 with the history of a task, with the names of the actors', async () => {
  const { id } = (await api.post('/v1/api-tenant-tasks', { title: 'Bleed the brakes' })).body;
  world.clock.advance(60_000);
  await admin.patch(`/tasks?task_id=${id}`, { priority: 'high', assigned_to: glasses.user_id });
  world.clock.advance(60_000);
  await admin.patch(`/tasks?task_id=${id}`, { priority: 'high' });
  const started = await glasses.post('/device/v1/sessions', { role: 'trainer', task_id: id });
  const session_id = started.body.id;
  world.clock.advance(60_000);
  await glasses.post('/device/v1/sessions/complete', { session_id, status: 'completed' });

  const { body } = await member.get(`/task?task_id=${id}`);
  assert.equal(body.task.status, 'completed');
  assert.deepEqual(
    body.history.map((entry: any) => [entry.kind, entry.actor.kind, entry.actor.name, entry.changes]),
    [
      ['changed', 'session', 'Bo Builder', { status: ['in_progress', 'completed'] }],
      [
        'changed',
        'session',
        'Bo Builder',
        { status: ['open', 'in_progress'], session_id: [null, session_id] },
      ],
      ['changed', 'user', 'Ada Admin', { priority: ['medium', 'high'], assigned_to: [null, 'Bo Builder'] }],
      ['created', 'api', 'Test', {}],
    ],
  );
});

test('200 with the integration that created a task', async () => {
  const pushed = { external_id: 'WO-7', title: 'Check the valve', status: 'in_progress' };
  const { id } = (await world.as(secret).post('/inbound/v1/tasks', pushed)).body;
  const { body } = await admin.get(`/task?task_id=${id}`);
  assert.deepEqual(
    body.history.map(({ actor }: any) => actor.name),
    ['ServiceMax', 'ServiceMax'],
  );
});

test("404 for another account's task", async () => {
  const { id } = (await elsewhere.post('/v1/api-tenant-tasks', { title: 'Theirs' })).body;
  assert.equal((await admin.get(`/task?task_id=${id}`)).status, 404);
  assert.equal((await admin.patch(`/tasks?task_id=${id}`, {})).status, 404);
});

test('200 with overdue tasks; the public API has no such filter', async () => {
  const due = async (title: string, days: number, status = 'open') => {
    const due_date = new Date(world.clock.now().getTime() + days * DAY_MS).toISOString();
    const { id } = (await api.post('/v1/api-tenant-tasks', { title, due_date })).body;
    await api.patch(`/v1/api-tenant-tasks?task_id=${id}`, { status });
  };
  await due('Late', -1);
  await due('Late and at work', -2, 'in_progress');
  await due('Late and done', -1, 'completed');
  await due('Tomorrow', 1);
  const list = async (query: string) => {
    const { body } = await member.get(`/tasks?${query}`);
    return [body.total, body.tasks.map(({ title }: any) => title)];
  };
  assert.deepEqual(await list('due=overdue'), [2, ['Late and at work', 'Late']]);
  assert.deepEqual(await list('due=overdue&status=open'), [1, ['Late']]);
  assert.deepEqual(await list('due=overdue&limit=1&offset=1'), [2, ['Late']]);
  assert.equal((await member.get('/home')).body.overdue_tasks, 2);
  assert.equal((await member.get('/tasks?due=soon')).status, 400);
  const everything = (await api.get('/v1/api-tenant-tasks')).body.total;
  assert.equal((await api.get('/v1/api-tenant-tasks?due=overdue')).body.total, everything);
});

test('200 with tasks filtered by title words and priority, ordered by due date', async () => {
  const own = await consoleOf(world, (await addSorted()).admin);
  const list = async (query: string) => {
    const { body } = await own.get(`/tasks?${query}`);
    return [body.total, body.tasks.map(({ title }: any) => title)];
  };
  assert.deepEqual(await list('title=seal'), [2, ['Change the seal', 'Seal the pump']]);
  assert.deepEqual(await list('title=SEAL+pu'), [1, ['Seal the pump']]);
  assert.deepEqual(await list('title=wo-7'), [1, ['Paint the gate']]);
  assert.deepEqual(await list('title=eal'), [0, []]);
  assert.deepEqual(await list('title=!!'), [0, []]);
  assert.deepEqual(await list('priority=high'), [2, ['Paint the gate', 'Seal the pump']]);
  assert.deepEqual(await list('priority=high&title=seal&status=open'), [1, ['Seal the pump']]);
  const by_date = ['Change the seal', 'Paint the gate', 'Seal the pump'];
  assert.deepEqual(await list('sort=due_date'), [3, by_date]);
  assert.deepEqual(await list('sort=priority'), [3, ['Paint the gate', 'Seal the pump', 'Change the seal']]);
  assert.deepEqual(await list('sort=due_date&limit=1&offset=1'), [3, ['Paint the gate']]);
  assert.deepEqual(await list('sort=due_date&offset=3'), [3, []]);
  assert.equal((await own.get('/tasks?sort=title')).status, 400);
});

async function addSorted(): Promise<Tenant> {
  const other = await world.account();
  const writer = await other.api();
  const add = async (title: string, changes: object) => {
    world.clock.advance(1_000);
    await writer.post('/v1/api-tenant-tasks', { title, ...changes });
  };
  await add('Seal the pump', { priority: 'high' });
  await add('Change the seal', { priority: 'low', due_date: '2026-04-01' });
  await add('Paint the gate', { priority: 'high', due_date: '2026-05-01', external_id: 'WO-77' });
  return other;
}

test('200 with a total up to the count limit, and has_more', async () => {
  const many = await world.account();
  const addTasks = (count: number) => world.db`
    insert into tasks (account_id, id, title, status, priority, source, created_at)
    select ${many.account_id}, gen_random_uuid(), 'Oil ' || number, 'open', 'low', 'api', ${world.clock.now()}
    from generate_series(1, ${count}::int) as number`;
  const own = await consoleOf(world, many.admin);
  const totalOf = async () => (await own.get('/tasks?title=oil&limit=1')).body.total;
  await addTasks(1_000);
  assert.equal(await totalOf(), 1_000);
  await addTasks(1);
  assert.equal(await totalOf(), null);
  await addTasks(99);
  for (const query of ['title=oil', 'priority=low', 'sort=due_date'])
    assert.deepEqual(
      await Promise.all(
        [0, 1_050].map(async (offset) => {
          const { body } = await own.get(`/tasks?${query}&limit=50&offset=${offset}`);
          return [body.total, body.has_more, body.tasks.length];
        }),
      ),
      [
        [null, true, 50],
        [null, false, 50],
      ],
      query,
    );
});

test('201 with a key that is shown once and then listed by its last characters', async () => {
  const { status, body } = await admin.post('/keys', { name: 'Planner', scopes: ['read:tasks'] });
  assert.equal(status, 201);
  assert.equal((await world.as(body.key).get('/v1/api-tenant-tasks')).status, 200);
  const [key] = (await admin.get('/keys?status=live&limit=1')).body.keys;
  assert.deepEqual([key.id, key.last4, key.created_by.name], [body.id, body.key.slice(-4), 'Ada Admin']);
  assert.ok(!JSON.stringify(key).includes(body.key));
});

test('400 for write:sessions, which the dashboard cannot grant', async () => {
  const { status, body } = await admin.post('/keys', { name: 'A', scopes: ['write:sessions'] });
  assert.equal(status, 400);
  assert.match(body.message, /^scopes\.0: must be one of /);
  const { scopes } = (await admin.get('/scopes')).body;
  assert.deepEqual(
    scopes.filter(({ for_keys }: any) => !for_keys).map(({ scope }: any) => scope),
    ['write:sessions'],
  );
});

test('201 for a rolled key: the new key works, the old key does not', async () => {
  const old = (await admin.post('/keys', { name: 'Roll me', scopes: ['read:tasks'] })).body;
  const { status, body } = await admin.post(`/keys/roll?key_id=${old.id}`);
  assert.equal(status, 201);
  assert.equal((await world.as(old.key).get('/v1/api-tenant-tasks')).status, 401);
  assert.equal((await world.as(body.key).get('/v1/api-tenant-tasks')).status, 200);
  assert.equal((await admin.post(`/keys/roll?key_id=${old.id}`)).status, 404);
});

test('200 for revoking a key again, which keeps its first revocation time', async () => {
  const { id } = (await admin.post('/keys', { name: 'Revoke me', scopes: ['read:tasks'] })).body;
  const revoke = async () => (await admin.delete(`/keys?key_id=${id}`)).status;
  const since = async () =>
    (await admin.get('/keys?status=revoked')).body.keys.find((key: any) => key.id === id).revoked_at;
  assert.equal(await revoke(), 200);
  const first = world.clock.now().toISOString();
  world.clock.advance(60_000);
  assert.deepEqual([await since(), await revoke(), await since()], [first, 200, first]);
});

test('200 for revoking an integration again, which keeps its first revocation time', async () => {
  const { integration_id } = await createIntegration(tenant.ctx(), { provider: 'SAP' });
  const revoke = async () => (await admin.delete(`/integrations?integration_id=${integration_id}`)).status;
  const since = async () =>
    (await admin.get('/integrations')).body.integrations.find((one: any) => one.id === integration_id)
      .revoked_at;
  assert.equal(await revoke(), 200);
  const first = world.clock.now().toISOString();
  world.clock.advance(60_000);
  assert.deepEqual([await since(), await revoke(), await since()], [first, 200, first]);
});

test('200 with live keys first, then revoked ones, each newest first, on every page', async () => {
  const owner = await world.account();
  const keys = await consoleOf(world, owner.admin);
  for (const name of ['live 1', 'dead 1', 'live 2', 'dead 2', 'dead 3']) {
    world.clock.advance(1_000);
    const { id } = (await keys.post('/keys', { name, scopes: ['read:tasks'] })).body;
    if (name.startsWith('dead')) await keys.delete(`/keys?key_id=${id}`);
  }
  const page = async (query: string) => {
    const { body } = await keys.get(`/keys?limit=2&${query}`);
    return [body.total, ...body.keys.map(({ name }: any) => name)];
  };
  assert.deepEqual(await page('offset=0'), [5, 'live 2', 'live 1']);
  assert.deepEqual(await page('offset=1'), [5, 'live 1', 'dead 3']);
  assert.deepEqual(await page('offset=2'), [5, 'dead 3', 'dead 2']);
  assert.deepEqual(await page('offset=4'), [5, 'dead 1']);
  assert.deepEqual(await page('offset=2&status=revoked'), [3, 'dead 1']);
});

test('400 for rolling a key that the operator gave write:sessions', async () => {
  assert.equal((await admin.post(`/keys/roll?key_id=${api.key_id}`)).status, 400);
  assert.equal((await api.get('/v1/api-tenant-tasks')).status, 200);
});

test('200 with the overview of the account; a member sees less', async () => {
  const seen = (await admin.get('/home')).body;
  assert.equal(seen.days.length, 14);
  assert.equal(seen.days.at(-1).sessions, 1);
  assert.deepEqual(seen.for_admins.steps, {
    invited: true,
    seat: true,
    paired: true,
    first_session: true,
    key: true,
    first_call: true,
    endpoint: false,
    first_event: false,
  });
  assert.equal(seen.for_admins.newest_endpoint_id, null);
  assert.equal((await member.get('/home')).body.for_admins, null);
});

test('200 for a sign-out; the next request of the browser is rejected', async () => {
  const own = await consoleOf(world, tenant.admin);
  const { sign_ins } = (await own.get('/sign-ins')).body;
  const current = sign_ins.find((one: any) => one.is_current);
  assert.equal((await own.delete(`/sign-ins?sign_in_id=${current.id}`)).status, 200);
  assert.equal((await own.get('/me')).status, 401);
});
