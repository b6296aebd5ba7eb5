import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRunningExports, acquireExportSlot } from '../../src/access/exportSlots.ts';

const REFUSED = {
  code: 'TOO_MANY_REQUESTS',
  message: 'Other exports are running; try again in a few seconds',
};

test('429 for a second concurrent export of an account and for a third one in the process, until an export ends', () => {
  const before = countRunningExports();
  assert.equal(before, 0);
  const first = acquireExportSlot('a');
  assert.throws(() => acquireExportSlot('a'), REFUSED);
  const second = acquireExportSlot('b');
  assert.throws(() => acquireExportSlot('c'), REFUSED);
  assert.equal(countRunningExports(), 2);
  first[Symbol.dispose]();
  assert.equal(countRunningExports(), 1);
  const third = acquireExportSlot('c');
  assert.throws(() => acquireExportSlot('b'), REFUSED);
  for (const place of [second, third]) place[Symbol.dispose]();
  assert.equal(countRunningExports(), 0);
});
