import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../../src/lib/schema/type.ts';
import { createAnswerCheck, bodyReader, describeFault, queryReader } from '../../../src/lib/http/validate.ts';
import { Answer, Input, Nullable, Page, TimestampInput, Uuid } from '../../../src/lib/schema/schema.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

test('a response must match its declaration: no additional, missing or wrongly typed member', () => {
  const check = createAnswerCheck(Answer({ id: Uuid, note: Nullable(Type.String()) }));
  assert.equal(check({ id: ID, note: null }), null);
  for (const wrong of [{ id: ID }, { id: ID, note: 7 }, { id: ID, note: '', more: 1 }, null])
    assert.ok(check(wrong), JSON.stringify(wrong));
});

test('400 for a number in a body that is not finite; the body is unchanged for every other number', () => {
  const read = bodyReader(Input({ score: Type.Number() }));
  for (const score of [Infinity, -Infinity]) assert.throws(() => read({ score }), { code: 'BAD_REQUEST' });
  assert.deepEqual(read({ score: -1e308, other: 1 }), { score: -1e308 });
});

test('an empty parameter counts as absent, and paging parameters have default values', () => {
  const read = queryReader(Input({ id: Type.Optional(Uuid), ...Page }));
  assert.deepEqual({ ...read({ id: '', limit: '', offset: '7' }) }, { limit: 50, offset: 7 });
  for (const limit of ['0', '101', '1e1', ' 1', '0x1', '-1', '1.0'])
    assert.throws(() => read({ limit }), { code: 'BAD_REQUEST' }, limit);
});

const Part = Type.Object({ name: Type.String(), size: Type.Optional(Type.Integer()) });
const readWhole = bodyReader(Input({ whole: Part, parts: Type.Optional(Type.Array(Part)) }));
for (const [fault, body] of [
  ['whole: required', {}],
  ['whole.name: required', { whole: {} }],
  ['parts.1.name: required', { whole: { name: '' }, parts: [{ name: '' }, {}] }],
  ['body: must be an object', 7],
  ['whole: must be an object', { whole: 7 }],
  ['whole.size: must be an integer', { whole: { name: '', size: '7' } }],
  ['parts.1.name: must be a string', { whole: { name: '' }, parts: [{ name: '' }, { name: 7 }] }],
] as const)
  test(`400 ${fault}`, () => {
    assert.throws(() => readWhole(body), { code: 'BAD_REQUEST', message: fault });
  });

const One = {
  kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
  text: Type.Optional(Type.String({ minLength: 2, maxLength: 3 })),
  mail: Type.Optional(Type.String({ format: 'email' })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  list: Type.Optional(Type.Array(Type.String(), { maxItems: 2, uniqueItems: true })),
  large: Type.Optional(Type.Array(Type.String(), { 'x-max-characters': 7 })),
};
const readOne = bodyReader(Input(One));
const FAULTS: [object, string, object][] = [
  [{ text: 'a' }, 'text: must have at least 2 characters', { path: 'text', rule: 'min_length', limit: 2 }],
  [{ text: 'aaaa' }, 'text: must have at most 3 characters', { path: 'text', rule: 'max_length', limit: 3 }],
  [{ mail: 'a' }, 'mail: must be a valid email', { path: 'mail', rule: 'format', limit: 'email' }],
  [{ count: 0 }, 'count: must be at least 1', { path: 'count', rule: 'minimum', limit: 1 }],
  [{ count: 10 }, 'count: must be at most 9', { path: 'count', rule: 'maximum', limit: 9 }],
  [{ count: '7' }, 'count: must be an integer', { path: 'count', rule: 'type', limit: 'integer' }],
  [
    { list: ['a', 'b', 'c'] },
    'list: must have at most 2 items',
    { path: 'list', rule: 'max_items', limit: 2 },
  ],
  [
    { list: ['a', 'a'] },
    'list: items 0 and 1 are equal',
    { path: 'list', rule: 'unique_items', limit: null },
  ],
  [
    { large: ['abcd'] },
    'large: must be at most 7 characters as JSON',
    { path: 'large', rule: 'max_characters', limit: 7 },
  ],
];
for (const [body, message, details] of FAULTS)
  test(`400 with its rule and limit: ${message}`, () => {
    assert.throws(() => readOne(body), { message, details });
  });

test('the largest list as JSON is accepted', () => {
  assert.deepEqual(readOne({ large: ['abc'] }), { large: ['abc'] });
});

test('400 with the path of a missing required member, and for faults of the body as a whole', () => {
  assert.throws(() => readWhole({ whole: {} }), {
    details: { path: 'whole.name', rule: 'required', limit: null },
  });
  assert.throws(() => readWhole([]), { details: { path: 'body', rule: 'type', limit: 'object' } });
  assert.deepEqual(describeFault([], 'body'), {
    message: 'body: invalid',
    details: { path: 'body', rule: 'invalid', limit: null },
  });
});

test('a missing body counts as empty, and an undeclared body is not read', () => {
  assert.deepEqual(readOne(undefined), {});
  assert.equal(bodyReader(undefined)({ a: 1 }), undefined);
  assert.deepEqual(queryReader(Input({}))({ more: '1' }), {});
});

test('ids and times of a body are normalized, also in lists, variants and members; bounds in a query are unchanged', () => {
  const Times = {
    id: Type.Optional(Uuid),
    ids: Type.Optional(Type.Array(Uuid)),
    at: Type.Optional(Nullable(TimestampInput)),
    within: Type.Optional(Type.Object({ id: Uuid, note: Type.Optional(Type.String()) })),
  };
  const read = bodyReader(Input(Times));
  const upper = ID.toUpperCase();
  assert.deepEqual(
    read({ id: upper, ids: [upper], at: '2026-03-04T06:06:07+01:00', within: { id: upper, note: upper } }),
    { id: ID, ids: [ID], at: '2026-03-04T05:06:07.000Z', within: { id: ID, note: upper } },
  );
  assert.deepEqual(read({ at: null }), { at: null });
  const ask = queryReader(Input({ id: Type.Optional(Uuid), from: Type.Optional(TimestampInput) }));
  assert.deepEqual(
    { ...ask({ id: upper, from: '2026-03-04T06:06:07.1234 01:00' }) },
    {
      id: ID,
      from: '2026-03-04T06:06:07.1234+01:00',
    },
  );
});
