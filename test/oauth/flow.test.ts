import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { listEndpoints } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { disconnectApp, listConnections } from '../../src/features/connections/connections.ts';
import { approveApp, suspendApp } from '../../src/features/apps/reviews.ts';
import { listAudit } from '../../src/audit/audit.ts';
import {
  adminBrowser,
  authorizePath,
  connectApp,
  exchange,
  getCode,
  makeApp,
  makePkce,
  refresh,
} from '../support/oauth.ts';
import { backdateTokenUses, REPLAY_AGE_MS } from '../support/tokenRaces.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const owner = await world.account('Maker GmbH');
const customer = await world.account('Kunde AG');
const app = await makeApp(world, owner);
const browser = await adminBrowser(world, customer);
const hookApp = await makeApp(world, owner, { scopes: ['manage:webhooks'] });
const TASKS = '/v1/api-tenant-tasks';

test('200 with exactly the promised members for a code', async () => {
  const pkce = makePkce();
  const { status, body } = await exchange(world, app, await getCode(browser, app, pkce), pkce);
  assert.equal(status, 200);
  const { access_token, refresh_token, ...rest } = body;
  assert.match(access_token, /^tao_[0-9A-Za-z]{55}$/);
  assert.match(refresh_token, /^tor_[0-9A-Za-z]{55}$/);
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'read:tasks write:tasks' });
});

test('200 and 201 with the scope of the token, 403 without', async () => {
  const { access_token } = await connectApp(world, browser, app, 'read:tasks');
  const api = world.as(access_token);
  assert.equal((await api.get(TASKS)).status, 200);
  const { status, body } = await api.post(TASKS, { title: 'Not allowed' });
  assert.equal(status, 403);
  assert.equal(body.error, 'INSUFFICIENT_PERMISSIONS');
});

test('200 for a code and the token of an app in development, in the account that owns it', async () => {
  const unreviewed = await makeApp(world, owner, { active: false });
  const { access_token } = await connectApp(world, await adminBrowser(world, owner), unreviewed);
  assert.equal((await world.as(access_token).get(TASKS)).status, 200);
});

test("200 only for records of the customer's account", async () => {
  const { access_token } = await connectApp(world, browser, app);
  const { body: task } = await world.as(access_token).post(TASKS, { title: 'Of the customer' });
  assert.equal(task.source, 'api');
  const own = await (await customer.api()).get(TASKS);
  const others = await (await owner.api()).get(TASKS);
  assert.ok(own.body.tasks.some(({ id }: { id: string }) => id === task.id));
  assert.ok(!others.body.tasks.some(({ id }: { id: string }) => id === task.id));

  const { body: foreign } = await (await owner.api()).post(TASKS, { title: 'Of the owner' });
  const { body: seen } = await world.as(access_token).get(TASKS);
  assert.ok(seen.tasks.some(({ id }: { id: string }) => id === task.id));
  assert.ok(!seen.tasks.some(({ id }: { id: string }) => id === foreign.id));
  const changed = await world.as(access_token).patch(`${TASKS}?task_id=${foreign.id}`, { title: 'Taken' });
  assert.deepEqual([changed.status, changed.body.error], [404, 'NOT_FOUND']);
});

test('201 for an endpoint of an app, which the dashboard does not list', async () => {
  const { access_token } = await connectApp(world, browser, hookApp, 'manage:webhooks');
  const hook = { url: 'https://93.184.215.14/hook', events: ['task.created'] };
  const { status, body } = await world.as(access_token).post('/v1/webhook-subscribe', hook);
  assert.equal(status, 201);
  const own = await (await customer.api()).post('/v1/webhook-subscribe', hook);
  const listed = (await listEndpoints(customer.ctx())).map(({ id }) => id);
  assert.deepEqual(listed, [own.body.id]);
  assert.notEqual(own.body.id, body.id);
});

