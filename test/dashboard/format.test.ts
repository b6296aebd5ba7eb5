import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  dayOf,
  endOfDay,
  formatted,
  inMoments,
  listZones,
  logged,
  momentOf,
  number,
  setReading,
} from '../../dashboard/format/format.ts';
import { startOfDayIn } from '../../src/lib/time/timeZones.ts';

after(() => setReading({ locale: 'en', zone: 'UTC' }));

const EVENING = '2026-03-01T23:30:00.000Z';

test('a moment is of the day of its zone, a day of every zone', () => {
  setReading({ locale: 'en', zone: 'Europe/Berlin' });
  assert.deepEqual([dayOf(EVENING), formatted('day', EVENING)], ['2026-03-02', 'Mar 2']);
  assert.equal(logged(EVENING), '2026-03-02 00:30:00 GMT+1');
  assert.equal(formatted('clock', EVENING), '00:30');
  setReading({ locale: 'en', zone: 'America/New_York' });
  assert.deepEqual([dayOf(EVENING), logged(EVENING)], ['2026-03-01', '2026-03-01 18:30:00 EST']);
  assert.equal(formatted('day', '2026-03-02'), 'Mar 2');
  // Control: a day that is taken for a moment would be the one before.
  assert.equal(formatted('day', '2026-03-02T00:00:00.000Z'), 'Mar 1');
});

test('a day begins for pages when it begins for the server', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    setReading({ locale: 'en', zone });
    for (let month = 1; month <= 12; month += 1)
      for (let day = 1; day <= 28; day += 1) {
        const text = `2018-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        assert.equal(momentOf(text), startOfDayIn(zone, text).toISOString(), `${zone} ${text}`);
      }
  }
});

test('a day ends a moment before the next one, however many hours it has', () => {
  setReading({ locale: 'en', zone: 'Europe/Berlin' });
  assert.equal(endOfDay('2026-03-29'), '2026-03-29T21:59:59.999Z');
  assert.equal(endOfDay('2026-10-25'), '2026-10-25T22:59:59.999Z');
  assert.equal(momentOf('2026-03-29T14:15'), '2026-03-29T12:15:00.000Z');
  // The hour that comes twice is taken where it comes first, the one that never comes an hour later.
  assert.equal(momentOf('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
  assert.equal(momentOf('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
});

test('a filter by days asks for moments, anything else is left to the server', () => {
  setReading({ locale: 'en', zone: 'Europe/Berlin' });
  assert.deepEqual(inMoments({ from: '2026-03-02', to: '2026-03-30', status: 'open' }), {
    from: '2026-03-01T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
    status: 'open',
  });
  assert.deepEqual(inMoments({ from: 'soon', to: EVENING }), { from: 'soon', to: EVENING });
});

test('dates and numbers are written as the person reads them', () => {
  const shown = (locale: string | null) => {
    setReading({ locale, zone: 'Europe/Berlin' });
    return [number(1234567.5), formatted('date', EVENING), formatted('month', EVENING)];
  };
  assert.deepEqual(shown('en-US'), ['1,234,567.5', 'Mar 2, 2026', 'March 2026']);
  assert.deepEqual(shown('en-GB'), ['1,234,567.5', '2 Mar 2026', 'March 2026']);
  assert.deepEqual(shown('de-DE'), ['1.234.567,5', '02.03.2026', 'März 2026']);
  assert.deepEqual(shown('fr-FR')[2], 'mars 2026');
  // Logs are the same for everybody.
  assert.equal(logged(EVENING), '2026-03-02 00:30:00 GMT+1');
});

test('a zone that is chosen can be chosen again', () => {
  assert.ok(listZones('Asia/Kolkata').includes('Asia/Kolkata'));
  assert.equal(new Set(listZones('UTC')).size, listZones('UTC').length);
});
