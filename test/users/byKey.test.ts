/* Users by API key or token: deactivate, reactivate and invite, with the rules of the dashboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../../src/access/context.ts';
import { ALL_SCOPES } from '../../src/access/scopes.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { eraseUser } from '../../src/features/users/people/erasure.ts';
import { createUser } from '../../src/features/users/users.ts';
import type { Caller } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const PASSWORD = 'a-long-password';
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const foreign = await (await world.account()).user();
const app = await makeApp(world, tenant, { scopes: ['manage:users'], name: 'Staffing' });
const { access_token: token } = await connectApp(
  world,
  await adminBrowser(world, tenant),
  app,
  'manage:users',
);

const deactivate = (by: Caller, user_id: string, body?: object) =>
  by.post(`/v1/users/deactivate?user_id=${user_id}`, body);
const reactivate = (by: Caller, user_id: string) => by.post(`/v1/users/reactivate?user_id=${user_id}`);
const getUser = async (user_id: string) => (await api.get(`/v1/api-tenant-users?user_id=${user_id}`)).body;

async function addAdmin(of: Tenant, name: string) {
  const email = `${name}-${crypto.randomUUID()}@example.com`;
  const person = { email, full_name: name, is_admin: true, password: PASSWORD };
  const { user_id } = await createUser(of.ctx(), person);
  return { user_id, email, password: PASSWORD };
}

/** Returns an API key created by a user; with the operator as actor, the key has no creator. */
async function keyOf(of: Tenant, actor: Context['actor']) {
  const { key } = await createKey({ ...of.ctx(), actor }, { name: 'Test', scopes: [...ALL_SCOPES] });
  return world.as(key);
}

async function entriesOf(target_id: string) {
  return world.db<{ action: string; actor_kind: string; actor_id: string }[]>`
    select action, actor_kind, actor_id
    from audit_entries
    where target_id = ${target_id}
    order by id`;
}

test('200 for a deactivation: signed out, keys revoked, the listed record, audited by key', async () => {
  const { user_id, ...admin } = await addAdmin(tenant, 'Ada');
  const browser = await consoleOf(world, admin);
  const own_key = await keyOf(tenant, { kind: 'user', user_id });
  assert.equal((await own_key.get('/v1/whoami')).status, 200);

  const { status, body } = await deactivate(api, user_id);
  assert.deepEqual([status, body.id, body.status], [200, user_id, 'inactive']);
  assert.deepEqual(body, await getUser(user_id));
  assert.equal((await own_key.get('/v1/whoami')).body.error, 'INVALID_KEY');
  assert.equal((await browser.get('/me')).status, 401);
  const told = (await entriesOf(user_id)).at(-1);
  assert.deepEqual({ ...told }, { action: 'user.deactivated', actor_kind: 'api', actor_id: api.key_id });

  assert.deepEqual((await reactivate(api, user_id)).body, { ...body, status: 'active' });
  assert.equal((await own_key.get('/v1/whoami')).status, 401);
  assert.equal((await consoleOf(world, admin).then((again) => again.get('/me'))).status, 200);
});

test("200 for a deactivation with keep_access, after which the user's keys and apps still work", async () => {
  const { user_id } = await addAdmin(tenant, 'Kay');
  const own_key = await keyOf(tenant, { kind: 'user', user_id });
  assert.equal((await deactivate(api, user_id, { keep_access: true })).status, 200);
  assert.equal((await own_key.get('/v1/whoami')).status, 200);
  assert.equal((await deactivate(api, user_id)).status, 200);
  assert.equal((await own_key.get('/v1/whoami')).status, 401);
});

test('400 for deactivating the creator of the key, who stays active', async () => {
  for (const act of [deactivate, reactivate]) {
    const { status, body } = await act(api, tenant.admin_id);
    assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
    assert.match(body.message, /^user_id: /);
  }
  assert.equal((await getUser(tenant.admin_id)).status, 'active');
});

test('400 for a token that deactivates the admin who connected its app', async () => {
  const app = world.as(token);
  assert.equal((await deactivate(app, tenant.admin_id)).status, 400);
  const member = await tenant.user();
  assert.equal((await deactivate(app, member)).status, 200);
  const told = (await entriesOf(member)).at(-1);
  assert.deepEqual([told?.action, told?.actor_kind], ['user.deactivated', 'api']);
});

test("404 for another account's and an unknown user, 400 for an invalid and a missing UUID", async () => {
  for (const act of [deactivate, reactivate]) {
    assert.equal((await act(api, foreign)).status, 404);
    assert.equal((await act(api, '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40')).status, 404);
    assert.equal((await act(api, 'x')).status, 400);
    assert.equal((await act(api, '')).status, 400);
  }
  assert.equal((await deactivate(api, await tenant.user(), { keep_access: 'yes' })).status, 400);
});

test('409 for the last admin, also if the other admins cannot sign in', async () => {
  const alone = await world.account();
  const operator = await keyOf(alone, { kind: 'system' });
  assert.equal((await deactivate(operator, alone.admin_id)).body.error, 'CONFLICT');
  await operator.post('/v1/invitations', { email: 'ina@example.org', full_name: 'Ina', access: 'admin' });
  assert.equal((await deactivate(operator, alone.admin_id)).status, 409);
  const second = await addAdmin(alone, 'Sam');
  assert.equal((await deactivate(operator, alone.admin_id)).status, 200);
  assert.equal((await deactivate(operator, second.user_id)).status, 409);
  assert.equal((await reactivate(operator, alone.admin_id)).status, 200);
});

