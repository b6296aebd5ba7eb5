import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countExports, takeExportPlace } from '../../src/access/exporting.ts';

const REFUSED = { code: 'TOO_MANY_REQUESTS', message: 'Other exports are being read, try again soon' };

test('429 for a second export of an account and for a third in the process, until one ends', () => {
  const before = countExports();
  assert.equal(before, 0);
  const first = takeExportPlace('a');
  assert.throws(() => takeExportPlace('a'), REFUSED);
  const second = takeExportPlace('b');
  assert.throws(() => takeExportPlace('c'), REFUSED);
  assert.equal(countExports(), 2);
  first[Symbol.dispose]();
  assert.equal(countExports(), 1);
  const third = takeExportPlace('c');
  assert.throws(() => takeExportPlace('b'), REFUSED);
  for (const place of [second, third]) place[Symbol.dispose]();
  assert.equal(countExports(), 0);
});
