import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOf, countShares, describeResult, isResultOf, type Result } from './support/report.ts';

const RESULT: Result = {
  file: 'src/lib/text/csv.ts',
  line: 8,
  rule: 'comparison',
  start: 4,
  end: 5,
  text: '<=',
  before: 'f(a < b);',
  after: 'f(a <= b);',
  ordinal: 0,
  area: 'src/lib/text',
  duration_ms: 1_234,
};

test('an area is a feature, a folder of lib, or a folder of src', () => {
  const files = [
    'features/tasks/sql/tasks.ts',
    'lib/http/outgoing/pool.ts',
    'lib/text/csv.ts',
    'access/sql/uses.ts',
    'app.ts',
  ];
  assert.deepEqual(
    files.map((file) => areaOf(`src/${file}`)),
    ['src/features/tasks', 'src/lib/http', 'src/lib/text', 'src/access', 'src'],
  );
});

test('the report has the share of each area, and the total share', () => {
  const results = [
    RESULT,
    { ...RESULT, noticed_by: 'a' },
    { ...RESULT, area: 'src/access', noticed_by: 'b' },
  ];
  assert.deepEqual(countShares(results), {
    'src/access': { planted: 1, noticed: 1, percent: 100 },
    'src/lib/text': { planted: 2, noticed: 1, percent: 50 },
    all: { planted: 3, noticed: 2, percent: 67 },
  });
});

test('a survivor is reported with its position and change, a detected mutation with its test', () => {
  const survived = describeResult(RESULT);
  for (const part of [
    'SURVIVED',
    '1.2 s',
    'src/lib/text/csv.ts:8',
    'comparison',
    'f(a < b);',
    '→ f(a <= b);',
  ])
    assert.ok(survived.includes(part), part);
  assert.match(describeResult({ ...RESULT, noticed_by: 'a' }), /^noticed .*csv\.ts:8 .*by "a"$/);
});

test('the stored result of a mutation is found again on another line, and not for another mutation', () => {
  assert.ok(isResultOf(RESULT, { ...RESULT, line: 9, start: 24, end: 25 }));
  for (const other of [{ ordinal: 1 }, { after: 'f(a > b);' }, { file: 'src/lib/ids.ts' }])
    assert.ok(!isResultOf(RESULT, { ...RESULT, ...other }));
});
