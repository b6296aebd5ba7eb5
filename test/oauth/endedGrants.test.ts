import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { approveApp, suspendApp } from '../../src/features/apps/reviews.ts';
import { deleteApp } from '../../src/features/apps/apps.ts';
import { disconnectApp, listConnections } from '../../src/features/connections/connections.ts';
import { checkEndpoint, deleteEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { createUser, deactivateUser, reactivateUser } from '../../src/features/users/users.ts';
import type { Answer } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import {
  adminBrowser,
  authorizePath,
  connectApp,
  exchange,
  getCode,
  makeApp,
  makePkce,
  refresh,
  type TestApp,
} from '../support/oauth.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const owner = await world.account('Maker GmbH');
const receiver = await openReceiver();
after(() => receiver.close());

const staff = () => world.platform();
const hookApp = () => makeApp(world, owner, { scopes: ['manage:webhooks', 'read:tasks'] });

/** Creates a code that an admin has granted and the app has not redeemed. */
async function openCode(tenant: Tenant, app: TestApp): Promise<{ redeem: () => Promise<Answer> }> {
  const pkce = makePkce();
  const code = await getCode(await adminBrowser(world, tenant), app, pkce, 'read:tasks');
  return { redeem: () => exchange(world, app, code, pkce) };
}

const WAYS_TO_END: Record<string, (tenant: Tenant, app: TestApp) => Promise<unknown>> = {
  'the app is disconnected': (tenant, { client_id }) => disconnectApp(tenant.ctx(), client_id),
  'the app is suspended and reinstated': async (_, { client_id }) => {
    await suspendApp(staff(), { client_id });
    await approveApp(staff(), { client_id });
  },
  'its admin is deactivated and reactivated': async (tenant) => {
    await deactivateUser(tenant.ctx(), tenant.admin_id);
    await reactivateUser(tenant.ctx(), tenant.admin_id);
  },
  'its admin becomes a member': (tenant) =>
    world.db`update users set is_admin = false where id = ${tenant.admin_id}`,
};

for (const [happening, end] of Object.entries(WAYS_TO_END)) {
  test(`400 invalid_grant for a code after ${happening}`, async () => {
    const [tenant, app] = [await world.account(), await hookApp()];
    const kept = await openCode(tenant, app);
    assert.equal((await kept.redeem()).status, 200, 'the control: it works before');
    const code = await openCode(tenant, app);
    await end(tenant, app);
    const { status, body } = await code.redeem();
    assert.deepEqual([status, body.error], [400, 'invalid_grant']);
  });
}

test('401 for a token and 400 for its refresh after the app was suspended, also after it is reinstated', async () => {
  const [tenant, app] = [await world.account(), await hookApp()];
  const tokens = await connectApp(world, await adminBrowser(world, tenant), app, 'read:tasks');
  const use = async () => (await world.as(tokens.access_token).get('/v1/api-tenant-tasks')).status;
  assert.equal(await use(), 200, 'the control');
  await suspendApp(staff(), { client_id: app.client_id });
  assert.equal((await listConnections(tenant.ctx())).connections.length, 0);
  await approveApp(staff(), { client_id: app.client_id });
  assert.equal(await use(), 401);
  const { status, body } = await refresh(world, app, tokens.refresh_token);
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
});

test('200 with a list without deleted apps, also with remaining tokens or codes', async () => {
  const [connected, asked, app] = [await world.account(), await world.account(), await hookApp()];
  await connectApp(world, await adminBrowser(world, connected), app, 'read:tasks');
  await openCode(asked, app);
  const listed = async () =>
    (await Promise.all([connected, asked].map((tenant) => listConnections(tenant.ctx())))).map(
      ({ connections }) => connections.length,
    );
  assert.deepEqual(await listed(), [1, 1], 'the control');
  await deleteApp(owner.ctx(), app.client_id);
  assert.deepEqual(await listed(), [0, 0]);
});

test('401 invalid_client for a code of an app that was deleted', async () => {
  const app = await hookApp();
  const code = await openCode(await world.account(), app);
  await deleteApp(owner.ctx(), app.client_id);
  assert.equal((await code.redeem()).status, 401);
});

test('200 for disconnecting an app that has only a code, 404 afterwards', async () => {
  const [tenant, app] = [await world.account(), await hookApp()];
  const code = await openCode(tenant, app);
  const dashboard = await consoleOf(world, tenant.admin);
  const listed = await dashboard.get('/connections');
  assert.deepEqual(
    listed.body.connections.map(({ client_id, scopes, last_used_at }: any) => [
      client_id,
      scopes,
      last_used_at,
    ]),
    [[app.client_id, ['read:tasks'], null]],
  );
  const disconnect = () => dashboard.delete(`/connections?client_id=${app.client_id}`);
  assert.equal((await disconnect()).status, 200);
  assert.equal((await code.redeem()).status, 400);
  assert.deepEqual((await dashboard.get('/connections')).body.connections, []);
  assert.equal((await disconnect()).status, 404);
});

test('200 with a list without apps that have only an expired code', async () => {
  const [tenant, app] = [await world.account(), await hookApp()];
  await openCode(tenant, app);
  world.clock.advance(10 * 60_000 + 1);
  assert.equal((await listConnections(tenant.ctx())).connections.length, 0);
  await assert.rejects(disconnectApp(tenant.ctx(), app.client_id), { code: 'NOT_FOUND' });
});

test('404 for a second Allow after the app was disconnected', async () => {
  const [tenant, app] = [await world.account(), await hookApp()];
  const browser = await adminBrowser(world, tenant);
  const page = await browser.get(authorizePath(app, makePkce(), { scope: 'read:tasks' }));
  const click = () => browser.submit(page, '/oauth/authorize', { decision: 'allowed' });
  assert.equal((await click()).status, 303);
  assert.equal((await click()).status, 303, 'the control');
  await disconnectApp(tenant.ctx(), app.client_id);
  assert.equal((await click()).status, 404);
});

/** Returns an app with an endpoint in an account, and the number of its pending deliveries. */
async function subscribed(given: { tenant?: Tenant; app?: TestApp } = {}) {
  const { tenant = await world.account(), app = await hookApp() } = given;
  const browser = await adminBrowser(world, tenant);
  const tokens = await connectApp(world, browser, app, 'manage:webhooks read:tasks');
  const hook = { url: `${receiver.url}/${app.client_id}`, events: ['task.created'] };
  const { status, body } = await world.as(tokens.access_token).post('/v1/webhook-subscribe', hook);
  assert.equal(status, 201);
  const queued = async () =>
    (await world.db`select 1 from webhook_queue where endpoint_id = ${body.id}`).length;
  const received = () => receiver.received.filter(({ path }) => path === `/${app.client_id}`).length;
  const exists = async () => (await checkEndpoint(tenant.ctx(), body.id)).exists;
  const happen = () => createTask(tenant.ctx(), { title: 'Something' });
  return { tenant, app, tokens, id: body.id, url: hook.url, queued, received, exists, happen };
}

type Subscribed = Awaited<ReturnType<typeof subscribed>>;

const ENDS: Record<string, (of: Subscribed) => Promise<unknown>> = {
  'the app is disconnected': ({ tenant, app }) => disconnectApp(tenant.ctx(), app.client_id),
  'the app revokes its token': ({ app: { client_id, client_secret }, tokens: { refresh_token } }) =>
    world.nobody.post('/v1/oauth-revoke', { token: refresh_token, client_id, client_secret }),
  'the app is deleted': ({ app }) => deleteApp(owner.ctx(), app.client_id),
  'its admin is deactivated': ({ tenant }) => deactivateUser(tenant.ctx(), tenant.admin_id),
};

for (const [happening, end] of Object.entries(ENDS)) {
  test(`an endpoint is deleted with its waiting deliveries after ${happening}`, async () => {
    const one = await subscribed();
    await one.happen();
    assert.deepEqual([await one.exists(), await one.queued()], [true, 1], 'the control');
    await end(one);
    assert.deepEqual([await one.exists(), await one.queued()], [false, 0]);
    await one.happen();
    assert.equal(await one.queued(), 0);
    const [kept] = await world.db<
      { secret: Buffer }[]
    >`select secret from webhook_endpoints where id = ${one.id}`;
    assert.equal(kept?.secret.length, 0, 'its secret goes, too');
  });
}

/** Returns a second admin of the same account. */
async function colleagueIn(tenant: Tenant): Promise<Tenant> {
  const admin = { email: `${randomUUID()}@example.com`, password: tenant.admin.password };
  await createUser(tenant.ctx(), { ...admin, full_name: 'Cleo Colleague', is_admin: true });
  return { ...tenant, admin };
}

/** Other connected apps; ENDS_WITH lists which of them lose access together with the first app. */
const BESIDE = {
  'an app of another admin': async ({ tenant, app }: Subscribed) =>
    subscribed({ tenant: await colleagueIn(tenant), app }),
  'another app of the same admin': ({ tenant }: Subscribed) => subscribed({ tenant }),
  'the app in another account': ({ app }: Subscribed) => subscribed({ app }),
};
const ENDS_WITH: Record<keyof typeof ENDS, (keyof typeof BESIDE)[]> = {
  'the app is disconnected': ['an app of another admin'],
  'the app revokes its token': [],
  'the app is deleted': ['an app of another admin', 'the app in another account'],
  'its admin is deactivated': ['another app of the same admin'],
};

for (const [happening, end] of Object.entries(ENDS)) {
  test(`200 for remaining endpoints and tokens after ${happening}, 401 for ended ones`, async () => {
    const one = await subscribed();
    const beside = await Promise.all(
      Object.entries(BESIDE).map(async ([name, open]) => ({ name, other: await open(one) })),
    );
    const find = async () =>
      Promise.all(
        beside.map(async ({ name, other }) => {
          const { status } = await world.as(other.tokens.access_token).get('/v1/api-tenant-tasks?limit=1');
          return [name, await other.exists(), status];
        }),
      );
    assert.deepEqual(
      await find(),
      beside.map(({ name }) => [name, true, 200]),
      'the control',
    );
    await end(one);
    const ended: string[] = ENDS_WITH[happening] ?? [];
    assert.deepEqual(
      await find(),
      beside.map(({ name }) => (ended.includes(name) ? [name, false, 401] : [name, true, 200])),
    );
  });
}

test('200 for a disconnection, which keeps endpoints of other apps and users', async () => {
  const [one, other] = [await subscribed(), await subscribed()];
  const own = await (
    await one.tenant.api()
  ).post('/v1/webhook-subscribe', { url: one.url, events: ['task.created'] });
  await disconnectApp(one.tenant.ctx(), one.app.client_id);
  assert.equal(await other.exists(), true);
  const { body } = await (await one.tenant.api()).get(`/v1/webhook-subscribe?endpoint_id=${own.body.id}`);
  assert.equal(body.exists, true);
});

test('no delivery is written or sent while the app of an endpoint is suspended; waiting ones are sent afterwards', async () => {
  const one = await subscribed();
  await one.happen();
  await suspendApp(staff(), { client_id: one.app.client_id });
  const other = await subscribed();
  await Promise.all([one.happen(), other.happen()]);
  world.startSender();
  await eventually(other.received, (count) => count === 1);
  assert.deepEqual([one.received(), await one.queued(), await one.exists()], [0, 1, true]);

  const [connection] = (await listConnections(one.tenant.ctx())).connections;
  assert.deepEqual([connection?.is_suspended, connection?.endpoints.map(({ id }) => id)], [true, [one.id]]);
  await approveApp(staff(), { client_id: one.app.client_id });
  await eventually(one.received, (count) => count === 1);
  await one.happen();
  await eventually(one.received, (count) => count === 2);
});

test('200 for disconnecting a suspended app that has only endpoints', async () => {
  const one = await subscribed();
  await suspendApp(staff(), { client_id: one.app.client_id });
  await disconnectApp(one.tenant.ctx(), one.app.client_id);
  await approveApp(staff(), { client_id: one.app.client_id });
  assert.equal(await one.exists(), false);
});

test('200 with the endpoints of a connection in the dashboard', async () => {
  const one = await subscribed();
  const dashboard = await consoleOf(world, one.tenant.admin);
  const { body } = await dashboard.get('/connections');
  assert.deepEqual(body.connections[0].endpoints, [{ id: one.id, url: one.url, events: ['task.created'] }]);
  assert.equal(body.connections[0].is_suspended, false);
  await deleteEndpoint(one.tenant.ctx(), one.id);
  assert.deepEqual((await dashboard.get('/connections')).body.connections[0].endpoints, []);
});

test('401, or a deleted endpoint, for a subscription during the disconnection of the app', async () => {
  for (let round = 0; round < 10; round++) {
    const one = await subscribed();
    const hook = { url: one.url, events: ['task.created'] };
    const subscribe = () => world.as(one.tokens.access_token).post('/v1/webhook-subscribe', hook);
    const many = Promise.all([subscribe(), subscribe(), subscribe()]);
    await disconnectApp(one.tenant.ctx(), one.app.client_id);
    await many;
    const left = await world.db`
      select 1 from webhook_endpoints where account_id = ${one.tenant.account_id} and deleted_at is null`;
    assert.equal(left.length, 0);
  }
});
