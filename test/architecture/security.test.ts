import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faultOf, readRows } from './contractTable.ts';

const rows = readRows(readFileSync('SECURITY.md', 'utf8'));

test('every promise of SECURITY.md names an existing test', () => {
  assert.ok(rows.length >= 23, `${rows.length}`);
  const faults = rows.flatMap(({ promise, tests }) =>
    tests.length === 0 ? [`${promise} is not tested`] : tests.map(faultOf).filter((one) => one !== undefined),
  );
  assert.deepEqual(faults, []);
});
