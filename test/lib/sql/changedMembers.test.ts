import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedMembers, isEmpty } from '../../../src/lib/sql/changedMembers.ts';

const STORED = { name: 'A', aliases: ['x', 'y'], category: null, is_active: true };

test('what is sent as it is stored is no change', () => {
  assert.deepEqual(changedMembers(STORED, { ...STORED }), {});
  assert.equal(isEmpty(changedMembers(STORED, { ...STORED })), true);
});

test('what differs is a change, and what is not sent is none', () => {
  const sent = { name: 'B', aliases: ['y', 'x'], category: 'pumps', is_active: undefined };
  assert.deepEqual(changedMembers(STORED, sent), { name: 'B', aliases: ['y', 'x'], category: 'pumps' });
  assert.deepEqual(changedMembers(STORED, { category: null, name: null }), { name: null });
  assert.equal(isEmpty({ name: null }), false);
});
