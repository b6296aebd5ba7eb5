import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertAnswersMatchFields,
  assertExactNumbers,
  listMissingFieldKeys,
  selectSupportedFields,
} from '../../src/features/forms/fields.ts';

const OPTIONS = ['good', 'worn'];

const ANSWERS: [type: string, taken: unknown[], refused: unknown[], message: string][] = [
  ['text', ['x', '0'], [1, true, ['x'], {}], 'must be text'],
  ['long_text', ['x\ny'], [1, {}], 'must be text'],
  ['number', [0, -1.5], ['1', true], 'must be a number'],
  [
    'date',
    ['2026-03-02', '2024-02-29'],
    ['2026-02-29', '2026-13-01', '2026-3-2', '2026-03-02T00:00:00Z', 20_260_302],
    'must be a date, such as 2026-03-02',
  ],
  [
    'time',
    ['00:00', '19:59', '23:59', '14:30:59'],
    ['24:00', '14:60', '14:30:60', '1:30', '14', 1_430],
    'must be a time, such as 14:30',
  ],
  ['yes_no', [true, false], ['true', 1], 'must be true or false'],
  ['choice', ['good'], ['bad', 1, ['good']], 'must be one of good, worn'],
  [
    'choices',
    [['good'], ['worn', 'good']],
    ['good', ['bad'], ['good', 'good'], [1]],
    'must be a list of these options: good, worn',
  ],
];

for (const [type, taken, refused, message] of ANSWERS) {
  test(`valid answers to a field of the type ${type} are accepted, others are rejected`, () => {
    const fields = selectSupportedFields([{ key: 'a', type, options: OPTIONS }]);
    for (const answer of [...taken, '', ' ', null, undefined, []])
      assertAnswersMatchFields(fields, { a: answer });
    for (const answer of refused)
      assert.throws(
        () => assertAnswersMatchFields(fields, { a: answer }),
        { message: `answers.a: ${message}` },
        String(answer),
      );
  });
}

test('a field of an unknown type accepts any answer, a choice without options any text', () => {
  assertAnswersMatchFields(selectSupportedFields([{ key: 'a', type: 'drawing' }]), { a: { lines: [1] } });
  const choice = selectSupportedFields([{ key: 'a', type: 'choice' }]);
  assertAnswersMatchFields(choice, { a: 'anything' });
  assert.throws(() => assertAnswersMatchFields(choice, { a: 1 }), { message: 'answers.a: must be one of ' });
});

test('an error names 50 options and the number of further ones', () => {
  const messageFor = (count: number) => {
    const options = Array.from({ length: count }, (_, at) => `o${at}`);
    try {
      assertAnswersMatchFields(selectSupportedFields([{ key: 'a', type: 'choice', options }]), {
        a: 'other',
      });
    } catch (error) {
      return (error as Error).message;
    }
    return assert.fail('the answer was taken');
  };
  assert.match(messageFor(50), /o48, o49$/);
  assert.match(messageFor(52), /o48, o49 and 2 more$/);
});

test('fields are sorted by position, fields without a position last; fields without a key are omitted', () => {
  const fields = [
    { key: 'last' },
    { key: 'later', position: 2 },
    { key: ' ', position: 1 },
    { label: 'No key', position: 1 },
    { key: 'first', position: 0 },
    { key: 'end' },
  ];
  assert.deepEqual(
    selectSupportedFields(fields).map(({ key }) => key),
    ['first', 'later', 'last', 'end'],
  );
});

test('a field keeps only valid members', () => {
  assert.deepEqual(
    selectSupportedFields([
      { key: 'a', label: 'A', type: 'text', required: true, options: ['x', 1], help: 'How', position: 1 },
      { key: 'b', label: ' ', type: 'other', required: 'yes', options: 'x', help: 1, position: '1' },
    ]),
    [
      { key: 'a', label: 'A', type: 'text', required: true, options: ['x'], help: 'How', position: 1 },
      {
        key: 'b',
        label: 'b',
        type: undefined,
        required: false,
        options: [],
        help: undefined,
        position: undefined,
      },
    ],
  );
});

test('required fields without an answer are missing, also if their key is a member of Object.prototype', () => {
  const fields = selectSupportedFields(
    ['empty', 'blank', 'none', 'listed', 'no', 'zero', 'constructor', 'optional'].map((key) => ({
      key,
      required: key !== 'optional',
    })),
  );
  const answers = { empty: '', blank: ' ', none: null, listed: [], no: false, zero: 0 };
  assert.deepEqual(listMissingFieldKeys(fields, answers), [
    'empty',
    'blank',
    'none',
    'listed',
    'constructor',
  ]);
});

test('numbers up to the largest exact integer are stored at any depth', () => {
  const most = Number.MAX_SAFE_INTEGER;
  assertExactNumbers([{ min: -most, max: most }, null, 'x'], 'fields');
  for (const value of [most + 1, -most - 1])
    assert.throws(
      () => assertExactNumbers([{ bounds: [value] }], 'fields'),
      /^Failure: fields: numbers beyond/,
    );
});
