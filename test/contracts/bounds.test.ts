/*
 * Checks the declared minimum and maximum of each member against numbers written out here, because the limits are
 * promises.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlaces, nameOf, type OperationPlace } from '../limits/support/measureOperations.ts';
import { openWorld } from '../support/world.ts';
import { ACTS } from './support/acts/all.ts';
import { boundsIn, boundsInRules, longestValuesOf } from './support/bounds.ts';
import { openAccountCallers } from './support/stage.ts';

const world = await openWorld();
const side = await openAccountCallers(world);
const places = new Map(listPlaces(world.app.doors).map((place) => [nameOf(place), place]));

/** The promised bounds by member. If operations differ, the inner key is a part of their path. */
const BOUNDS: Record<string, string | Record<string, string>> = {
  '?action': '..100 characters',
  '?after': '1..4023 characters',
  '?category': '..100 characters',
  '?client_id': {
    'v1/connections': '1..100 characters',
    '/requests': '..100 characters',
    '': '28..28 characters',
  },
  '?email': '3..254 characters',
  '?event_id': '..40 characters',
  '?events': '..200 characters',
  '?external_id': { '/inbound/': '1..255 characters', '': '..255 characters' },
  '?from': '..10 characters',
  '?form_ids': '..3699 characters',
  '?key_ids': '..3699 characters',
  '?limit': { '/knowledge/search': '1..50', '': '1..100' },
  '?name': '1..200 characters',
  '?offset': '0..9007199254740991',
  '?path': '..200 characters',
  '?procedure_ids': '..3699 characters',
  '?query': '1..1000 characters',
  '?request_id': '..100 characters',
  '?search': '..200 characters',
  '?seat_ids': '..3699 characters',
  '?title': '1..200 characters',
  '?status': '100..599',
  '?target_id': '..100 characters',
  '?text': '1..200 characters',
  '?to': '..10 characters',
  '?user_ids': '..3699 characters',
  '?wait': '0..20',
  account_name: '1..200 characters',
  aliases: '..50 items',
  'aliases[]': '1..200 characters',
  allowed_addresses: '1..20 items',
  'allowed_addresses[]': '..50 characters',
  answers: '..1000 members, ..131072 characters of JSON',
  arguments: '..1000 members, ..262144 characters of JSON',
  arguments_schema: '..65536 characters of JSON',
  category: '1..100 characters',
  code: '1..100 characters',
  collection: '1..200 characters',
  collection_ids: '..500 items',
  config: '..131072 characters of JSON',
  current_password: '1..1000 characters',
  description: {
    '/apps': '..2000 characters',
    '/skills': '..10000 characters',
    '/bundles': '..10000 characters',
    '': '..50000 characters',
  },
  device_name: '1..200 characters',
  duration_seconds: '0..31622400',
  edits: '1..100 items',
  'edits[].expected': '..50 members',
  email: '3..254 characters',
  events: '1..6 items',
  expected: '..50 members',
  'expected.collection_ids': '..500 items',
  'expected.description': '..10000 characters',
  'expected.name': '1..200 characters',
  'expected.procedure_ids': '..500 items',
  'expected.skill_ids': '..500 items',
  external_id: '1..255 characters',
  fields: '..500 items, ..131072 characters of JSON',
  'fields[]': '..50 members',
  'fields[].options': '..1000 items',
  full_name: '1..200 characters',
  homepage: '..2000 characters',
  logo: '1..682668 characters',
  method: '..100 characters',
  model: '..200 characters',
  name: {
    '/apps': '1..80 characters',
    '/documents': '1..255 characters',
    '/endpoints': '1..100 characters',
    '': '1..200 characters',
  },
  lines: '1..100 items',
  'lines[].assigned_to': '..60000 characters',
  'lines[].description': '..60000 characters',
  'lines[].device_name': '..60000 characters',
  'lines[].due_date': '..60000 characters',
  'lines[].external_id': '..60000 characters',
  'lines[].priority': '..60000 characters',
  'lines[].role': '..60000 characters',
  'lines[].status': '..60000 characters',
  'lines[].title': '..60000 characters',
  'lines[].user': '..60000 characters',
  people: '1..200 items',
  'people[].access': '..1000 characters',
  'people[].device_name': '..1000 characters',
  'people[].email': '..1000 characters',
  'people[].full_name': '..1000 characters',
  'people[].role': '..1000 characters',
  new_password: '8..200 characters',
  notes: { '/sessions/complete': '..50000 characters', '': '1..2000 characters' },
  params: '..307200 characters of JSON',
  procedure_count: '0..2147483647',
  procedure_ids: '..500 items',
  procedures: '..500 items',
  'procedures[].clip_url': '..2048 characters',
  'procedures[].description': '..50000 characters',
  'procedures[].end_seconds': '0..1000000000',
  'procedures[].start_seconds': '0..1000000000',
  'procedures[].thumbnail_url': '..2048 characters',
  'procedures[].title': '1..500 characters',
  procedures_count: '0..2147483647',
  provider: '1..200 characters',
  redirect_uris: '1..20 items',
  'redirect_uris[]': '1..2000 characters',
  revision: '..100 characters',
  roles: { '/seats': '1..2 items', '': '1..10 items' },
  scopes: { '/keys': '1..16 items', '': '1..17 items' },
  seat_ids: '1..500 items',
  secret: '16..255 characters',
  serial: '..200 characters',
  session_description: '..50000 characters',
  'seat.device_name': '1..200 characters',
  'seat.roles': '1..2 items',
  session_name: '..500 characters',
  session_summary: '..50000 characters',
  skill_ids: '..500 items',
  source: '..65536 characters of JSON',
  summary: '..50000 characters',
  template_image_url: '..2048 characters',
  template_mime_type: '..100 characters',
  thumbnail_url: '..2048 characters',
  time_zone: '1..64 characters',
  title: '1..500 characters',
  url: '1..2048 characters',
  video_url: '..2048 characters',
};

