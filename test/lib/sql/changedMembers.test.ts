import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedMembers, hasNoMembers } from '../../../src/lib/sql/changedMembers.ts';

const STORED = { name: 'A', aliases: ['x', 'y'], category: null, is_active: true };

test('a value equal to the stored one is no change', () => {
  assert.deepEqual(changedMembers(STORED, { ...STORED }), {});
  assert.equal(hasNoMembers(changedMembers(STORED, { ...STORED })), true);
});

test('a different value is a change, an absent value is not', () => {
  const sent = { name: 'B', aliases: ['y', 'x'], category: 'pumps', is_active: undefined };
  assert.deepEqual(changedMembers(STORED, sent), { name: 'B', aliases: ['y', 'x'], category: 'pumps' });
  assert.deepEqual(changedMembers(STORED, { category: null, name: null }), { name: null });
  assert.equal(hasNoMembers({ name: null }), false);
});
