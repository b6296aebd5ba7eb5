import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  toAccountDay,
  endOfDay,
  formatTime,
  convertFilterDaysToInstants,
  listTimeZones,
  formatLogTime,
  toInstant,
  formatNumber,
  setLocaleAndTimeZone,
} from '../../dashboard/format/format.ts';
import { startOfDayIn } from '../../src/lib/time/timeZones.ts';

after(() => setLocaleAndTimeZone({ locale: 'en', zone: 'UTC' }));

const EVENING = '2026-03-01T23:30:00.000Z';

test('a time belongs to the day of its time zone, a date is the same day in every zone', () => {
  setLocaleAndTimeZone({ locale: 'en', zone: 'Europe/Berlin' });
  assert.deepEqual([toAccountDay(EVENING), formatTime('day', EVENING)], ['2026-03-02', 'Mar 2']);
  assert.equal(formatLogTime(EVENING), '2026-03-02 00:30:00 GMT+1');
  assert.equal(formatTime('clock', EVENING), '00:30');
  setLocaleAndTimeZone({ locale: 'en', zone: 'America/New_York' });
  assert.deepEqual(
    [toAccountDay(EVENING), formatLogTime(EVENING)],
    ['2026-03-01', '2026-03-01 18:30:00 EST'],
  );
  assert.equal(formatTime('day', '2026-03-02'), 'Mar 2');
  // Control: as a time in UTC, the date would be shown as the previous day.
  assert.equal(formatTime('day', '2026-03-02T00:00:00.000Z'), 'Mar 1');
});

test('a day begins at the same time for pages and for the server', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    setLocaleAndTimeZone({ locale: 'en', zone });
    for (let month = 1; month <= 12; month += 1)
      for (let day = 1; day <= 28; day += 1) {
        const text = `2018-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        assert.equal(toInstant(text), startOfDayIn(zone, text).toISOString(), `${zone} ${text}`);
      }
  }
});

test('a day ends a millisecond before the next one, for any number of hours', () => {
  setLocaleAndTimeZone({ locale: 'en', zone: 'Europe/Berlin' });
  assert.equal(endOfDay('2026-03-29'), '2026-03-29T21:59:59.999Z');
  assert.equal(endOfDay('2026-10-25'), '2026-10-25T22:59:59.999Z');
  assert.equal(toInstant('2026-03-29T14:15'), '2026-03-29T12:15:00.000Z');
  // A local time that occurs twice means its first occurrence; one that does not exist is moved an hour
  // later.
  assert.equal(toInstant('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
  assert.equal(toInstant('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
});

test('a filter by days is sent as times, other input is left to the server', () => {
  setLocaleAndTimeZone({ locale: 'en', zone: 'Europe/Berlin' });
  assert.deepEqual(convertFilterDaysToInstants({ from: '2026-03-02', to: '2026-03-30', status: 'open' }), {
    from: '2026-03-01T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
    status: 'open',
  });
  assert.deepEqual(convertFilterDaysToInstants({ from: 'soon', to: EVENING }), { from: 'soon', to: EVENING });
});

test("dates and numbers are formatted by the user's setting", () => {
  const shown = (locale: string | null) => {
    setLocaleAndTimeZone({ locale, zone: 'Europe/Berlin' });
    return [formatNumber(1234567.5), formatTime('date', EVENING), formatTime('month', EVENING)];
  };
  assert.deepEqual(shown('en-US'), ['1,234,567.5', 'Mar 2, 2026', 'March 2026']);
  assert.deepEqual(shown('en-GB'), ['1,234,567.5', '2 Mar 2026', 'March 2026']);
  assert.deepEqual(shown('de-DE'), ['1.234.567,5', '02.03.2026', 'März 2026']);
  assert.deepEqual(shown('fr-FR')[2], 'mars 2026');
  // Log times do not depend on the locale.
  assert.equal(formatLogTime(EVENING), '2026-03-02 00:30:00 GMT+1');
});

test('a time zone can be selected again after another one was selected', () => {
  assert.ok(listTimeZones('Asia/Kolkata').includes('Asia/Kolkata'));
  assert.equal(new Set(listTimeZones('UTC')).size, listTimeZones('UTC').length);
});
