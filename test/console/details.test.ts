/* The dashboard's API returns structured details of an invalid input; all other APIs return only two members. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../support/caller.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const api = await tenant.api();
const skill = (config: object) => ({ name: 'S', kind: 'http', config, arguments_schema: { type: 'object' } });

const BUNDLE = { name: 'Werkstatt', skill_ids: [], collection_ids: [], procedure_ids: [] };
const NO_ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const member = await consoleOf(world, await memberOf(tenant));
const staff = await consoleOf(world, await world.staff());

const REFUSED: [string, string, object, object][] = [
  ['a missing member', '/tasks', {}, { path: 'title', rule: 'required', limit: null }],
  [
    'a blank title',
    '/tasks',
    { title: '' },
    { path: 'title', rule: 'length_not_blank', limit: null, values: { least: 1, most: 500 } },
  ],
  [
    'a long text',
    '/tasks',
    { title: 'A', description: 'x'.repeat(50_001) },
    { path: 'description', rule: 'max_length', limit: 50_000 },
  ],
  [
    'a value outside of an enum',
    '/tasks',
    { title: 'A', priority: 'soon' },
    { path: 'priority', rule: 'enum', limit: ['low', 'medium', 'high', 'urgent'] },
  ],
  [
    'an address that is not public',
    '/endpoints',
    { url: 'https://127.0.0.1/', events: ['task.created'] },
    { path: 'url', rule: 'public_address', limit: null },
  ],
  [
    'an address without TLS',
    '/endpoints',
    { url: 'http://example.com/', events: ['task.created'] },
    { path: 'url', rule: 'https_unless_allowed', limit: null },
  ],
  [
    'a rule of a use case',
    '/tasks',
    { title: 'A', assigned_to: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' },
    { path: 'assigned_to', rule: 'unknown_user', limit: null },
  ],
];

for (const [name, path, body, details] of REFUSED) {
  test(`400 for ${name} has path, rule and limit`, async () => {
    const answer = await admin.post(path, body);
    assert.equal(answer.status, 400, answer.text);
    assert.deepEqual(Object.keys(answer.body), ['error', 'message', 'details']);
    assert.deepEqual(answer.body.details, details);
  });
}

test('400 for an idempotency key of another request has its rule', async () => {
  const once = { 'Idempotency-Key': 'the-same' };
  assert.equal((await admin.post('/tasks', { title: 'A' }, once)).status, 201);
  const { status, body } = await admin.post('/tasks', { title: 'B' }, once);
  assert.deepEqual([status, body.details.rule], [400, 'already_used']);
});

test('400 for arguments that violate the schema of their skill has the path of the fault', async () => {
  const arguments_schema = { type: 'object', properties: { count: { type: 'integer', maximum: 3 } } };
  const made = await admin.post('/skills', {
    ...skill({ url: 'https://skills.example.com/x' }),
    arguments_schema,
  });
  assert.equal(made.status, 201, made.text);
  const { status, body } = await admin.post('/skills/test', {
    skill_id: made.body.id,
    arguments: { count: 9 },
  });
  assert.deepEqual([status, body.details], [400, { path: 'arguments.count', rule: 'maximum', limit: 3 }]);
});

const REASONS: [string, () => Promise<Answer>, number, object][] = [
  [
    'a missing record',
    () => admin.patch(`/tasks?task_id=${NO_ID}`, { title: 'A' }),
    404,
    { path: null, rule: 'not_found', limit: 'Task' },
  ],
  [
    'a member who calls an operation for admins',
    () => member.get('/keys'),
    403,
    { path: null, rule: 'needs_admin', limit: null },
  ],
  [
    'a name that is taken',
    async () => {
      await staff.post('/staff/bundles', BUNDLE);
      return staff.post('/staff/bundles', BUNDLE);
    },
    409,
    { path: 'name', rule: 'bundle_name_taken', limit: null, values: { name: 'Werkstatt' } },
  ],
  [
    'a wrong password',
    () => admin.put('/password', { current_password: 'wrong', new_password: 'a long password' }),
    400,
    { path: 'current_password', rule: 'wrong_password', limit: null },
  ],
  [
    'a network with host bits',
    () => admin.post('/keys', { name: 'K', scopes: ['read:tasks'], allowed_addresses: ['203.0.113.7/24'] }),
    400,
    {
      path: 'allowed_addresses.0',
      rule: 'not_network_start',
      limit: null,
      values: { text: '203.0.113.7/24', network: '203.0.113.0/24', address: '203.0.113.7' },
    },
  ],
  [
    'an invalid picture',
    () => admin.put('/account/logo', { logo: Buffer.from('no picture').toString('base64') }),
    400,
    { path: 'logo', rule: 'not_png_or_jpeg', limit: null },
  ],
  [
    'an invalid argument schema',
    () =>
      admin.post('/skills', {
        ...skill({ url: 'https://skills.example.com/x' }),
        arguments_schema: { $ref: 'https://example.com/x' },
      }),
    400,
    {
      path: 'arguments_schema',
      rule: 'schema_unusable',
      limit: null,
      values: { problem: '$ref: must begin with #, within this schema' },
    },
  ],
];

for (const [name, send, status, details] of REASONS) {
  test(`${status} for ${name} has its reason`, async () => {
    const answer = await send();
    assert.equal(answer.status, status, answer.text);
    assert.deepEqual(answer.body.details, details);
  });
}

test('a rejected line of a list has its reason', async () => {
  const person = { email: 'nobody', full_name: 'N', access: '', device_name: '', role: '' };
  const { status, body } = await admin.post('/people/list', { people: [person] });
  assert.equal(status, 200);
  assert.deepEqual(body.lines[0].details, { path: 'email', rule: 'email_address', limit: null });
});

test('404 and 409 of /v1 have exactly two members', async () => {
  const missing = await api.patch(`/v1/api-tenant-tasks?task_id=${NO_ID}`, { title: 'A' });
  assert.deepEqual([missing.status, missing.body], [404, { error: 'NOT_FOUND', message: 'Task not found' }]);
  const email = 'twice@example.com';
  await api.post('/v1/api-tenant-users', { email, full_name: 'T', roles: ['admin'] });
  const taken = await api.post('/v1/api-tenant-users', { email, full_name: 'T', roles: ['admin'] });
  assert.deepEqual([taken.status, Object.keys(taken.body)], [409, ['error', 'message']]);
});

test('400 of /v1 has exactly two members for the same inputs', async () => {
  for (const body of [{}, { title: '' }, { title: 'A', priority: 'soon' }]) {
    const refused = await api.post('/v1/api-tenant-tasks', body);
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys(refused.body), ['error', 'message']);
  }
});
