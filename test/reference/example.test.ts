import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleId, buildExample } from '../../src/features/reference/example.ts';

test("an example value is the schema's example, then its default, then the first allowed value", () => {
  assert.equal(buildExample({ type: 'string', examples: ['x', 'w'], default: 'y', enum: ['z'] }), 'x');
  assert.equal(buildExample({ type: 'string', default: 'y', enum: ['z', 'y'] }), 'y');
  assert.equal(buildExample({ type: 'string', enum: ['z', 'y'] }), 'z');
  assert.equal(buildExample({ const: 7 }), 7);
});

test('each format has an example in its wire format', () => {
  assert.match(
    String(buildExample({ type: 'string', format: 'uuid' }, {}, 'task_id')),
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.equal(buildExample({ type: 'string', format: 'date-time' }), '2026-03-02T09:00:00.000Z');
  assert.equal(buildExample({ type: 'string', format: 'email' }), 'ada@example.com');
  assert.equal(buildExample({ type: 'string', format: 'uri' }), 'https://example.com');
  assert.match(String(buildExample({ type: 'string', pattern: '^evt-[0-9a-f]+$' })), /^evt-[0-9a-f-]{36}$/);
  assert.equal(buildExample({ type: 'string' }, {}, 'due_next_week'), 'due next week');
  assert.equal(buildExample({ type: 'string' }), 'text');
  assert.equal(buildExample({ type: 'integer' }), 1);
  assert.equal(buildExample({ type: 'integer', minimum: -5 }), 1);
  assert.equal(buildExample({ type: 'number', minimum: 5 }), 5);
  assert.equal(buildExample({ type: 'integer', minimum: 5 }), 5);
  assert.equal(buildExample({ type: 'boolean' }), true);
});

test('each member name has its own example id', () => {
  const uuid = { type: 'string', format: 'uuid' };
  const [first, again, other] = ['a_id', 'a_id', 'b_id'].map((name) => buildExample(uuid, {}, name));
  assert.equal(first, again);
  assert.notEqual(first, other);
});

test('objects and arrays have examples at every depth', () => {
  const schema = {
    type: 'object',
    properties: {
      tags: { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } },
      owner: { type: ['object', 'null'], properties: { full_name: { type: 'string' } } },
    },
  };
  assert.deepEqual(buildExample(schema), { tags: ['red'], owner: { full_name: 'Ada Okafor' } });
});

test('a nullable member without a useful example is null', () => {
  assert.equal(buildExample({ type: ['string', 'null'], format: 'date-time' }, {}, 'completed_at'), null);
  assert.equal(buildExample({ type: ['string', 'null'] }, {}, 'external_id'), 'WO-1042');
});

test('the first alternative of a union that is not null is used', () => {
  const schema = { anyOf: [{ type: 'null' }, { type: 'object', properties: { ok: { type: 'boolean' } } }] };
  assert.deepEqual(buildExample(schema), { ok: true });
});

test('an example response repeats values of the request that the schema accepts', () => {
  const schema = {
    type: 'object',
    properties: {
      limit: { type: 'integer', default: 50 },
      status: { type: 'string', enum: ['open', 'completed'] },
      kind: { type: 'string', enum: ['a'] },
      assigned_to: { type: 'object', properties: {} },
    },
  };
  const known = { limit: '20', status: 'completed', kind: 'b', assigned_to: 'an-id' };
  assert.deepEqual(buildExample(schema, known), {
    limit: 20,
    status: 'completed',
    kind: 'a',
    assigned_to: {},
  });
});

test('an example of a recursive schema ends', () => {
  const schema: { type: string; properties: Record<string, object> } = { type: 'object', properties: {} };
  schema.properties['child'] = schema;
  assert.equal(JSON.stringify(buildExample(schema)), `${'{"child":'.repeat(6)}{}${'}'.repeat(6)}`);
});

test('an example of recursive lists ends, and each list counts as a level', () => {
  const schema: { type: string; items?: object } = { type: 'array' };
  schema.items = schema;
  assert.equal(JSON.stringify(buildExample(schema)), '[[[[[[[]]]]]]]');
});

test('a hint from a member name is used only if its type fits, and a number is at least one', () => {
  assert.equal(buildExample({ type: 'integer' }, {}, 'title'), 1);
  assert.equal(buildExample({ type: 'number', minimum: 5 }, {}, 'weight'), 5);
  assert.equal(buildExample({ type: 'number', minimum: 0 }, {}, 'weight'), 1);
  assert.deepEqual(buildExample({}, {}, 'nothing'), {});
});

test('a value of the request is used only if its type fits', () => {
  const taken = (schema: object, known: Record<string, unknown>) => buildExample(schema, known, 'it');
  assert.equal(taken({ type: 'number', default: 1 }, { it: '2.5' }), 2.5);
  assert.equal(taken({ type: 'integer', default: 1 }, { it: 'x' }), 1);
  assert.equal(taken({ type: 'boolean', default: false }, { it: '7' }), false);
  assert.equal(taken({ type: 'number' }, { it: 7 }), 7);
  assert.equal(taken({ type: 'number', default: 1 }, { it: true }), 1);
  assert.equal(taken({ type: 'string', default: 'x' }, { it: 7 }), 'x');
  assert.equal(taken({ type: 'integer', default: 1 }, { it: 7.5 }), 1);
  assert.equal(taken({ type: ['string', 'null'], default: 'x' }, { it: null }), null);
  assert.equal(taken({ type: 'string', default: 'x' }, { it: null }), 'x');
  assert.deepEqual(taken({ type: 'array', items: { type: 'string' } }, { it: ['a'] }), ['a']);
  assert.deepEqual(taken({ type: 'object', properties: {} }, { it: { a: 1 } }), { a: 1 });
  assert.equal(buildExample({ type: 'string', default: 'x' }, { toString: 'y' }, 'valueOf'), 'x');
});

test('a nested record has its own id, and a list has one element with known values', () => {
  const uuid = { type: 'string', format: 'uuid' };
  const record = { type: 'object', properties: { id: uuid } };
  const schema = {
    type: 'object',
    properties: { id: uuid, owner: record, tasks: { type: 'array', items: record } },
  };
  const example = buildExample(schema, { id: 'known' });
  assert.deepEqual(example, {
    id: 'known',
    owner: { id: exampleId('owner_id') },
    tasks: [{ id: 'known' }],
  });
  assert.deepEqual(buildExample({ type: 'array' }), []);
  assert.deepEqual(buildExample({ type: 'string', enum: ['manual', 'api'] }, {}, 'source'), 'api');
  assert.equal(buildExample({ type: ['boolean', 'null'] }), null);
});
