import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../../src/lib/schema/type.ts';
import { answerCheck, bodyReader, queryReader } from '../../../src/lib/http/validate.ts';
import { Answer, Input, Nullable, Page, Uuid } from '../../../src/lib/schema/schema.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

test('an answer is held to its declaration: no member more, none less, none of another type', () => {
  const check = answerCheck(Answer({ id: Uuid, note: Nullable(Type.String()) }));
  assert.equal(check({ id: ID, note: null }), null);
  for (const wrong of [{ id: ID }, { id: ID, note: 7 }, { id: ID, note: '', more: 1 }, null])
    assert.ok(check(wrong), JSON.stringify(wrong));
});

test('400 for a number of a body that is not finite, and the body as it is for every other', () => {
  const read = bodyReader(Input({ score: Type.Number() }));
  for (const score of [Infinity, -Infinity]) assert.throws(() => read({ score }), { code: 'BAD_REQUEST' });
  assert.deepEqual(read({ score: -1e308, other: 1 }), { score: -1e308 });
});

test('an empty parameter counts as absent, and a page has its defaults', () => {
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
  ['body: must be object', 7],
  ['whole: must be object', { whole: 7 }],
  ['whole.size: must be integer', { whole: { name: '', size: '7' } }],
  ['parts.1.name: must be string', { whole: { name: '' }, parts: [{ name: '' }, { name: 7 }] }],
] as const)
  test(`400 ${fault}`, () => {
    assert.throws(() => readWhole(body), { code: 'BAD_REQUEST', message: fault });
  });
