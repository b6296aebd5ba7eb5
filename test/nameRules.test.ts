/* All names at all doors follow one rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { methodsOf } from '../src/doors/declaration.ts';
import type { Schema } from '../src/lib/schema/openapi.ts';
import { consoleOf } from '../support/console.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld({ on_one_server: true });
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const api = await tenant.api();
const HIDDEN = 'Nord\u202Eeman\u202C';

const NAMES = new Set(['name', 'full_name', 'device_name', 'provider', 'collection', 'category', 'aliases']);

function* textsOf(schema: Schema, path: string): Generator<{ path: string; text: Schema }> {
  if (schema.items) yield* textsOf(schema.items, path);
  for (const [member, inner] of Object.entries(schema.properties ?? {}))
    yield* textsOf(inner, `${path} ${member}`);
  if ([schema.type].flat().includes('string')) yield { path, text: schema };
}

/** Operations with a list of lines, which are validated one by one. */
const LISTS = new Set(['POST /console/v1/people/list', 'POST /console/v1/seats/import']);

/** Lists the members for names that do not declare the rule, by operation and path. */
function unruled(bodies: Iterable<[string, Schema]>): string[] {
  return [...bodies]
    .flatMap(([operation, body]) => [...textsOf(body, operation)])
    .filter(({ path, text }) => NAMES.has(path.split(' ').at(-1) ?? '') && text.format !== 'name')
    .map(({ path }) => path);
}

function* bodies(): Generator<[string, Schema]> {
  for (const { prefix, resources } of world.app.doors)
    for (const resource of resources)
      for (const method of methodsOf(resource)) {
        const body = resource.operations[method]?.body;
        const operation = `${method} ${prefix}${resource.path}`;
        if (body && !LISTS.has(operation)) yield [operation, body];
      }
}

test('every name in a body is declared as a name', () => {
  assert.ok([...bodies()].length > 30);
  assert.deepEqual(unruled(bodies()), []);
  const planted: Schema = { type: 'object', properties: { name: { type: 'string', maxLength: 200 } } };
  assert.deepEqual(unruled([['POST /planted', planted]]), ['POST /planted name']);
});

test('a line with an invalid name is rejected, and the other lines of the list are not', async () => {
  const line = { email: 'a@list.example', full_name: 'Ada', access: '', device_name: '', role: '' };
  const people = [
    { ...line, full_name: HIDDEN },
    { ...line, email: 'b@list.example', device_name: HIDDEN },
    line,
  ];
  const { lines } = (await admin.post('/people/list', { people })).body;
  assert.deepEqual(
    lines.map(({ state, fault }: { state: string; fault: string | null }) => [state, fault?.split(':')[0]]),
    [
      ['refused', 'full_name'],
      ['refused', 'device_name'],
      ['invited', undefined],
    ],
  );
});

test('400 for a name that reverses the text around it, and 2xx for free text', async () => {
  const about = {
    kind: 'form_fill',
    scopes: ['read:tasks'],
    redirect_uris: ['https://a.example'],
    roles: ['admin'],
  };
  const picture = { template_image_url: 'https://example.com/a.png' };
  const device = { roles: ['trainer'] };
  const answers = {
    full_name: await api.post('/v1/api-tenant-users', { ...about, email: 'a@b.example', full_name: HIDDEN }),
    'full_name of a member': await admin.post('/people', {
      email: 'a@b.example',
      full_name: HIDDEN,
      access: 'member',
    }),
    'name of an account': await admin.patch('/account', { name: HIDDEN }),
    'name of a key': await admin.post('/keys', { ...about, name: HIDDEN }),
    'name of an app': await admin.post('/apps', { ...about, name: HIDDEN }),
    'name of a skill': await admin.post('/skills', { ...about, name: HIDDEN }),
    'name of a form': await api.post('/v1/api-tenant-forms', { ...picture, name: HIDDEN }),
    'aliases of a form': await api.post('/v1/api-tenant-forms', {
      ...picture,
      name: 'Check',
      aliases: [HIDDEN],
    }),
    'name of a bundle': await staff.post('/staff/bundles', { name: HIDDEN }),
    device_name: await admin.post('/seats', { ...device, device_name: HIDDEN }),
    provider: await admin.post('/integrations', { provider: HIDDEN }),
    'name of a document': await admin.post('/documents', { name: HIDDEN, content: 'YQ==' }),
  };
  for (const [what, { status, text }] of Object.entries(answers)) {
    assert.equal(status, 400, `${what}: ${text}`);
    assert.match(text, /without control, direction or invisible characters/, what);
  }
  assert.equal((await api.post('/v1/api-tenant-tasks', { title: `Check\n${HIDDEN}` })).status, 201);
});
