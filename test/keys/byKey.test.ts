/*
 * Keys and secrets over the API: a key or token can grant at most its own permissions, and each secret is shown once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../../src/access/context.ts';
import type { Scope } from '../../src/access/scopes.ts';
import { createKey, revokeKey } from '../../src/features/keys/keys.ts';
import { lockCredential, insertKey } from '../../src/features/keys/queries.ts';
import { NO_KEY_RESTRICTIONS } from '../../src/features/keys/restrictions.ts';
import { createUser, deactivateUser } from '../../src/features/users/users.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import { hashToken, makeToken } from '../../src/access/tokens.ts';
import type { Caller } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const full = await tenant.api();
const narrow = await tenant.api(['manage:api_keys', 'read:tasks']);
const admin = await consoleOf(world, tenant.admin);
const HOOK = { url: 'https://8.8.8.8/hook', events: ['task.created'] };
const TASK = '/v1/api-tenant-tasks';

const create = (by: Caller, scopes: readonly string[]) => by.post('/v1/keys', { name: 'Made', scopes });
const works = async (key: string) => (await world.as(key).get(TASK)).status === 200;

async function countKeys(): Promise<number> {
  return (await full.get('/v1/keys?limit=1')).body.total;
}

test('201 for a key with scopes of its creator, 403 for a key with another scope', async () => {
  const before = await countKeys();
  const refused = await create(narrow, ['read:tasks', 'write:tasks']);
  assert.deepEqual([refused.status, refused.body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
  assert.match(refused.body.message, /write:tasks$/);
  assert.equal(await countKeys(), before);
  const made = await create(narrow, ['read:tasks']);
  assert.equal(made.status, 201);
  assert.ok(await works(made.body.key));
  assert.equal((await create(full, ['read:tasks', 'write:tasks'])).status, 201);
});

test('400 for a key with write:sessions, for every caller', async () => {
  assert.equal((await create(full, ['write:sessions'])).status, 400);
});

test('403 for replacing a key with more scopes, which stays valid; 201 for a key without', async () => {
  const wider = await tenant.api(['read:tasks', 'manage:webhooks']);
  const refused = await narrow.post(`/v1/keys/roll?key_id=${wider.key_id}`);
  assert.deepEqual([refused.status, refused.body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
  assert.ok(await works(String(wider.token)));
  const equal = await tenant.api(['read:tasks']);
  const rolled = await narrow.post(`/v1/keys/roll?key_id=${equal.key_id}`);
  assert.equal(rolled.status, 201);
  assert.deepEqual([await works(String(equal.token)), await works(rolled.body.key)], [false, true]);
});

test('200 for a list of keys without a secret, 200 for revoking one, also itself', async () => {
  const own = await tenant.api(['manage:api_keys']);
  const { status, text } = await own.get('/v1/keys?limit=100');
  assert.equal(status, 200);
  assert.doesNotMatch(text, /tak_|token_hash/);
  assert.equal((await own.delete(`/v1/keys?key_id=${own.key_id}`)).status, 200);
  assert.equal((await own.get('/v1/keys')).status, 401);
});

test('201 again with the same secret for one Idempotency-Key, which is stored sealed', async () => {
  const once = (path: string, body: object) => full.post(path, body, { 'Idempotency-Key': `once-${path}` });
  const send = () => once('/v1/keys', { name: 'Once', scopes: ['read:tasks'] });
  const [first, second] = [await send(), await send()];
  assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text]);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  await once(TASK, { title: 'Readable' });
  const kept = await world.db<{ answer: string }[]>`select answer from idempotency_keys`;
  const answers = kept.map(({ answer }) => answer).join('\n');
  assert.doesNotMatch(answers, /tak_/);
  assert.match(answers, /Readable/, 'control: what is no secret is stored as it is');
});

test('201 for an app whose secret exchanges codes, 200 for a new secret and for the deletion', async () => {
  const by = await tenant.api(['manage:integrations']);
  const redirect_uris = ['https://planner.example/callback'];
  const { status, body: app } = await by.post('/v1/apps', {
    name: 'Planner',
    redirect_uris,
    scopes: ['read:tasks'],
  });
  assert.equal(status, 201);
  const browser = await adminBrowser(world, tenant);
  const { access_token } = await connectApp(
    world,
    browser,
    { ...app, redirect_uri: redirect_uris[0] },
    'read:tasks',
  );
  assert.ok(await works(access_token));

  const ref = `client_id=${app.client_id}`;
  const rotated = await by.post(`/v1/apps/secret?${ref}`);
  assert.notEqual(rotated.body.client_secret, app.client_secret);
  const shown = await by.get(`/v1/app?${ref}`);
  assert.equal(shown.body.secret_last4, rotated.body.client_secret.slice(-4));
  assert.doesNotMatch(shown.text + (await by.get('/v1/apps')).text, /tos_|secret_hash/);

  assert.equal((await by.delete(`/v1/apps?${ref}`)).status, 200);
  assert.ok(!(await works(access_token)));
  assert.equal((await by.get(`/v1/app?${ref}`)).status, 404);
});

test('200 for a new signing secret of an endpoint, which signs its deliveries', async () => {
  const { id } = (await full.post('/v1/webhook-subscribe', HOOK)).body;
  const { status, body } = await full.post(`/v1/endpoints/rotate?endpoint_id=${id}`);
  assert.equal(status, 200);
  const shown = await admin.post(`/endpoints/reveal?endpoint_id=${id}`);
  const { switches_at, ...secret } = body;
  assert.equal(switches_at, null);
  assert.deepEqual({ ...secret, next: null }, shown.body);
  const { text } = await full.get(`/v1/endpoint?endpoint_id=${id}`);
  assert.ok(!text.includes(body.secret) && !text.includes(body.standard_secret));
});

test("404 for an app that replaces the secret of another caller's endpoint, 200 for its own", async () => {
  const scopes: Scope[] = ['manage:webhooks'];
  const app = await makeApp(world, tenant, { scopes, name: 'Hooks' });
  const tokens = await connectApp(world, await adminBrowser(world, tenant), app, scopes.join(' '));
  const by = world.as(tokens.access_token);
  const statuses = async (id: string) => [
    (await by.post(`/v1/endpoints/rotate?endpoint_id=${id}`, { switches_at: '9999-01-01' })).status,
    (await by.post(`/v1/endpoints/switch?endpoint_id=${id}`)).status,
    (await by.delete(`/v1/endpoints/rotate?endpoint_id=${id}`)).status,
  ];
  const others = (await full.post('/v1/webhook-subscribe', HOOK)).body.id;
  const own = (await by.post('/v1/webhook-subscribe', HOOK)).body.id;
  assert.deepEqual(await statuses(others), [404, 404, 404]);
  assert.deepEqual(await statuses(own), [200, 200, 409]);
});

test('200 with the account, name and scopes of a key without scopes or expiry', async () => {
  const scopes: Scope[] = ['read:forms'];
  const own = await tenant.api(scopes);
  const { status, body } = await own.get('/v1/whoami');
  assert.equal(status, 200);
  const account = { id: tenant.account_id, name: 'Werkstatt Nord' };
  assert.deepEqual(body, { kind: 'key', id: own.key_id, name: 'Test', account, scopes, expires_at: null });
  await full.delete(`/v1/keys?key_id=${own.key_id}`);
  assert.equal((await own.get('/v1/whoami')).status, 401);
});

test('200 with the app, the scopes and the expiry of a token', async () => {
  const scopes: Scope[] = ['read:tasks', 'read:users'];
  const app = await makeApp(world, tenant, { scopes, name: 'Planner' });
  const tokens = await connectApp(world, await adminBrowser(world, tenant), app, 'read:tasks');
  const { body } = await world.as(tokens.access_token).get('/v1/whoami');
  const { expires_at, ...rest } = body;
  const account = { id: tenant.account_id, name: 'Werkstatt Nord' };
  assert.deepEqual(rest, {
    kind: 'app',
    id: app.client_id,
    name: 'Planner',
    account,
    scopes: ['read:tasks'],
  });
  assert.equal(Date.parse(expires_at) - world.clock.now().getTime(), 3_600_000);
});

test('200 with the requests of all keys of the account for a key with manage:api_keys', async () => {
  const other = await world.account();
  await (await other.api()).get('/v1/usage?from=foreign');
  const { token: named } = await tenant.api(['read:tasks']);
  await world.as(String(named)).get('/v1/whoami');
  assert.equal((await narrow.get('/v1/whoami')).status, 200);
  const list = async () => (await narrow.get('/v1/requests?limit=100')).body.requests;
  const found: { path: string; status: number }[] = await eventually(list, (rows) =>
    rows.some(({ path }: { path: string }) => path === '/v1/whoami'),
  );
  assert.ok(!found.some(({ path }) => path === '/v1/usage'));
  assert.deepEqual((await narrow.get('/v1/requests?status=418')).body.requests, []);
  assert.equal((await (await tenant.api(['read:tasks'])).get('/v1/requests')).status, 403);
});

test('the audit log names the key of a request', async () => {
  await full.post('/v1/integrations', { provider: 'erp' });
  await full.post('/v1/seats', { device_name: 'Glasses', roles: ['trainer'] });
  const entries = await world.db<{ action: string; actor_kind: string; actor_id: string }[]>`
    select action, actor_kind, actor_id
    from audit_entries
    where action in ('integration.created', 'seat.created')
    order by action`;
  assert.deepEqual(
    entries.map(({ action, actor_kind, actor_id }) => [action, actor_kind, actor_id]),
    [
      ['integration.created', 'api', full.key_id],
      ['seat.created', 'api', full.key_id],
    ],
  );
});

/** Creates a user with an API key. */
async function leaverOf() {
  const person = { email: `leaver-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  const { user_id } = await createUser(tenant.ctx(), { ...person, full_name: 'Lea Leaver', is_admin: true });
  const ctx: Context = { ...tenant.ctx(), actor: { kind: 'user', user_id } };
  const made = await createKey(ctx, { name: 'Of the leaver', scopes: ['manage:api_keys', 'read:tasks'] });
  return { user_id, ...made };
}

test('401 for keys created by a key of a deactivated user, 200 for keys of others', async () => {
  const { user_id, key } = await leaverOf();
  const child = (await create(world.as(key), ['manage:api_keys', 'read:tasks'])).body.key;
  const grandchild = (await create(world.as(child), ['read:tasks'])).body.key;
  const other = (await create(narrow, ['read:tasks'])).body.key;
  assert.ok(await works(grandchild));
  await deactivateUser(tenant.ctx(), user_id);
  assert.deepEqual([await works(child), await works(grandchild), await works(other)], [false, false, true]);
});

test('401 for creating a key with a key that is revoked during the request', async () => {
  const maker = await tenant.api(['manage:api_keys', 'read:tasks']);
  const ctx: Context = { ...tenant.ctx(), actor: { kind: 'api', credential_id: maker.key_id } };
  const make = () => createKey(ctx, { name: 'Late', scopes: ['read:tasks'] });
  assert.ok((await make()).key);
  await revokeKey(tenant.ctx(), maker.key_id);
  await assert.rejects(make(), { code: 'INVALID_KEY' });
});

test('401 for a key that was created while its user was deactivated', async () => {
  const { user_id, id } = await leaverOf();
  const { account_id } = tenant;
  const key = makeToken('tak_', account_id);
  const row = {
    id: newId(world.clock.now()),
    name: 'Late',
    token_hash: hashToken(key),
    last4: key.slice(-4),
  };
  const make = async (tx: Transaction) => {
    await lockCredential(tx, account_id, { kind: 'api', credential_id: id });
    await insertKey(tx, account_id, {
      ...row,
      scopes: ['read:tasks'],
      created_by: user_id,
      ...NO_KEY_RESTRICTIONS,
      created_at: world.clock.now(),
    });
  };
  await askInOrder(world.db, make, [() => deactivateUser(tenant.ctx(), user_id)]);
  assert.equal(await works(key), false);
});