test('200 for a refresh, which revokes the refresh token and keeps the access token', async () => {
  const first = await connectApp(world, browser, app);
  const { status, body } = await refresh(world, app, first.refresh_token);
  assert.equal(status, 200);
  assert.notEqual(body.refresh_token, first.refresh_token);
  assert.equal((await world.as(body.access_token).get(TASKS)).status, 200);
  assert.equal((await world.as(first.access_token).get(TASKS)).status, 200);
  const again = await refresh(world, app, first.refresh_token);
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
});

test('400 for a replayed refresh token, which revokes all tokens of its grant', async () => {
  const first = await connectApp(world, browser, app);
  const second = (await refresh(world, app, first.refresh_token)).body;
  await backdateTokenUses(world, REPLAY_AGE_MS);
  const replay = await refresh(world, app, first.refresh_token);
  assert.equal(replay.status, 400);
  assert.equal(replay.body.error, 'invalid_grant');
  assert.equal((await world.as(second.access_token).get(TASKS)).status, 401);
  assert.equal((await refresh(world, app, second.refresh_token)).status, 400);
});

test('400 for a replayed code, which revokes its tokens', async () => {
  const pkce = makePkce();
  const code = await getCode(browser, app, pkce);
  const { body } = await exchange(world, app, code, pkce);
  assert.equal((await world.as(body.access_token).get(TASKS)).status, 200);
  await backdateTokenUses(world, REPLAY_AGE_MS);
  const replay = await exchange(world, app, code, pkce);
  assert.deepEqual([replay.status, replay.body.error], [400, 'invalid_grant']);
  const { status, body: refused } = await world.as(body.access_token).get(TASKS);
  assert.deepEqual([status, refused.error], [401, 'INVALID_KEY']);
});

test('400 for a code after ten minutes, 401 for an access token after an hour', async () => {
  const pkce = makePkce();
  const code = await getCode(browser, app, pkce);
  const redeemed_in_time = await getCode(browser, app, pkce);
  const { access_token, refresh_token } = await connectApp(world, browser, app);
  world.clock.advance(10 * 60_000 - 1);
  assert.equal((await exchange(world, app, redeemed_in_time, pkce)).status, 200);
  const late = await getCode(browser, app, pkce);
  world.clock.advance(1);
  assert.equal((await exchange(world, app, code, pkce)).body.error, 'invalid_grant');
  assert.equal((await exchange(world, app, late, pkce)).status, 200);
  world.clock.advance(50 * 60_000 - 1);
  assert.equal((await world.as(access_token).get(TASKS)).status, 200);
  world.clock.advance(1);
  assert.equal((await world.as(access_token).get(TASKS)).status, 401);
  assert.equal((await refresh(world, app, refresh_token)).status, 200);
});

test('400 for a refresh token after thirty days', async () => {
  const [first, { refresh_token }] = [
    await connectApp(world, browser, app),
    await connectApp(world, browser, app),
  ];
  world.clock.advance(30 * DAY_MS - 1);
  assert.equal((await refresh(world, app, first.refresh_token)).status, 200);
  world.clock.advance(1);
  const { status, body } = await refresh(world, app, refresh_token);
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
});

test('200 for revoking an access token alone, and a refresh token with its grant', async () => {
  const own = await adminBrowser(world, customer);
  const { access_token, refresh_token } = await connectApp(world, own, app);
  const revoke = (token: string) =>
    world.nobody.post('/v1/oauth-revoke', {
      token,
      client_id: app.client_id,
      client_secret: app.client_secret,
    });
  const answer = await revoke(access_token);
  assert.deepEqual([answer.status, answer.body], [200, { success: true }]);
  assert.equal((await world.as(access_token).get(TASKS)).status, 401);
  const next = (await refresh(world, app, refresh_token)).body;
  assert.equal((await world.as(next.access_token).get(TASKS)).status, 200);
  assert.equal((await revoke(next.refresh_token)).status, 200);
  assert.equal((await world.as(next.access_token).get(TASKS)).status, 401);
  assert.deepEqual((await revoke('tor_nonsense')).body, { success: true });
});