test('409 for one of two concurrent deactivations of the last two admins', async () => {
  for (let round = 0; round < 10; round++) {
    const pair = await world.account();
    const second = await addAdmin(pair, 'Sam');
    const operator = await keyOf(pair, { kind: 'system' });
    const answers = await Promise.all([
      deactivate(operator, pair.admin_id),
      deactivate(operator, second.user_id),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]));
  }
});

test("200 or 401 for two keys that deactivate each other's creator concurrently; one admin stays", async () => {
  for (let round = 0; round < 5; round++) {
    const pair = await world.account();
    const second = await addAdmin(pair, 'Sam');
    const [one, other] = [await pair.api(), await keyOf(pair, { kind: 'user', user_id: second.user_id })];
    const answers = await Promise.all([deactivate(one, second.user_id), deactivate(other, pair.admin_id)]);
    const statuses = answers.map(({ status }) => status);
    const [refused] = statuses.filter((status) => status !== 200);
    assert.ok(statuses.includes(200) && (refused === 401 || refused === 409), String(statuses));
  }
});

test('200 for 20 concurrent changes of one user, with a consistent list, totals and audit log', async () => {
  const user_id = await tenant.user();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? deactivate : reactivate)(api, user_id)),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const { status } = await getUser(user_id);
  const told = (await entriesOf(user_id)).filter(({ action }) => action !== 'user.created');
  for (const [at, { action }] of told.entries())
    assert.equal(action, at % 2 === 0 ? 'user.deactivated' : 'user.reactivated');
  assert.equal(
    told.at(-1)?.action ?? 'user.reactivated',
    status === 'active' ? 'user.reactivated' : 'user.deactivated',
  );
  const totals = await Promise.all(
    ['active', 'inactive', ''].map(
      async (one) => (await api.get(`/v1/api-tenant-users?status=${one}&limit=1`)).body.total,
    ),
  );
  assert.equal(totals[0] + totals[1], totals[2]);
});

test('409 for reactivating a user who was erased', async () => {
  const user_id = await tenant.user();
  await eraseUser(tenant.ctx(), user_id);
  assert.equal((await reactivate(api, user_id)).body.error, 'CONFLICT');
});

test('200 once for an Idempotency-Key, with the same response again', async () => {
  const user_id = await tenant.user();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const path = `/v1/users/deactivate?user_id=${user_id}`;
  const first = await api.post(path, {}, headers);
  assert.equal((await reactivate(api, user_id)).status, 200);
  const again = await api.post(path, {}, headers);
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await getUser(user_id)).status, 'active');
  assert.equal((await api.post(path, { keep_access: true }, headers)).status, 400);
});

test('201 without a link for inviting a member or an admin; the contract operation accepts only admins', async () => {
  const invite = (body: object) => api.post('/v1/invitations', { full_name: 'Mara Lind', ...body });
  const { status, body } = await invite({ email: 'Mara@BÜCHER.example' });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body).toSorted(), [
    'email',
    'full_name',
    'message',
    'roles',
    'success',
    'user_id',
  ]);
  assert.deepEqual([body.email, body.roles, body.success], ['mara@xn--bcher-kva.example', [], true]);
  const admin = await consoleOf(world, tenant.admin);
  const accessOf = async (search: string) =>
    (await admin.get(`/people?search=${search}`)).body.people.map(({ access, standing }: any) => [
      access,
      standing,
    ]);
  assert.deepEqual(await accessOf('mara@'), [['member', 'invited']]);
  assert.deepEqual((await invite({ email: 'mia@example.com', access: 'admin' })).body.roles, ['admin']);
  assert.deepEqual(await accessOf('mia@'), [['admin', 'invited']]);

  for (const wrong of [{}, { email: 'x' }, { email: 'm@example.com', access: 'owner' }])
    assert.equal((await invite(wrong)).status, 400);
  assert.equal((await invite({ email: 'mia@example.com' })).status, 409);
  assert.equal((await invite({ email: tenant.admin.email })).status, 409);
  for (const roles of [['member'], ['admin', 'member'], [], 'admin']) {
    const sent = { email: 'other@example.com', full_name: 'Otto', roles };
    assert.equal((await api.post('/v1/api-tenant-users', sent)).status, 400, JSON.stringify(roles));
  }
});

test('403 INSUFFICIENT_PERMISSIONS without manage:users, and nothing changes', async () => {
  const reader = await tenant.api(ALL_SCOPES.filter((scope) => scope !== 'manage:users'));
  const user_id = await tenant.user();
  const answers = [
    await deactivate(reader, user_id),
    await reactivate(reader, user_id),
    await reader.post('/v1/invitations', { email: 'no@example.com', full_name: 'No' }),
  ];
  for (const { status, body } of answers)
    assert.deepEqual([status, body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
  assert.equal((await getUser(user_id)).status, 'active');
});
