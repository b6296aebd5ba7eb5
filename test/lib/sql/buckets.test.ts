import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nextBucketStart,
  bucketStartOf,
  firstBucketFrom,
  listSplitBuckets,
  BUCKET_LEVELS,
  listBucketSpans,
} from '../../../src/lib/sql/buckets.ts';
import {
  isTimestamp,
  halfOpenRangeOf,
  readTimestamp,
  toDatabaseTimestamp,
} from '../../../src/lib/time/timestamps.ts';

const at = (text: string) => new Date(text);

test('a bucket begins at or before the given time and ends after it, also at year boundaries', () => {
  for (const text of ['2026-01-31T23:59:59.999Z', '2024-02-29T00:00:00.000Z', '0099-12-31T23:00:00.500Z']) {
    for (const level of BUCKET_LEVELS) {
      assert.ok(bucketStartOf(level, at(text)) <= at(text));
      assert.ok(nextBucketStart(level, at(text)) > at(text));
    }
  }
  assert.deepEqual(nextBucketStart('month', at('2026-12-07T08:09:10Z')), at('2027-01-01T00:00:00Z'));
});

test('the start time of a bucket belongs to the bucket', () => {
  assert.deepEqual(firstBucketFrom('day', at('2026-03-01T00:00:00Z')), at('2026-03-01T00:00:00Z'));
  assert.deepEqual(firstBucketFrom('day', at('2026-03-01T00:00:00.001Z')), at('2026-03-02T00:00:00Z'));
});

test('buckets cover the time from the given time on without gaps', () => {
  const moment = at('2026-03-04T05:06:07.008Z');
  const spans = listBucketSpans(moment).toReversed();
  for (const [index, { before }] of spans.entries()) assert.deepEqual(before, spans[index + 1]?.from);
  assert.deepEqual(spans[0]?.from, at('2026-03-04T05:06:08Z'));
});

test('the rows of each split bucket are read one by one up to the start of the next lower level', () => {
  assert.deepEqual(listSplitBuckets(at('2026-03-04T05:06:07.008Z')), [
    { level: 'month', starts_at: at('2026-03-01T00:00:00Z'), ends_at: at('2026-03-05T00:00:00Z') },
    { level: 'day', starts_at: at('2026-03-04T00:00:00Z'), ends_at: at('2026-03-04T06:00:00Z') },
    { level: 'hour', starts_at: at('2026-03-04T05:00:00Z'), ends_at: at('2026-03-04T05:07:00Z') },
    { level: 'minute', starts_at: at('2026-03-04T05:06:00Z'), ends_at: at('2026-03-04T05:06:08Z') },
  ]);
});

test('no rows are read one by one if the given time is the start of a lower bucket', () => {
  const [month, day] = listSplitBuckets(at('2026-03-04T00:00:00Z'));
  assert.deepEqual(month?.ends_at, at('2026-03-04T00:00:00Z'));
  assert.deepEqual(day?.ends_at, at('2026-03-04T00:00:00Z'));
});

const read: [string, string, boolean][] = [
  ['2026-03-26', '2026-03-26T00:00:00.000Z', true],
  ['2026-03-26 10:11', '2026-03-26T10:11:00.000Z', true],
  ['2026-03-26T10:11:12.3456+02:00', '2026-03-26T08:11:12.345Z', false],
  ['2026-03-26t10:11:12.345000z', '2026-03-26T10:11:12.345Z', true],
  ['2026-03-26T10:11:12.9999999Z', '2026-03-26T10:11:12.999Z', false],
  ['0001-01-01T00:00:00-0130', '0001-01-01T01:30:00.000Z', true],
];
for (const [text, moment, is_whole] of read) {
  test(`${text} is ${moment}`, () => {
    assert.ok(isTimestamp(text));
    assert.deepEqual(readTimestamp(text), { at: at(moment), is_whole });
  });
}

test('an inclusive range becomes a half-open one of whole milliseconds', () => {
  assert.deepEqual(halfOpenRangeOf({ from: '2026-03-26T10:00:00.0001Z', to: '2026-03-26T10:00:00.0009Z' }), {
    from: at('2026-03-26T10:00:00.001Z'),
    before: at('2026-03-26T10:00:00.001Z'),
  });
});

test('a time beyond year 9999 is infinity for the database', () => {
  assert.equal(toDatabaseTimestamp(new Date(Date.parse('9999-12-31T23:59:59.999Z') + 1)), 'infinity');
  assert.equal(toDatabaseTimestamp(new Date(Date.parse('0001-01-01T00:00:00.000Z') - 1)), '-infinity');
});