test('401 for every token of a disconnected app, which is no longer listed', async () => {
  const own = await adminBrowser(world, customer);
  const mine = await makeApp(world, owner, { name: 'Goes away' });
  const tokens = [await connectApp(world, own, mine), await connectApp(world, own, mine)];
  const elsewhere = await connectApp(world, await adminBrowser(world, await world.account()), mine);
  assert.equal((await world.as(tokens[0]?.access_token ?? '').get(TASKS)).status, 200);
  const { connections } = await listConnections(customer.ctx());
  const listed = connections.find(({ client_id }) => client_id === mine.client_id);
  assert.deepEqual(listed?.scopes, ['read:tasks', 'write:tasks']);
  assert.deepEqual(
    listed?.allowed_by.map(({ name }) => name),
    ['Ada Admin'],
  );
  await disconnectApp(customer.ctx(), mine.client_id);
  for (const { access_token, refresh_token } of tokens) {
    assert.equal((await world.as(access_token).get(TASKS)).status, 401);
    assert.equal((await refresh(world, mine, refresh_token)).status, 400);
  }
  assert.equal((await world.as(elsewhere.access_token).get(TASKS)).status, 200, 'another account');
  const after = await listConnections(customer.ctx());
  assert.ok(!after.connections.some(({ client_id }) => client_id === mine.client_id));
});

test('401 for all credentials of a suspended app, and for its old tokens after reinstatement', async () => {
  const own = await adminBrowser(world, customer);
  const mine = await makeApp(world, owner, { name: 'Suspended' });
  const { access_token, refresh_token } = await connectApp(world, own, mine);
  const elsewhere = await connectApp(world, await adminBrowser(world, await world.account()), mine);
  const pkce = makePkce();
  const code = await getCode(own, mine, pkce);
  const tokens = [access_token, elsewhere.access_token];
  for (const token of tokens) assert.equal((await world.as(token).get(TASKS)).status, 200, 'the control');
  await suspendApp(world.platform(), { client_id: mine.client_id });
  const assertRefused = async () => {
    for (const token of tokens) {
      const { status, body } = await world.as(token).get(TASKS);
      assert.deepEqual([status, body.error], [401, 'INVALID_KEY']);
    }
  };
  await assertRefused();
  const refused = await refresh(world, mine, refresh_token);
  assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client']);
  assert.equal((await exchange(world, mine, code, pkce)).body.error, 'invalid_client');
  const page = await own.get(authorizePath(mine, pkce));
  assert.equal(page.status, 400);
  assert.match(page.text, /invalid_client/);

  await approveApp(world.platform(), { client_id: mine.client_id });
  await assertRefused();
  for (const token of [refresh_token, elsewhere.refresh_token])
    assert.equal((await refresh(world, mine, token)).body.error, 'invalid_grant');
  const again = await connectApp(world, own, mine);
  assert.equal((await world.as(again.access_token).get(TASKS)).status, 200, 'the control');
});

test('the forms of the consent page may lead to the app, those of other pages only to this service', async () => {
  const own = await adminBrowser(world, customer);
  const policyOf = async (path: string) => (await own.get(path)).headers.get('content-security-policy') ?? '';
  assert.doesNotMatch(await policyOf(authorizePath(app, makePkce())), /form-action/);
  assert.match(await policyOf('/account'), /form-action 'self'/);
});

test('the audit log names the user, the app and the scopes of a consent', async () => {
  const { entries } = await listAudit(customer.ctx(), { action: 'consent', limit: 100, offset: 0 });
  const entry = entries.find(({ target_id }) => target_id === app.client_id);
  assert.equal(entry?.action, 'consent.allowed');
  assert.equal(entry.actor.name, 'Ada Admin');
  assert.deepEqual(entry.details, { scopes: ['read:tasks', 'write:tasks'] });
});
