/* Tests every operation of the dashboard's API, so that a new operation is covered when it is declared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { methodsOf, type Operation, type Method } from '../../src/doors/declaration.ts';
import { listOperations, type DashboardApi } from '../../src/access/dashboardApi.ts';
import { readSources } from '../architecture/sources.ts';
import type { Answer, CallOptions } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const callers = {
  admin: await consoleOf(world, tenant.admin),
  member: await consoleOf(world, await memberOf(tenant)),
  staff: await consoleOf(world, await world.staff()),
};
const door = world.app.doors.find(({ prefix }) => prefix === '/console/v1');
assert.ok(door);

function assertFailure(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  const { details, ...body } = answer.body;
  assert.deepEqual(Object.keys(body), ['error', 'message']);
  if (details) assert.deepEqual(Object.keys(details), ['path', 'rule', 'limit']);
  assert.equal(answer.body.error, code);
  assert.match(answer.body.message, /\S/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

function refusedRoles({ audience }: Operation): (keyof typeof callers)[] {
  if (audience === 'anyone') return [];
  if (audience === 'member') return ['staff'];
  return audience === 'admin' ? ['member', 'staff'] : ['member', 'admin'];
}

function allowedRole({ audience }: Operation): keyof typeof callers {
  return audience === 'staff' ? 'staff' : 'admin';
}

function check(path: string, method: Method, operation: Operation): void {
  const bare = (options: CallOptions) => world.nobody.call(`/console/v1${path}`, { method, ...options });
  const { cookie } = callers[allowedRole(operation)];
  test(`401 MISSING_AUTH for ${method} ${path} without a sign-in`, async () => {
    assertFailure(await bare({}), 401, 'MISSING_AUTH');
    assertFailure(await bare({ headers: { Authorization: `Bearer ${api.token}` } }), 401, 'MISSING_AUTH');
  });
  test(`401 INVALID_KEY for ${method} ${path} with an ended sign-in`, async () => {
    assertFailure(await bare({ headers: { Cookie: `${cookie}x` } }), 401, 'INVALID_KEY');
  });
  for (const role of refusedRoles(operation))
    test(`403 for ${method} ${path} as ${role}`, async () => {
      assertFailure(await callers[role].call(path, { method }), 403, 'FORBIDDEN');
    });
  if (method === 'GET') return;
  const allowed = callers[allowedRole(operation)];
  test(`403 for ${method} ${path} without the headers of the dashboard`, async () => {
    assertFailure(await bare({ headers: { Cookie: cookie } }), 403, 'FORBIDDEN');
    for (const headers of [
      { 'X-Form-Token': 'wrong' },
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'same-site' },
    ])
      assertFailure(await allowed.call(path, { method, headers }), 403, 'FORBIDDEN');
  });
  test(`400 for ${method} ${path} with a broken body`, async () => {
    assertFailure(await allowed.call(path, { method, raw: '{' }), 400, 'BAD_REQUEST');
  });
}

for (const resource of door.resources) {
  for (const method of METHODS) {
    const operation = resource.operations[method];
    if (!operation) {
      test(`405 for ${method} ${resource.path}`, async () => {
        const answer = await world.nobody.call(`/console/v1${resource.path}`, { method });
        assert.equal(answer.status, 405);
        assert.equal(answer.headers.get('allow'), methodsOf(resource).join(', '));
      });
      continue;
    }
    assert.equal(operation.asks_for, 'sign-in');
    if (operation.asks_for === 'sign-in') check(resource.path, method, operation);
  }
}

test('200 with the permissions of each role', async () => {
  const [admin, member, staff] = await Promise.all([
    callers.admin.get('/me'),
    callers.member.get('/me'),
    callers.staff.get('/me'),
  ]);
  assert.deepEqual([admin.body.role, member.body.role, staff.body.role], ['admin', 'member', 'staff']);
  assert.equal(admin.body.account.name, 'Werkstatt Nord');
  assert.equal(staff.body.account, null);
  assert.ok(admin.body.may.includes('POST /keys') && !member.body.may.includes('POST /keys'));
  assert.ok(member.body.may.includes('POST /tasks') && !staff.body.may.includes('POST /tasks'));
});

test('201 for an app that an admin registers, 403 for a member', async () => {
  const app = {
    name: 'Shift planner',
    description: 'Plans shifts.',
    homepage: 'https://planner.example',
    redirect_uris: ['https://planner.example/callback'],
    scopes: ['read:tasks'],
  };
  const { status, body } = await callers.admin.post('/apps', app);
  assert.deepEqual([status, Object.keys(body).toSorted()], [201, ['client_id', 'client_secret']]);
  assertFailure(await callers.member.post('/apps', app), 403, 'FORBIDDEN');
  const { apps } = (await callers.admin.get('/apps')).body;
  assert.deepEqual(
    apps.map(({ name, description, homepage, redirect_uris, scopes }: typeof app) => {
      return { name, description, homepage, redirect_uris, scopes };
    }),
    [app],
  );
});

test('200 for every list of an empty account', async () => {
  const lists = door.resources.filter(({ operations: { GET } }) => {
    return GET?.asks_for === 'sign-in' && GET.audience !== 'staff' && !hasRequired(GET.query);
  });
  for (const { path } of lists) assert.equal((await callers.admin.get(path)).status, 200, path);
});

function hasRequired(query: { required?: string[]; properties?: object } | undefined): boolean {
  const defaulted = ['limit', 'offset'];
  return (query?.required ?? []).some((name) => !defaulted.includes(name));
}

test('every declared operation is served, none answers 405', async () => {
  const served = door.resources.flatMap((one) => methodsOf(one).map((method) => `${method} ${one.path}`));
  const contracts = readSources('src/**/contract.ts').map(({ path }) => import(`../../${path}`));
  const apis = (await Promise.all(contracts)).flatMap((one) => Object.values(one)).filter(isApi);
  const declared = apis.flatMap((api) => listOperations(api).map(({ method, path }) => `${method} ${path}`));
  assert.ok(declared.length > 100, `${declared.length}`);
  assert.deepEqual(declared.toSorted(), served.toSorted());
});

function isApi(value: unknown): value is DashboardApi {
  return typeof value === 'object' && value !== null && 'operations' in value && 'options' in value;
}

test('no operation of the dashboard is in the public reference', async () => {
  const { body } = await world.nobody.get('/v1/openapi.json');
  assert.deepEqual(
    Object.keys(body.paths).filter((path) => path.startsWith('/console')),
    [],
  );
});
