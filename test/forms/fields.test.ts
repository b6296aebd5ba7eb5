import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertAnswers,
  assertExactNumbers,
  listMissing,
  readFields,
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
    'must be a list of any of good, worn',
  ],
];

for (const [type, taken, refused, message] of ANSWERS) {
  test(`answers to a field of the type ${type}`, () => {
    const fields = readFields([{ key: 'a', type, options: OPTIONS }]);
    for (const answer of [...taken, '', ' ', null, undefined, []]) assertAnswers(fields, { a: answer });
    for (const answer of refused)
      assert.throws(
        () => assertAnswers(fields, { a: answer }),
        { message: `answers.a: ${message}` },
        String(answer),
      );
  });
}

test('a field of another type takes any answer, a choice without options any text', () => {
  assertAnswers(readFields([{ key: 'a', type: 'drawing' }]), { a: { lines: [1] } });
  const choice = readFields([{ key: 'a', type: 'choice' }]);
  assertAnswers(choice, { a: 'anything' });
  assert.throws(() => assertAnswers(choice, { a: 1 }), { message: 'answers.a: must be one of ' });
});

test('a refusal names 50 options, and how many more there are', () => {
  const messageFor = (count: number) => {
    const options = Array.from({ length: count }, (_, at) => `o${at}`);
    try {
      assertAnswers(readFields([{ key: 'a', type: 'choice', options }]), { a: 'other' });
    } catch (error) {
      return (error as Error).message;
    }
    return assert.fail('the answer was taken');
  };
  assert.match(messageFor(50), /o48, o49$/);
  assert.match(messageFor(52), /o48, o49 and 2 more$/);
});

test('fields are in the order of their positions, those without one last; fields without a key are left out', () => {
  const fields = [
    { key: 'last' },
    { key: 'later', position: 2 },
    { key: ' ', position: 1 },
    { label: 'No key', position: 1 },
    { key: 'first', position: 0 },
    { key: 'end' },
  ];
  assert.deepEqual(
    readFields(fields).map(({ key }) => key),
    ['first', 'later', 'last', 'end'],
  );
});

test('a field keeps the members that have our shape', () => {
  assert.deepEqual(
    readFields([
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

test('required fields without an answer are missing, also when their key is a member of every object', () => {
  const fields = readFields(
    ['empty', 'blank', 'none', 'listed', 'no', 'zero', 'constructor', 'optional'].map((key) => ({
      key,
      required: key !== 'optional',
    })),
  );
  const answers = { empty: '', blank: ' ', none: null, listed: [], no: false, zero: 0 };
  assert.deepEqual(listMissing(fields, answers), ['empty', 'blank', 'none', 'listed', 'constructor']);
});

test('numbers up to the largest exact integer are kept, however deep they are', () => {
  const most = Number.MAX_SAFE_INTEGER;
  assertExactNumbers([{ min: -most, max: most }, null, 'x'], 'fields');
  for (const value of [most + 1, -most - 1])
    assert.throws(
      () => assertExactNumbers([{ bounds: [value] }], 'fields'),
      /^Failure: fields: a number beyond/,
    );
});
