/* Which callers may restrict a key (expiry, addresses), and the audit entries of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_LIMITS } from '../../src/access/limits/table.ts';
import type { Scope } from '../../src/access/scopes.ts';
import { changeKey, createKey } from '../../src/features/keys/keys.ts';
import { consoleOf } from '../../support/console.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { MINUTE_MS, OFFICE_ADDRESS, openRestrictedKeys, SCOPES } from './support/restrictedKeys.ts';

const { world, tenant, full, admin, inMinutes, makeKey, create, readKey } = await openRestrictedKeys();

test('200 or 401 from the next request after an admin changes the expiry and the addresses', async () => {
  const key = await makeKey({});
  const change = (changes: object) => admin.patch(`/keys?key_id=${key.id}`, changes);
  const status = async () => (await key.get('/v1/api-tenant-tasks')).status;
  assert.equal(await status(), 200);
  const bound = await change({ allowed_addresses: ['::FFFF:203.0.113.7', ' 10.0.0.0/8 ', '203.0.113.7'] });
  assert.deepEqual([bound.status, bound.body.allowed_addresses], [200, ['203.0.113.7', '10.0.0.0/8']]);
  assert.equal(await status(), 401);
  await change({ allowed_addresses: ['127.0.0.1'] });
  assert.equal(await status(), 200);
  const ending = await change({ expires_at: inMinutes(1) });
  assert.deepEqual(
    [ending.body.expires_at, ending.body.allowed_addresses],
    [inMinutes(1), ['127.0.0.1']],
    'what is left out stays',
  );
  world.clock.advance(MINUTE_MS);
  assert.equal(await status(), 401);
  await change({ expires_at: null, allowed_addresses: null });
  assert.equal(await status(), 200);
});

test('each change has one audit entry, a repeated value has none', async () => {
  const { id } = await makeKey({ expires_at: inMinutes(3) });
  const changes = { expires_at: inMinutes(2), allowed_addresses: [OFFICE_ADDRESS] };
  for (let count = 0; count < 2; count++) await admin.patch(`/keys?key_id=${id}`, changes);
  const entries = await world.db<{ action: string; details: object; actor_kind: string }[]>`
    select action, details, actor_kind
    from audit_entries
    where target_id = ${id}
    order by id`;
  const made = { name: 'Restricted', scopes: SCOPES, expires_at: inMinutes(3), allowed_addresses: null };
  assert.deepEqual(
    entries.map(({ action, details }) => [action, details]),
    [
      ['key.created', made],
      ['key.changed', changes],
    ],
  );
});

test('400 with the reason for an expiry in the past, an invalid address, a network with host bits, and too many addresses', async () => {
  const faults: [object, RegExp][] = [
    [{ expires_at: inMinutes(0) }, /^expires_at: must be in the future$/],
    [{ expires_at: 'soon' }, /^expires_at: must be a valid timestamp$/],
    [
      { allowed_addresses: [OFFICE_ADDRESS, 'office'] },
      /^allowed_addresses\.1: “office” is not an IP address or network/,
    ],
    [
      { allowed_addresses: ['203.0.113.7/24'] },
      /^allowed_addresses\.0: .* 203\.0\.113\.0\/24, or 203\.0\.113\.7/,
    ],
    [{ allowed_addresses: [] }, /^allowed_addresses: /],
    [{ allowed_addresses: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`) }, /^allowed_addresses: /],
  ];
  const { id } = await makeKey({});
  for (const [restrictions, rule] of faults) {
    for (const answer of [
      await create(full, restrictions),
      await full.patch(`/v1/keys?key_id=${id}`, restrictions),
    ]) {
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.body.message, rule);
    }
  }
  const most = Array.from({ length: 20 }, (_, at) => `10.0.0.${at}`);
  assert.equal((await create(full, { allowed_addresses: most })).status, 201);
});

test("403 for a key that expires after its creator, 201 with the creator's expiry by default", async () => {
  const maker = await makeKey({ expires_at: inMinutes(2) });
  for (const expires_at of [null, inMinutes(3)]) {
    const { status, body } = await create(maker, { expires_at });
    assert.deepEqual([status, body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
    assert.match(body.message, /^expires_at: /);
  }
  const [same, sooner] = [await create(maker, {}), await create(maker, { expires_at: inMinutes(1) })];
  assert.equal((await readKey(same.body.id)).expires_at, inMinutes(2));
  assert.equal((await readKey(sooner.body.id)).expires_at, inMinutes(1));
  assert.equal((await create(full, { expires_at: null })).status, 201, 'control: a key without an end');
});

test("403 for a key with addresses beyond its creator's, 201 with the creator's addresses by default", async () => {
  const maker = await makeKey({ allowed_addresses: ['127.0.0.0/8', OFFICE_ADDRESS] });
  for (const allowed_addresses of [null, ['0.0.0.0/0'], ['203.0.112.0/23'], [OFFICE_ADDRESS, '::1']]) {
    const { status, body } = await create(maker, { allowed_addresses });
    assert.deepEqual([status, body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
    assert.match(body.message, /^allowed_addresses: /);
  }
  const [same, fewer] = [
    await create(maker, {}),
    await create(maker, { allowed_addresses: ['203.0.113.7', '127.0.0.1'] }),
  ];
  assert.deepEqual((await readKey(same.body.id)).allowed_addresses, ['127.0.0.0/8', OFFICE_ADDRESS]);
  assert.deepEqual((await readKey(fewer.body.id)).allowed_addresses, ['203.0.113.7', '127.0.0.1']);
});

test('403 for a key that extends itself or changes a key with more permissions, 200 for a key that restricts itself', async () => {
  const own = await makeKey({ expires_at: inMinutes(2), allowed_addresses: ['127.0.0.0/8'] });
  const change = async (id: string, changes: object) =>
    (await own.patch(`/v1/keys?key_id=${id}`, changes)).status;
  for (const wider of [{ expires_at: null }, { expires_at: inMinutes(3) }, { allowed_addresses: null }])
    assert.equal(await change(own.id, wider), 403);
  assert.equal(await change((await makeKey({})).id, { expires_at: inMinutes(1) }), 403);
  assert.equal(await change((await makeKey({ expires_at: inMinutes(2) }, ['write:tasks'])).id, {}), 403);
  assert.equal((await own.post(`/v1/keys/roll?key_id=${full.key_id}`)).status, 403);
  assert.equal(await change(own.id, { expires_at: inMinutes(1), allowed_addresses: ['127.0.0.1'] }), 200);
  assert.equal(await change(own.id, { expires_at: inMinutes(2) }), 403, 'not back again');
});

test('201 for a rolled key with the same expiry and addresses, 400 for an expired key', async () => {
  const restrictions = { expires_at: inMinutes(1), allowed_addresses: ['127.0.0.1'] };
  const own = await makeKey(restrictions);
  const rolled = await own.post(`/v1/keys/roll?key_id=${own.id}`);
  assert.equal(rolled.status, 201);
  const { expires_at, allowed_addresses } = await readKey(rolled.body.id);
  assert.deepEqual({ expires_at, allowed_addresses }, restrictions);
  world.clock.advance(MINUTE_MS);
  assert.equal((await admin.post(`/keys/roll?key_id=${rolled.body.id}`)).status, 400);
});

test('201 for a key without expiry that is created by an access token', async () => {
  const scopes: Scope[] = ['manage:api_keys', 'read:tasks'];
  const app = await makeApp(world, tenant, { scopes, name: 'Maker' });
  const { access_token } = await connectApp(world, await adminBrowser(world, tenant), app, scopes.join(' '));
  const { status, body } = await create(world.as(access_token), {});
  assert.equal(status, 201);
  assert.equal((await readKey(body.id)).expires_at, null);
});

test('400 for an admin who changes a key with write:sessions, which only the operator can change', async () => {
  const { id } = await makeKey({ expires_at: inMinutes(1) }, ['write:sessions']);
  assert.equal((await admin.patch(`/keys?key_id=${id}`, { expires_at: null })).status, 400);
  const operator = { ...tenant.ctx(), actor: { kind: 'system' } } as const;
  assert.equal((await changeKey(operator, id, { expires_at: null })).expires_at, null);
});

test("404 for a change of a revoked key or another account's key", async () => {
  const { id } = await makeKey({});
  await full.delete(`/v1/keys?key_id=${id}`);
  const foreign = (await (await world.account()).api()).key_id;
  for (const key_id of [id, foreign])
    assert.equal((await admin.patch(`/keys?key_id=${key_id}`, { expires_at: null })).status, 404);
});

test('200 with live keys first, then expired, then revoked keys, and filtered by status', async () => {
  const owner = await world.account();
  const own = await consoleOf(world, owner.admin);
  const make = (name: string, restrictions: object = {}) =>
    own.post('/keys', { name, scopes: ['read:tasks'], ...restrictions });
  await make('Expired', { expires_at: inMinutes(1) });
  const { id } = (await make('Revoked')).body;
  await own.delete(`/keys?key_id=${id}`);
  await make('Ending', { expires_at: inMinutes(2) });
  await make('Endless');
  world.clock.advance(MINUTE_MS);
  const names = async (query = '') => {
    const { keys, total } = (await own.get(`/keys?${query}`)).body;
    return [total, ...keys.map(({ name }: { name: string }) => name)];
  };
  assert.deepEqual(await names(), [4, 'Endless', 'Ending', 'Expired', 'Revoked']);
  assert.deepEqual(await names('status=live'), [2, 'Endless', 'Ending']);
  assert.deepEqual(await names('status=expired'), [1, 'Expired']);
  assert.deepEqual(await names('status=revoked'), [1, 'Revoked']);
  const { ending_keys } = (await own.get('/home')).body.for_admins.attention;
  assert.equal(ending_keys, 1, 'within a week, and not over');
});

test('400 for extending an expired key of an account at its key limit', async () => {
  const owner = await world.account();
  const ctx = owner.ctx();
  const { id } = await createKey(ctx, { name: 'Old', scopes: ['read:tasks'], expires_at: inMinutes(1) });
  world.clock.advance(MINUTE_MS);
  await world.db`
    insert into api_keys (account_id, id, name, token_hash, last4, scopes, created_at)
    select account_id, gen_random_uuid(), 'Many', sha256(number::text::bytea), 'abcd', scopes, created_at
    from api_keys, generate_series(1, ${ACCOUNT_LIMITS.keys.most}) as number
    where account_id = ${owner.account_id}`;
  await assert.rejects(changeKey(owner.ctx(), id, { expires_at: null }), /^Failure: keys: at most 200/);
  await world.db`
    delete from api_keys
    where (account_id, id) in (
      select account_id, id from api_keys where account_id = ${owner.account_id} and name = 'Many' limit 1
    )`;
  assert.equal((await changeKey(owner.ctx(), id, { expires_at: null })).expires_at, null);
});
