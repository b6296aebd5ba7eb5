import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, shiftDay, isTimeZone, startOfDayIn } from '../../../src/lib/time/timeZones.ts';

const HOUR_MS = 3_600_000;

/** Time zone, day, the first moment of the day, and its length in hours. */
const DAYS = [
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', 24],
  ['Europe/Berlin', '2026-03-28', '2026-03-27T23:00:00.000Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z', 24],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
  // In São Paulo the clock skips midnight, and returns to the previous evening.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
  ['America/Sao_Paulo', '2019-02-16', '2019-02-16T02:00:00.000Z', 25],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
] as const;

test('a day begins at its first moment and has 23 to 25 hours', () => {
  for (const [zone, day, begins, hours] of DAYS) {
    const start = startOfDayIn(zone, day);
    const end = startOfDayIn(zone, shiftDay(day, 1));
    assert.equal(start.toISOString(), begins, `${zone} ${day}`);
    assert.equal((end.getTime() - start.getTime()) / HOUR_MS, hours, `${zone} ${day}`);
    assert.equal(dayIn(zone, start), day);
    assert.equal(dayIn(zone, new Date(end.getTime() - 1)), day);
    assert.equal(dayIn(zone, new Date(start.getTime() - 1)), shiftDay(day, -1));
  }
});

test('each time zone has a readable name', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])
    assert.ok(isTimeZone(name), name);
  for (const name of ['', '+01:00', 'Berlin', 'Mars/Olympus', "UTC'; --", '../etc', 'GMT+1'])
    assert.ok(!isTimeZone(name), name);
});

test('a time zone in many spellings uses a bounded number of formatters', (t) => {
  const made = t.mock.method(Intl, 'DateTimeFormat');
  const spellings = Array.from({ length: 200 }, (_, at) => spell('america/argentina/buenos_aires', at));
  for (const zone of spellings) assert.ok(isTimeZone(zone), zone);
  const before = made.mock.callCount();
  assert.ok(isTimeZone(spellings.at(-1) ?? assert.fail()));
  assert.equal(made.mock.callCount(), before, 'the newest is kept');
  for (const zone of spellings.slice(0, 100)) assert.ok(isTimeZone(zone), zone);
  assert.equal(made.mock.callCount(), before + 100, 'older ones are made again');
});

/** Changes the letter case of a zone name; each number gives another combination. */
function spell(zone: string, number: number): string {
  return Array.from(zone, (letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join('');
}
