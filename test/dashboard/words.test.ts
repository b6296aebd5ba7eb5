import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type, type TSchema } from '../../src/lib/type.ts';
import { readFault, sentenceOf } from '../../dashboard/api/faults.ts';
import { acceptOf, DOCUMENTS, faultOfFile, TEMPLATES } from '../../dashboard/components/fileRules.ts';
import { t } from '../../dashboard/language/t.ts';
import { FILE_ENDINGS } from '../../src/lib/documents/formats.ts';
import { bodyReader } from '../../src/lib/http/validate.ts';
import { PICTURE_TYPES } from '../../src/lib/images/inspect.ts';
import { NOT_FOR_PEOPLE } from '../support/forPeople.ts';

/** What the server refuses, each by another rule of a schema. */
const REFUSED: readonly [what: string, schema: TSchema, value: unknown][] = [
  ['too short', Type.String({ minLength: 1 }), ''],
  ['a little too short', Type.String({ minLength: 3 }), 'ab'],
  ['too long', Type.String({ maxLength: 2 }), 'abc'],
  ['another form', Type.String({ pattern: '^[a-z]+$' }), 'A'],
  ['no id', Type.String({ format: 'uuid' }), ''],
  ['no address', Type.String({ format: 'email' }), 'x'],
  ['no time', Type.String({ format: 'timestamp' }), 'x'],
  ['no name', Type.String({ format: 'name' }), ' '],
  ['too small', Type.Integer({ minimum: 1 }), 0],
  ['too large', Type.Integer({ maximum: 1 }), 2],
  ['much too small', Type.Number({ exclusiveMinimum: 1 }), 1],
  ['no multiple', Type.Number({ multipleOf: 2 }), 1],
  ['another type', Type.String(), 1],
  ['one of two types', Type.Unsafe({ type: ['string', 'null'] }), 1],
  ['none of the words', Type.Unsafe({ type: 'string', enum: ['in_progress', 'open'] }), 'x'],
  ['too few', Type.Array(Type.String(), { minItems: 1 }), []],
  ['too many', Type.Array(Type.String(), { maxItems: 0 }), ['x']],
  ['the same twice', Type.Array(Type.String(), { uniqueItems: true }), ['x', 'x']],
  ['too many members', Type.Unsafe({ type: 'object', maxProperties: 0 }), { x: 1 }],
  ['a member missing', Type.Object({ part_number: Type.String() }), {}],
  ['nothing of several', Type.Unsafe({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 1],
  ['nothing at all', Type.Unsafe({ not: {} }), 1],
  ['another constant', Type.Unsafe({ const: 'x' }), 1],
];

for (const [what, schema, value] of REFUSED)
  test(`a refusal of ${what} is said in words for people`, () => {
    const message = inWords(refusalOf('part_number', schema, value));
    assert.match(message, /^Part number(, part number)?: [a-z]/);
    assert.doesNotMatch(message, NOT_FOR_PEOPLE);
  });

test('the words of the schemas are not for people', () => {
  const raw = REFUSED.map(([, schema, value]) => refusalOf('query', schema, value));
  for (const word of [/NOT/, /must match/, /_/]) assert.ok(raw.some((message) => word.test(message)));
  for (const message of raw.filter((one) => /NOT|must match|_/.test(one)))
    assert.match(message, NOT_FOR_PEOPLE);
});

function inWords(message: string): string {
  const fault = readFault(message);
  return fault ? sentenceOf(fault) : message;
}

/** The message of the server for one member. */
function refusalOf(name: string, schema: TSchema, value: unknown): string {
  const read = bodyReader(Type.Object({ [name]: schema }));
  try {
    read({ [name]: value });
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return assert.fail(`${JSON.stringify(value)} was taken`);
}

test('a message names its field as the form does', () => {
  assert.equal(inWords('arguments.query: must NOT have fewer than 1 characters'), 'Query: required');
  assert.equal(inWords('config.auth_header.value: required'), 'Auth header, value: required');
  assert.equal(
    inWords('template_image_url or template_image_base64: one of them is required'),
    'Template: required',
  );
  assert.equal(
    inWords('fields.0.options: must NOT have more than 1000 items'),
    'Fields 1, options: must be at most 1000',
  );
  assert.equal(inWords('user_id: this is you, ask another admin'), 'Person: this is you, ask another admin');
  assert.equal(inWords('The service does not answer'), 'The service does not answer');
});

test('a number in a text is grouped as its reader does', () => {
  assert.equal(t('{errors} refused', { errors: 2_646 }), '2,646 refused');
  assert.equal(t('{errors} refused', { errors: 7 }), '7 refused');
  assert.equal(t('Delete {name}?', { name: '2646' }), 'Delete 2646?');
});

test('uploads offer and take what the server takes', () => {
  assert.deepEqual([...DOCUMENTS.accept], FILE_ENDINGS);
  assert.deepEqual([...TEMPLATES.accept], [...PICTURE_TYPES]);
  assert.equal(acceptOf(TEMPLATES), 'image/png,image/jpeg,image/webp,application/pdf');
});

test('a file is refused for its kind or its size', () => {
  const fault = (name: string, size: number, type = '') => faultOfFile({ name, size, type }, DOCUMENTS);
  assert.equal(fault('Handbook.PDF', 1), undefined);
  assert.equal(fault('Handbook.pdf', 25 * 1_048_576), undefined);
  assert.equal(fault('Handbook.pdf', 25 * 1_048_576 + 1), 'Must be at most 25 MB');
  assert.equal(fault('Handbook.pdf', 0), 'Is empty');
  assert.equal(fault('Handbook.exe', 1), 'Must be PDF, Word, HTML, Markdown, CSV or plain text');
  assert.equal(
    faultOfFile({ name: 'IMG_1.HEIC', size: 1, type: 'image/heic' }, TEMPLATES),
    'Must be PNG, JPEG, WebP or PDF',
  );
});
