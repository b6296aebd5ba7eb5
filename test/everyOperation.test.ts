/* Tests every operation of the API, so that a new operation is covered when it is declared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { methodsOf, type Method, type Operation, type Resource } from '../src/doors/declaration.ts';
import { ALL_SCOPES, type Scope } from '../src/access/scopes.ts';
import { describeApi } from '../src/openapi/openapi.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { readSources } from './architecture/sources.ts';
import { openWorld } from './support/world.ts';

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const world = await openWorld();
const tenant = await world.account();
const allowed = await tenant.api();
const { token } = allowed;
const publicDoor = world.app.doors[0];
assert.ok(publicDoor);
const callersOf = async (scopesOf: (scope: Scope) => Scope[]) =>
  new Map(
    await Promise.all(ALL_SCOPES.map(async (scope) => [scope, await tenant.api(scopesOf(scope))] as const)),
  );
/** Creates two callers for each scope: one with all other scopes, and one with this scope only. */
const withoutScope = await callersOf((scope) => ALL_SCOPES.filter((one) => one !== scope));
const withScopeAlone = await callersOf((scope) => [scope]);

function assertFailure(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['error', 'message']);
  assert.equal(answer.body.error, code);
  assert.match(answer.body.message, /\S/);
}

/** Operations that need no scope: every key or token may ask for its own identity. */
const WITHOUT_SCOPE = ['/v1/whoami'];

function checkCredential(path: string, method: Method): void {
  test(`401 MISSING_AUTH for ${method} ${path} without a credential`, async () => {
    assertFailure(await world.nobody.call(path, { method }), 401, 'MISSING_AUTH');
  });
  test(`401 INVALID_KEY for ${method} ${path} with a wrong credential`, async () => {
    assertFailure(await world.as(`${token}x`).call(path, { method }), 401, 'INVALID_KEY');
  });
}

/** Sends a broken body and no parameters, so that no operation performs its work. */
function checkScope(
  path: string,
  method: Method,
  operation: Pick<Operation, 'denied'> & { scope: Scope },
): void {
  const { scope, denied = 'INSUFFICIENT_PERMISSIONS' } = operation;
  const has_body = method !== 'GET' && method !== 'DELETE';
  test(`403 for ${method} ${path} without ${operation.scope}`, async () => {
    assertFailure(await callerIn(withoutScope, scope).call(path, { method }), 403, denied);
  });
  test(`${has_body ? '400' : '200 or 400'} for ${method} ${path} with ${operation.scope} alone`, async () => {
    const options = has_body ? { method, raw: '{' } : { method };
    const { status, text } = await callerIn(withScopeAlone, scope).call(path, options);
    assert.ok(status === 400 || (status === 200 && method === 'GET'), `${status} ${text}`);
  });
}

function callerIn(callers: Map<Scope, Caller>, scope: Scope): Caller {
  return callers.get(scope) ?? assert.fail(scope);
}

function checkBody(path: string, resource: Resource, method: Method): void {
  if (method === 'GET' || method === 'DELETE') return;
  test(`400 for ${method} ${path} with a broken body`, async () => {
    assertFailure(await allowed.call(path, { method, raw: '{' }), 400, 'BAD_REQUEST');
  });
  test(`400 for ${method} ${path} with a body over its limit`, async () => {
    const raw = `{"a":"${'a'.repeat(resource.body_limit_bytes ?? 1024 * 1024)}"}`;
    assertFailure(await allowed.call(path, { method, raw }), 400, 'BAD_REQUEST');
  });
}

