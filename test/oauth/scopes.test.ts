import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES, type Scope } from '../../src/access/scopes.ts';
import { changeApp } from '../../src/features/apps/apps.ts';
import { listConnections } from '../../src/features/connections/connections.ts';
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
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const owner = await world.account('Maker GmbH');
const customer = await world.account('Kunde AG');
const browser = await adminBrowser(world, customer);
const TASKS = '/v1/api-tenant-tasks';

const narrow = (app: TestApp, scopes: Scope[]) => changeApp(owner.ctx(), app.client_id, { scopes });

/** Returns the scopes that a token really has, tested by calls of the API. */
async function heldBy(access_token: string): Promise<string> {
  const api = world.as(access_token);
  const may = { 'read:tasks': await api.get(TASKS), 'write:tasks': await api.post(TASKS, { title: 'x' }) };
  return Object.entries(may)
    .flatMap(([scope, { status }]) => (status < 300 ? [scope] : []))
    .join(' ');
}

test('200 with the scopes of the token, also if the app lost scopes between consent and exchange', async () => {
  const app = await makeApp(world, owner);
  const pkce = makePkce();
  const code = await getCode(browser, app, pkce);
  await narrow(app, ['read:tasks']);
  const { status, body } = await exchange(world, app, code, pkce);
  assert.deepEqual([status, body.scope], [200, 'read:tasks']);
  assert.equal(await heldBy(body.access_token), body.scope);
});

test('200 with the scopes of the token, also after a refresh', async () => {
  const app = await makeApp(world, owner);
  const wide = await connectApp(world, browser, app);
  assert.equal(wide.scope, await heldBy(wide.access_token), 'the control: both, before it was narrowed');
  await narrow(app, ['read:tasks']);
  const { body } = await refresh(world, app, wide.refresh_token);
  assert.equal(body.scope, 'read:tasks');
  assert.equal(await heldBy(body.access_token), body.scope);
});

test('403 on the next request for a scope that the app dropped, also for existing tokens', async () => {
  const app = await makeApp(world, owner);
  const { access_token } = await connectApp(world, browser, app);
  assert.equal(await heldBy(access_token), 'read:tasks write:tasks', 'the control');
  await narrow(app, ['read:tasks']);
  const { status, body } = await world.as(access_token).post(TASKS, { title: 'x' });
  assert.deepEqual([status, body.error], [403, 'INSUFFICIENT_PERMISSIONS']);
  assert.equal(await heldBy(access_token), 'read:tasks');
});

test('403 for a scope that a refresh omitted, although grant and app have it', async () => {
  const app = await makeApp(world, owner);
  const wide = await connectApp(world, browser, app);
  const { body } = await refresh(world, app, wide.refresh_token, { scope: 'read:tasks' });
  assert.deepEqual([body.scope, await heldBy(body.access_token)], ['read:tasks', 'read:tasks']);
});

test('400 invalid_scope for a code without remaining scopes, which stays unused', async () => {
  const app = await makeApp(world, owner, { scopes: ['read:tasks', 'write:tasks', 'read:forms'] });
  const pkce = makePkce();
  const code = await getCode(browser, app, pkce);
  await narrow(app, ['read:forms']);
  const { status, body } = await exchange(world, app, code, pkce);
  assert.deepEqual([status, body.error], [400, 'invalid_scope']);
});

test('200 with the scopes of the tokens of a connection', async () => {
  const app = await makeApp(world, owner, { name: 'Narrowed' });
  await connectApp(world, browser, app);
  const scopesOf = async () =>
    (await listConnections(customer.ctx())).connections.find(({ client_id }) => client_id === app.client_id)
      ?.scopes;
  assert.deepEqual(await scopesOf(), ['read:tasks', 'write:tasks']);
  await narrow(app, ['read:tasks']);
  assert.deepEqual(await scopesOf(), ['read:tasks']);
});

/** Permissions that follow from a scope although its name does not show it; the consent page must mention them. */
const HIDDEN_POWERS: [Scope, RegExp][] = [
  ['manage:users', /admins with full access/],
  ['write:skills', /send data to other systems/],
  ['manage:webhooks', /to any address/],
  ['manage:api_keys', /work without this app/],
  ['manage:integrations', /other systems create and change tasks/],
  ['read:users', /email addresses/],
];

for (const [scope, words] of HIDDEN_POWERS) {
  test(`200 with the consequences of ${scope} on the consent page`, async () => {
    const app = await makeApp(world, owner, { scopes: [scope, 'read:tasks'] });
    const asked = async (scope: string) =>
      (await browser.get(authorizePath(app, makePkce(), { scope }))).text;
    assert.match(await asked(scope), words);
    assert.doesNotMatch(await asked('read:tasks'), words, 'the control: not where it is not asked for');
  });
}

test('201 for an admin invited with manage:users, as the consent page says', async () => {
  const app = await makeApp(world, owner, { scopes: ['manage:users'] });
  const { access_token } = await connectApp(world, browser, app, 'manage:users');
  const invitee = { email: 'made-by-an-app@example.com', full_name: 'Mia', roles: ['admin'] };
  assert.equal((await world.as(access_token).post('/v1/api-tenant-users', invitee)).status, 201);
  const [person] = await world.db`select is_admin from users where email = ${invitee.email}`;
  assert.equal(person?.['is_admin'], true);
  assert.match(SCOPES['manage:users'], /admins/);
});
