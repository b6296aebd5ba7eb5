import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type, type TSchema } from '../../src/lib/schema/type.ts';
import { describeError } from '../../dashboard/api/errorTexts.ts';
import { badRequest, Failure, missingMember } from '../../src/lib/errors.ts';
import { untranslated } from '../../src/lib/text/reasons.ts';
import { userReasons } from '../../src/features/users/reasons.ts';
import {
  acceptAttribute,
  DOCUMENT_FILES,
  findFileError,
  FORM_TEMPLATE_FILES,
} from '../../dashboard/format/fileRules.ts';
import { t } from '../../dashboard/language/t.ts';
import { FILE_ENDINGS } from '../../src/lib/documents/formats.ts';
import { bodyReader } from '../../src/lib/http/validate.ts';
import { schemaReasons } from '../../src/lib/schema/reasons.ts';
import { PICTURE_TYPES } from '../../src/lib/images/inspect.ts';
import { TECHNICAL_WORDS } from '../support/technicalWords.ts';

/** Invalid values, each for another rule of a schema. */
const REFUSED: readonly [what: string, schema: TSchema, value: unknown][] = [
  ['too short', Type.String({ minLength: 1 }), ''],
  ['one character too short', Type.String({ minLength: 3 }), 'ab'],
  ['too long', Type.String({ maxLength: 2 }), 'abc'],
  ['another pattern', Type.String({ pattern: '^[a-z]+$' }), 'A'],
  ['an invalid id', Type.String({ format: 'uuid' }), ''],
  ['an invalid address', Type.String({ format: 'email' }), 'x'],
  ['an invalid time', Type.String({ format: 'timestamp' }), 'x'],
  ['an invalid name', Type.String({ format: 'name' }), ' '],
  ['too small', Type.Integer({ minimum: 1 }), 0],
  ['too large', Type.Integer({ maximum: 1 }), 2],
  ['not above an exclusive minimum', Type.Number({ exclusiveMinimum: 1 }), 1],
  ['not a multiple', Type.Number({ multipleOf: 2 }), 1],
  ['another type', Type.String(), 1],
  ['one of two types', Type.Unsafe({ type: ['string', 'null'] }), 1],
  ['not in the enum', Type.Unsafe({ type: 'string', enum: ['in_progress', 'open'] }), 'x'],
  ['too few', Type.Array(Type.String(), { minItems: 1 }), []],
  ['too many', Type.Array(Type.String(), { maxItems: 0 }), ['x']],
  ['the same twice', Type.Array(Type.String(), { uniqueItems: true }), ['x', 'x']],
  ['too many members', Type.Unsafe({ type: 'object', maxProperties: 0 }), { x: 1 }],
  ['a missing member', Type.Object({ part_number: Type.String() }), {}],
  ['no matching alternative', Type.Unsafe({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 1],
  ['no allowed value', Type.Unsafe({ not: {} }), 1],
  ['another constant', Type.Unsafe({ const: 'x' }), 1],
];

for (const [what, schema, value] of REFUSED)
  test(`an error for ${what} has a text for users`, () => {
    const message = inWords(refusalOf('part_number', schema, value));
    assert.match(message, /^Part number(, part number)?: [a-z]/);
    assert.doesNotMatch(message, TECHNICAL_WORDS);
  });

test('schema messages are not shown to users', () => {
  const raw = REFUSED.map(([, schema, value]) => refusalOf('query', schema, value));
  for (const word of [/NOT/, /must match/, /_/]) assert.ok(raw.some(({ message }) => word.test(message)));
  for (const message of raw.map((refusal) => refusal.message).filter((one) => /NOT|must match|_/.test(one)))
    assert.match(message, TECHNICAL_WORDS);
});

function inWords({ code, details }: Failure): string {
  return describeError(code, details).message;
}

/** Returns the error that the server returns for an invalid member. */
function refusalOf(name: string, schema: TSchema, value: unknown): Failure {
  const read = bodyReader(Type.Object({ [name]: schema }));
  try {
    read({ [name]: value });
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return assert.fail(`${JSON.stringify(value)} was taken`);
}

const DATA: [string, TSchema, unknown, object][] = [
  ['an empty text', Type.String({ minLength: 1 }), '', { rule: 'min_length', limit: 1 }],
  ['a long text', Type.String({ maxLength: 2 }), 'abc', { rule: 'max_length', limit: 2 }],
  ['a number that is too large', Type.Integer({ maximum: 7 }), 8, { rule: 'maximum', limit: 7 }],
  [
    'too many elements',
    Type.Array(Type.String(), { maxItems: 1 }),
    ['a', 'b'],
    { rule: 'max_items', limit: 1 },
  ],
  [
    'the same twice',
    Type.Array(Type.String(), { uniqueItems: true }),
    ['a', 'a'],
    { rule: 'unique_items', limit: null },
  ],
  ['another type', Type.Integer(), 'x', { rule: 'type', limit: 'integer' }],
  ['an invalid id', Type.String({ format: 'uuid' }), 'x', { rule: 'format', limit: 'uuid' }],
  ['not in the enum', Type.Unsafe({ enum: ['a', 'b'] }), 'x', { rule: 'enum', limit: ['a', 'b'] }],
  [
    'a rule with a reason',
    Type.String({ maxLength: 1, rule: schemaReasons.length({ least: 0, most: 1 }) }),
    'ab',
    { rule: 'length', limit: null, values: { least: 0, most: 1 } },
  ],
];

for (const [name, schema, value, expected] of DATA)
  test(`a rejection of ${name} has structured details`, () => {
    assert.deepEqual(refusalOf('part_number', schema, value).details, { path: 'part_number', ...expected });
  });

test("a message names its field by the form's label", () => {
  const of = (path: string, rule: string, limit: number | null = null) =>
    describeError('BAD_REQUEST', { path, rule, limit }).message;
  assert.equal(of('arguments.query', 'min_length', 1), 'Query: required');
  assert.equal(inWords(missingMember('config.auth_header.value')), 'Auth header, value: required');
  assert.equal(of('fields.0.options', 'max_items', 1000), 'Fields 1, options: must be at most 1000');
  assert.equal(of('title', 'a_rule_of_later'), 'Title: has an invalid format');
  assert.equal(
    inWords(badRequest('user_id', userReasons.own_user)),
    'Person: you cannot do this to yourself; ask another admin',
  );
  assert.equal(
    inWords(badRequest('Host', untranslated('sent more than once'))),
    'The service does not accept this input.',
  );
});

test("a number in a text is formatted in the reader's language", () => {
  assert.equal(t('{errors} with errors', { errors: 2_646 }), '2,646 with errors');
  assert.equal(t('{errors} with errors', { errors: 7 }), '7 with errors');
  assert.equal(t('Delete {name}?', { name: '2646' }), 'Delete 2646?');
});

test('uploads accept the same files as the server', () => {
  assert.deepEqual([...DOCUMENT_FILES.accept], FILE_ENDINGS);
  assert.deepEqual([...FORM_TEMPLATE_FILES.accept], [...PICTURE_TYPES]);
  assert.equal(acceptAttribute(FORM_TEMPLATE_FILES), 'image/png,image/jpeg,image/webp,application/pdf');
});

test('a file is rejected for its type or its size', () => {
  const fault = (name: string, size: number, type = '') =>
    findFileError({ name, size, type }, DOCUMENT_FILES);
  assert.equal(fault('Handbook.PDF', 1), undefined);
  assert.equal(fault('Handbook.pdf', 25 * 1_048_576), undefined);
  assert.equal(fault('Handbook.pdf', 25 * 1_048_576 + 1), 'Must be at most 25 MB');
  assert.equal(fault('Handbook.pdf', 0), 'Empty');
  assert.equal(fault('Handbook.exe', 1), 'Must be PDF, Word, HTML, Markdown, CSV or plain text');
  assert.equal(
    findFileError({ name: 'IMG_1.HEIC', size: 1, type: 'image/heic' }, FORM_TEMPLATE_FILES),
    'Must be PNG, JPEG, WebP or PDF',
  );
});
