/* A refused input of the dashboard's door is data as well, and of every other door it is two members. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const api = await tenant.api();
const TITLE_RULE = 'must be 1 to 500 characters, not blank';
const skill = (config: object) => ({ name: 'S', kind: 'http', config, arguments_schema: { type: 'object' } });

const REFUSED: [string, string, object, object][] = [
  ['a missing member', '/tasks', {}, { path: 'title', rule: 'required', limit: null }],
  ['a rule in words', '/tasks', { title: '' }, { path: 'title', rule: 'stated', limit: TITLE_RULE }],
  [
    'a long text',
    '/tasks',
    { title: 'A', description: 'x'.repeat(50_001) },
    { path: 'description', rule: 'max_length', limit: 50_000 },
  ],
  [
    'a word that is none of several',
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
    { path: 'url', rule: 'https', limit: null },
  ],
  [
    'a rule of a verb',
    '/tasks',
    { title: 'A', assigned_to: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' },
    { path: 'assigned_to', rule: 'stated', limit: 'not an active user of this account' },
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

test('400 for a key of another request has its rule', async () => {
  const once = { 'Idempotency-Key': 'the-same' };
  assert.equal((await admin.post('/tasks', { title: 'A' }, once)).status, 201);
  const { status, body } = await admin.post('/tasks', { title: 'B' }, once);
  assert.deepEqual([status, body.details.rule], [400, 'already_used']);
});

test('400 for arguments that break the schema of their skill has the path within them', async () => {
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

test('400 of /v1 has exactly two members for the same inputs', async () => {
  for (const body of [{}, { title: '' }, { title: 'A', priority: 'soon' }]) {
    const refused = await api.post('/v1/api-tenant-tasks', body);
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys(refused.body), ['error', 'message']);
  }
});