for (const resource of publicDoor.resources) {
  const path = publicDoor.prefix + resource.path;
  for (const method of METHODS) {
    const operation = resource.operations[method];
    if (!operation) {
      test(`405 for ${method} ${path}`, async () => {
        const answer = await world.nobody.call(path, { method });
        assertFailure(answer, 405, 'METHOD_NOT_ALLOWED');
        const accepted = methodsOf(resource).join(', ');
        assert.equal(answer.headers.get('allow'), accepted);
        assert.equal(answer.body.message, `${method} is not accepted here, only ${accepted}`);
      });
      continue;
    }
    if (operation.asks_for !== 'credential') continue;
    checkCredential(path, method);
    if (WITHOUT_SCOPE.includes(path)) continue;
    const { scope } = operation;
    assert.ok(scope, `${method} ${path} needs a scope`);
    checkScope(path, method, { ...operation, scope });
    checkBody(path, resource, method);
  }
}

test('403 FORBIDDEN for a missing scope only for the invite operation', () => {
  assert.deepEqual(
    operationsWhere(({ denied }) => denied !== undefined),
    ['POST /v1/api-tenant-users'],
  );
});

test('403 NOT_ENTITLED only for skill execution', () => {
  assert.deepEqual(
    operationsWhere(({ errors }) => errors.includes('NOT_ENTITLED')),
    ['POST /v1/api-tenant-skills-execute'],
  );
  const naming = readSources('src/{features,mcp,doors,access}/**/*.ts').filter(({ text }) =>
    text.includes('NOT_ENTITLED'),
  );
  assert.deepEqual(
    naming.map(({ path }) => path).filter((path) => !path.startsWith('src/features/skills/')),
    [],
  );
  assert.ok(naming.length > 0);
});

function operationsWhere(isMeant: (operation: Operation) => boolean): string[] {
  return (publicDoor?.resources ?? []).flatMap(({ path, operations }) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation && isMeant(operation) ? [`${method} ${publicDoor?.prefix}${path}`] : [];
    }),
  );
}

test('the document describes exactly the routes that are served', async () => {
  const { paths } = describeApi(world.app.doors, '', '') as unknown as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const own =
    /^(?:(?:GET|HEAD) \/(?:healthz|readyz|metrics|docs|llms\.txt|sdk|v1\/(?:openapi|openapi-3\.0|postman|bruno)\.json|\.well-known|pages\.css|print\.css|inter\.woff2|files|assets\/|scheme\.js|favicon\.svg)|(?:GET|HEAD) \/$|\w+ \/(?:console\/v1|inbox\/v1|sign-|account|\w+\.csv$|language\/|forms\/|reports\/|oauth\/|reset-password|new-address|invitation)|POST \/mcp$)/;
  const served = listRoutes(world.app.server.printRoutes({ commonPrefix: false })).filter(
    (route) => !own.test(route),
  );
  assert.deepEqual(served.toSorted(), described.toSorted());
});

/** Parses the router's printed tree of routes, in which a path can be nested below another. */
function listRoutes(picture: string): string[] {
  const above: string[] = [];
  return picture.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^(.*?)── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    const depth = indent.length >> 2;
    above.splice(depth, above.length, part);
    return methods === undefined ? [] : methods.split(', ').map((method) => `${method} ${above.join('')}`);
  });
}

/** Members whose value grants access, such as keys and secrets. */
const OPENING = /^(secret|key|token|client_secret|pairing_code|code)$/;

test('a response with a secret is stored sealed for an Idempotency-Key', () => {
  const sealed = publicDoor.resources.flatMap(({ operations }) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      if (!operation) return [];
      const properties: object = Reflect.get(operation.answer, 'properties') ?? {};
      const names = Object.keys(properties).filter((name) => OPENING.test(name));
      const { operation_id = '', is_secret = false } = operation;
      assert.equal(is_secret, names.length > 0, `${operation_id} answers with ${names.join(', ')}`);
      return is_secret ? [operation_id] : [];
    }),
  );
  assert.deepEqual(sealed.toSorted(), [
    'createApp',
    'createIntegration',
    'createKey',
    'getEventSecret',
    'rollKey',
    'rotateAppSecret',
    'rotateIntegrationSecret',
    'rotateWebhookSecret',
    'startPairing',
  ]);
});
