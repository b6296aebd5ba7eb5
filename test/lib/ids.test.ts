import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdOf, isUuid, newId } from '../../src/lib/ids.ts';

const now = new Date('2026-03-02T09:00:00.000Z');
/** A time that no other id of this process has, because ids of the same millisecond are numbered consecutively. */
const UNUSED_MS = Date.UTC(1999, 0, 1);

test('an id is a UUIDv7 of its time', () => {
  assert.match(newId(now), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(newId(now) > firstIdOf(now));
  assert.ok(newId(now) < firstIdOf(new Date(now.getTime() + 1)));
});

test('the smallest and the largest id of a time are valid ids of that time', () => {
  for (const year of ['0001', '9999', '+020000'])
    assert.ok(isUuid(firstIdOf(new Date(`${year}-01-01T00:00:00Z`))));
  assert.ok(firstIdOf(new Date('0001-01-01T00:00:00Z')) < newId(now));
});

test('ids of one millisecond sort in creation order', () => {
  const ids = Array.from({ length: 20_000 }, () => newId(now));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('an id for a past time does not affect ids of the current time', () => {
  const ids = Array.from({ length: 200 }, () => {
    newId(new Date(now.getTime() - 1_000));
    return newId(now);
  });
  assert.deepEqual(ids.toSorted(), ids);
});

test('ids of a past time also sort in creation order', () => {
  const past = new Date(now.getTime() - 5_000);
  newId(now);
  const ids = Array.from({ length: 200 }, () => {
    newId(new Date(past.getTime() - 1_000));
    return newId(past);
  });
  assert.deepEqual(ids.toSorted(), ids);
});

test('the ids of a millisecond start at a random value in the lower half of the range', () => {
  const beginnings = Array.from({ length: 64 }, (_, at) => {
    const [, , high = '', low = ''] = newId(new Date(UNUSED_MS + at)).split('-');
    return (Number.parseInt(high.slice(1), 16) << 12) + ((Number.parseInt(low, 16) & 0x3fff) >> 2);
  });
  assert.ok(beginnings.every((beginning) => beginning < 2 ** 23));
  assert.ok(beginnings.some((beginning) => beginning >= 2 ** 22));
  assert.ok(beginnings.some((beginning) => beginning < 2 ** 22));
});

test('only a complete UUID is accepted as an id', () => {
  assert.ok(isUuid('0198F0C4-7c5e-7a10-9d3e-5b1f6a2c8e40'));
  for (const text of [
    '',
    'x',
    '0198f0c47c5e7a109d3e5b1f6a2c8e40',
    '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40\n',
  ]) {
    assert.ok(!isUuid(text), text);
  }
});