/** Members whose value must have a meaning, so that the longest allowed text is no valid value. */
const MEANT = [
  'code',
  'current_password',
  'new_password',
  'revision',
  'time_zone',
  'template_image_url',
  'template_mime_type',
  'homepage',
  'email',
  'logo',
];

function promised(operation: string, member: string): string | undefined {
  const bounds = BOUNDS[member];
  if (bounds === undefined || typeof bounds === 'string') return bounds;
  return Object.entries(bounds).find(([part]) => operation.includes(part))?.[1];
}

/** Lists the members whose declared bounds differ from the promised bounds. */
function listBroken(operations: Iterable<[string, OperationPlace['operation']]>): string[] {
  return [...operations].flatMap(([name, operation]) =>
    boundsIn(operation)
      .filter(({ member, bounds }) => promised(name, member) !== bounds)
      .map(({ member, bounds }) => `${name} ${member} ${bounds}`),
  );
}

test('every limit of every member matches the promised one', () => {
  const operations = [...places].map(([name, { operation }]): [string, OperationPlace['operation']] => [
    name,
    operation,
  ]);
  assert.deepEqual(listBroken(operations), [], 'say in the table above what is promised');
  const used = new Set(
    operations.flatMap(([, operation]) => boundsIn(operation).map(({ member }) => member)),
  );
  assert.deepEqual(
    Object.keys(BOUNDS).filter((member) => !used.has(member)),
    [],
  );
});

test('the error text of each member states the limits of its schema', () => {
  const rules = [...places.values()].flatMap(({ operation }) => boundsInRules(operation));
  assert.ok(rules.length > 50, `${rules.length}`);
  for (const { stated, declared } of rules) assert.deepEqual(stated, declared);
});

test('a document request can have 36 MiB, a form request 15 MiB', () => {
  const larger = [...places.values()].flatMap(({ resource: { path, body_limit_bytes } }) =>
    body_limit_bytes === undefined ? [] : [{ path, mib: body_limit_bytes / 1024 ** 2 }],
  );
  assert.deepEqual(new Set(larger.map(({ mib }) => mib)), new Set([15, 36]));
  for (const { path, mib } of larger) assert.equal(mib, /form|submission/.test(path) ? 15 : 36, path);
});

test('control: a limit that is off by one is detected', () => {
  const place = places.get('POST /v1/api-tenant-tasks');
  assert.ok(place);
  const body = { type: 'object', properties: { title: { type: 'string', minLength: 1, maxLength: 501 } } };
  const planted = listBroken([['POST /v1/api-tenant-tasks', { ...place.operation, body }]]);
  assert.deepEqual(planted, ['POST /v1/api-tenant-tasks title 1..501 characters']);
});

for (const [name, act] of Object.entries(ACTS)) {
  const meant = name.endsWith('account/deletion') ? [...MEANT, 'name'] : MEANT;
  const most = longestValuesOf(places.get(name)?.operation.body, meant);
  if (Object.keys(most).length === 0) continue;
  test(`2xx for ${name} with the maximum of ${Object.keys(most).join(', ')}`, async () => {
    const sent = await act.prepare(side.make);
    const { status, text, body } = await side.ask(name, { ...sent, body: { ...Object(sent.body), ...most } });
    assert.ok(status < 300, text);
    for (const [member, value] of Object.entries(most))
      if (typeof body[member] === typeof value) assert.equal(body[member], value, member);
  });
}

test('400 for a body without a credential beyond exactly 16 KiB or 100 values', async () => {
  const ask = async (raw: string) =>
    (await world.nobody.call('/device/v1/pair', { method: 'POST', raw })).status;
  const sized = (bytes: number) =>
    JSON.stringify({ code: 'ABCDEFGH', pad: '' }).replace('"pad":"', `$&${'x'.repeat(bytes - 28)}`);
  assert.equal(sized(16 * 1024).length, 16 * 1024);
  assert.deepEqual([await ask(sized(16 * 1024)), await ask(sized(16 * 1024 + 1))], [404, 400]);
  const valued = (values: number) =>
    JSON.stringify({ code: 'ABCDEFGH', list: Array.from({ length: values - 2 }, () => 1) });
  assert.deepEqual([await ask(valued(100)), await ask(valued(101))], [404, 400]);
});
