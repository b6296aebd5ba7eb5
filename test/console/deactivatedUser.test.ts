/** Keys and apps of a user who is deactivated. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockAccountLimits } from '../../src/access/sql/limits.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { createKey, listKeys, listKeysOfUser, revokeKey } from '../../src/features/keys/keys.ts';
import { lockUsers } from '../../src/features/users/sql/people.ts';
import {
  applyUserStatus,
  createUser,
  deactivateUser,
  reactivateUser,
} from '../../src/features/users/users.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import type { Caller } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { adminBrowser, connectApp, exchange, getCode, makeApp, makePkce } from '../support/oauth.ts';
import { eventually } from '../../support/eventually.ts';
import { openBrowser } from '../../support/browser.ts';
import { deliverMails } from '../support/sentMails.ts';
import { askInOrder, countWaiting } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const app = await makeApp(world, await world.account('Maker GmbH'), {
  scopes: ['read:tasks', 'manage:webhooks'],
});
const TASKS = '/v1/api-tenant-tasks';

/** Creates an admin with a key and a connected app, whose access is checked after the deactivation. */
async function leaver() {
  const person = { email: `leaver-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  const { user_id } = await createUser(tenant.ctx(), { ...person, full_name: 'Lea Leaver', is_admin: true });
  const ctx = { ...tenant.ctx(), actor: { kind: 'user', user_id } as const };
  const { key } = await createKey(ctx, { name: 'Of Lea', scopes: ['read:tasks'] });
  const browser = await adminBrowser(world, { ...tenant, admin: person });
  const { access_token } = await connectApp(world, browser, app, 'read:tasks manage:webhooks');
  const hook = { url: 'https://93.184.215.14/lea', events: ['task.created'] };
  assert.equal((await world.as(access_token).post('/v1/webhook-subscribe', hook)).status, 201);
  const works = async (caller: Caller) => (await caller.get(TASKS)).status === 200;
  return {
    user_id,
    person,
    path: `/people?user_id=${user_id}`,
    working: async () => [await works(world.as(key)), await works(world.as(access_token))],
  };
}

const WAYS = { deactivated: { status: 'inactive' }, 'made a member': { access: 'member' } };

for (const [happening, change] of Object.entries(WAYS)) {
  test(`401 for the key and the token of a user who was ${happening}`, async () => {
    const { user_id, path, working } = await leaver();
    assert.deepEqual(await working(), [true, true]);
    assert.equal((await admin.patch(path, change)).status, 200);
    assert.deepEqual(await working(), [false, false]);
    const { entries } = await listAudit(tenant.ctx(), { target_id: user_id, limit: 1, offset: 0 });
    const { keys, grants, codes, endpoints } = Object(entries[0]?.details);
    assert.deepEqual({ keys, grants, codes, endpoints }, { keys: 1, grants: 1, codes: 0, endpoints: 1 });
  });

  test(`200 for the key and the token with keep_access, ${happening}`, async () => {
    const { path, working } = await leaver();
    assert.equal((await admin.patch(path, { ...change, keep_access: true })).status, 200);
    assert.deepEqual(await working(), [true, true]);
  });
}

test('403 for an admin who creates or replaces a key while being deactivated', async () => {
  const { user_id, person } = await leaver();
  const own = await consoleOf(world, person);
  const { key_id, token } = await tenant.api(['read:tasks']);
  const answers = await askInOrder(world.db, leaving(user_id), [
    () => own.post('/keys', { name: 'Late', scopes: ['read:tasks'] }),
    () => own.post(`/keys/roll?key_id=${key_id}`),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403],
  );
  assert.equal((await listKeysOfUser(tenant.ctx(), user_id)).length, 0);
  assert.equal((await world.as(String(token)).get(TASKS)).status, 200);
});

test('403 for an invitation by an admin who is being deactivated', async () => {
  const { user_id, person } = await leaver();
  const own = await consoleOf(world, person);
  const late = { email: `late-${crypto.randomUUID()}@example.com`, full_name: 'Late', access: 'admin' };
  const [refused] = await askInOrder(world.db, leaving(user_id), [() => own.post('/people', late)]);
  assert.equal(refused?.status, 403);
  assert.equal((await admin.get(`/people?search=${late.email}`)).body.total, 0);
});

test('403 for a repeated invitation by an admin who is being deactivated', async () => {
  const { user_id, person } = await leaver();
  const own = await consoleOf(world, person);
  const late = { email: `again-${crypto.randomUUID()}@example.com`, full_name: 'Again', access: 'admin' };
  const { body: invited } = await admin.post('/people', late);
  const path = `/people/invitation?user_id=${invited.user_id}`;
  const [refused] = await askInOrder(world.db, leaving(user_id), [() => own.post(path)]);
  assert.equal(refused?.status, 403);
});

test('400 for a code that is exchanged while its admin is being deactivated', async () => {
  const { user_id, person } = await leaver();
  const pkce = makePkce();
  const code = await getCode(
    await adminBrowser(world, { ...tenant, admin: person }),
    app,
    pkce,
    'read:tasks',
  );
  world.clock.advance(10 * 60_000 - 1_000);
  const late = await world.db.begin(async (tx) => {
    await tx`select from oauth_authorizations where user_id = ${user_id} and redeemed_at is null for update`;
    const redeemed = exchange(world, app, code, pkce);
    await eventually(
      () => countWaiting(world.db),
      (count) => count === 1,
    );
    world.clock.advance(2_000);
    await applyUserStatus(tx, tenant.ctx(), user_id, { status: 'inactive' });
    return { redeemed };
  });
  assert.equal((await late.redeemed).status, 400);
});

/** Deactivates a user as another admin would. It also locks the account, so that all other work waits. */
function leaving(user_id: string) {
  return async (tx: Transaction) => {
    await lockUsers(tx, tenant.account_id, [user_id]);
    await lockAccountLimits(tx, tenant.account_id);
    await applyUserStatus(tx, tenant.ctx(), user_id, { status: 'inactive' });
  };
}

test('200 for admins with the access that a deactivation ends; 403 and 404 for others', async () => {
  const { user_id } = await leaver();
  const path = `/people/access?user_id=${user_id}`;
  const { body } = await admin.get(path);
  assert.deepEqual(
    [body.keys.map(({ name }: any) => name), body.apps.map(({ name, endpoints }: any) => [name, endpoints])],
    [['Of Lea'], [['Field Planner', 1]]],
  );
  const member = await consoleOf(world, await memberOf(tenant));
  assert.equal((await member.get(path)).status, 403);
  const elsewhere = await consoleOf(world, (await world.account()).admin);
  assert.equal((await elsewhere.get(path)).status, 404);
  await deactivateUser(tenant.ctx(), user_id);
  assert.deepEqual((await admin.get(path)).body, { keys: [], apps: [] });
});

test('200 for a deactivation, which leaves a key that was already revoked unchanged, with one audit entry', async () => {
  const { user_id } = await leaver();
  const ctx = { ...tenant.ctx(), actor: { kind: 'user', user_id } as const };
  const { id } = await createKey(ctx, { name: 'Earlier', scopes: ['read:tasks'] });
  await revokeKey(ctx, id);
  const first = world.clock.now().toISOString();
  world.clock.advance(60_000);
  await deactivateUser(tenant.ctx(), user_id);
  const { keys } = await listKeys(tenant.ctx(), { status: 'revoked', limit: 100, offset: 0 });
  assert.equal(keys.find((key) => key.id === id)?.revoked_at, first);
  const { entries } = await listAudit(tenant.ctx(), { target_id: id, limit: 10, offset: 0 });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['key.revoked', 'key.created'],
  );
});

test('200 for a deactivation, which leaves the keys and apps of other users unchanged', async () => {
  const [one, other] = [await leaver(), await leaver()];
  await deactivateUser(tenant.ctx(), one.user_id);
  assert.deepEqual(
    [await one.working(), await other.working()],
    [
      [false, false],
      [true, true],
    ],
  );
});

test('404 for a password link that was sent before its user was deactivated', async () => {
  const linkFor = async (email: string) => {
    const browser = openBrowser(world.url);
    await browser.submit(await browser.get('/reset-password'), '/reset-password', { email });
    const letter = (await deliverMails(world)).find(({ recipient }) => recipient === email);
    return /https:\/\/ops\.example\.com(\/\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
  };
  const { user_id, person } = await leaver();
  const link = await linkFor(person.email);
  assert.equal((await openBrowser(world.url).get(link)).status, 200, 'the control');
  await deactivateUser(tenant.ctx(), user_id);
  await reactivateUser(tenant.ctx(), user_id);
  assert.equal((await openBrowser(world.url).get(link)).status, 404);
});
