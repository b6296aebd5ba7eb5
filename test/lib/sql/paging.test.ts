import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutPage, pageOf } from '../../../src/lib/sql/paging.ts';

test('has_more is true only if more rows were found than are returned', () => {
  assert.deepEqual(cutPage([1, 2], 3), { shown: [1, 2], has_more: false });
  assert.deepEqual(cutPage([1, 2, 3], 3), { shown: [1, 2, 3], has_more: false });
  assert.deepEqual(cutPage([1, 2, 3, 4], 3), { shown: [1, 2, 3], has_more: true });
});

test('a page beyond the end has no rows and keeps the total', () => {
  assert.deepEqual(pageOf([{ total: 7, id: null }]), { shown: [], total: 7 });
  assert.deepEqual(pageOf([{ total: 7, key: null }], 'key'), { shown: [], total: 7 });
  assert.deepEqual(pageOf([]), { shown: [], total: 0 });
});

test('the rows of a page do not contain the total that each database row has', () => {
  const rows = [
    { total: 2, id: 'a', name: null },
    { total: 2, id: 'b', name: 'B' },
  ];
  assert.deepEqual(pageOf<{ id: string; name: string | null }>(rows), {
    shown: [
      { id: 'a', name: null },
      { id: 'b', name: 'B' },
    ],
    total: 2,
  });
});
