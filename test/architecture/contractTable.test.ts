import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faultOf, isDeclared, readRows } from './contractTable.ts';

const rows = readRows(readFileSync('docs/contract.md', 'utf8'));

test('every promise of the contract table names an existing test', () => {
  assert.ok(rows.length > 200, `${rows.length}`);
  assert.deepEqual(
    rows.filter(({ tests }) => tests.length === 0).map(({ promise }) => promise),
    [],
  );
  assert.deepEqual(
    rows.flatMap(({ promise, tests }) =>
      tests.flatMap((one) => {
        const fault = faultOf(one);
        return fault === undefined ? [] : [`${promise} ${fault}`];
      }),
    ),
    [],
  );
});

test('a missing test is detected for every way to name tests', () => {
  const text =
    "const WHAT = ['no title'];\ntest('200 is there', f); test(`400 for ${what}`, f);\ntest(\n  \"it's\", f);";
  for (const name of ['200 is there', '400 for no title', '400 for ${what}', "it's"])
    assert.ok(isDeclared(text, name), name);
  for (const name of ['200 is gone', '400 for no name', '400', '200', ''])
    assert.ok(!isDeclared(text, name), name);
  assert.equal(faultOf({ file: 'nothing/here', name: 'a' }), 'test/nothing/here.test.ts is missing');
  const [row] = readRows(
    '| Promise | Tests |\n| --- | --- |\n| A title. | `tasks/create`: `201 a`; `x`: `b` |',
  );
  assert.deepEqual(row, {
    promise: 'A title.',
    tests: [
      { file: 'tasks/create', name: '201 a' },
      { file: 'x', name: 'b' },
    ],
  });
});
