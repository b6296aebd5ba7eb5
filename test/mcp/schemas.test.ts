import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../../src/doors/declaration.ts';
import { truncateRows, withoutMembers } from '../../src/mcp/answers.ts';
import { toolInputSchemaOf, toolOutputSchemaOf } from '../../src/mcp/schemas.ts';
import type { Schema } from '../../src/lib/schema/openapi.ts';
import { TIME_RULE } from '../../src/lib/schema/schema.ts';

const operationOf = (parts: { query?: Schema; body?: Schema; answer?: Schema }) =>
  ({ answer: {}, ...parts }) as unknown as Operation;

test('the input of a tool has the members of query and body, without irrelevant keywords', () => {
  const query: Schema = {
    required: ['task_id', 'limit'],
    properties: {
      task_id: { type: 'string', format: 'uuid', description: 'The id of the task.' },
      user_id: { type: 'string', format: 'uuid', description: 'Who did it.' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      offset: { type: 'integer', minimum: 0, default: 0 },
      from: { type: 'string', format: 'timestamp', description: `Not earlier. ${TIME_RULE}`, maxLength: 40 },
      secret: { type: 'string' },
    },
  };
  const body: Schema = {
    required: ['tags', 'kind'],
    properties: {
      tags: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 0, maximum: 9 } },
      kind: { enum: ['a', 'b'], default: 'a' },
      of: {
        anyOf: [{ type: 'null' }, { type: 'object', required: ['x'], properties: { x: { type: 'string' } } }],
      },
    },
  };
  assert.deepEqual(toolInputSchemaOf(operationOf({ query, body }), ['secret']), {
    type: 'object',
    properties: {
      task_id: { type: 'string', format: 'uuid' },
      user_id: { type: 'string', format: 'uuid', description: 'Who did it.' },
      limit: { type: 'integer', maximum: 50, default: 20 },
      offset: { type: 'integer' },
      from: { type: 'string', format: 'date-time', description: 'Not earlier.' },
      tags: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 0, maximum: 9 } },
      kind: { enum: ['a', 'b'] },
      of: {
        anyOf: [{ type: 'null' }, { type: 'object', required: ['x'], properties: { x: { type: 'string' } } }],
      },
    },
    required: ['task_id', 'tags'],
  });
  assert.deepEqual(toolInputSchemaOf(operationOf({}), []), { type: 'object', properties: {} });
});

test('the description of a tool has names and types of members and rows; of several alternatives, only the first', () => {
  const row: Schema = {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      at: { type: ['string', 'null'] },
      hidden: { type: 'string' },
    },
  };
  const answer: Schema = {
    oneOf: [
      {
        type: 'object',
        properties: {
          tasks: { type: 'array', items: row },
          total: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          any: {},
          hidden: { type: 'string' },
        },
      },
      row,
    ],
  };
  const output = {
    type: 'object',
    properties: {
      tasks: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' }, at: { type: ['string', 'null'] } } },
      },
      total: { type: ['integer', 'null'] },
      any: {},
    },
  };
  assert.deepEqual(toolOutputSchemaOf(operationOf({ answer }), ['hidden']), output);
  assert.deepEqual(toolOutputSchemaOf(operationOf({ answer: answer.oneOf?.[0] ?? {} }), ['hidden']), output);
  assert.deepEqual(toolOutputSchemaOf(operationOf({}), []), { type: 'object' });
});

test('the named members are removed at any depth', () => {
  const at = new Date(0);
  const answer = { secret: 1, at, rows: [{ secret: 2, id: 3, deep: { secret: 4, none: null } }, 'text'] };
  assert.deepEqual(withoutMembers(answer, ['secret']), {
    at,
    rows: [{ id: 3, deep: { none: null } }, 'text'],
  });
});

test('a page holds as many rows as fit a context, and at least one', () => {
  const rowOf = (characters: number) => 'x'.repeat(characters - 2);
  const fit = (rows: string[], more = {}) => truncateRows({ rows, limit: 20, ...more });
  const rows = [rowOf(20_000), rowOf(20_000)];
  assert.deepEqual(fit(rows), { rows, limit: 20 });
  assert.deepEqual(fit([...rows, rowOf(2)]), { rows, limit: 2 });
  assert.deepEqual(fit([...rows, rowOf(2)], { has_more: false }), { rows, limit: 2, has_more: true });
  assert.deepEqual(fit([rowOf(50_000)], { has_more: false }), {
    rows: [rowOf(50_000)],
    limit: 1,
    has_more: false,
  });
  assert.deepEqual(fit([rowOf(50_000)], { has_more: true }), {
    rows: [rowOf(50_000)],
    limit: 1,
    has_more: true,
  });
  const whole = { rows: [rowOf(50_000), 'x'] };
  assert.deepEqual([truncateRows(whole), truncateRows({ limit: 5 })], [whole, { limit: 5 }]);
});
