import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exact, formatted, relative, shortDate } from '../../dashboard/components/time.ts';

const BROKEN = '10000-01-0T 04:59:59.000Z';
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

test('a text that is no time is shown as it is', () => {
  for (const show of [exact, relative, shortDate, (time: string) => formatted(DAY, time)]) {
    assert.equal(show(BROKEN), BROKEN);
  }
  assert.throws(() => DAY.format(new Date(BROKEN)), RangeError);
});

test('a time is shown for people', () => {
  assert.equal(exact('2026-03-02T09:00:00.000Z'), '2026-03-02 09:00:00 UTC');
  assert.equal(relative('2026-03-02T09:00:00.000Z', Date.parse('2026-03-02T09:05:00.000Z')), '5 min ago');
  assert.equal(shortDate('1999-12-31T23:59:59.999Z'), 'Dec 31, 1999');
  assert.equal(formatted(DAY, '9999-12-31T23:59:59.999Z'), 'Dec 31, 9999');
});
