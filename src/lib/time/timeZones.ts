import { Cache } from '../concurrency/cache.ts';
import { DAY_MS, HOUR_MS } from './clock.ts';

/** The time zone for days that belong to no account. */
export const UTC = 'UTC';

/** This time is longer than the largest offset of a time zone from UTC. */
const FARTHEST_MS = 26 * HOUR_MS;

/**
 * Caches date formats: creating one takes 65 µs, and `startOfDayIn` uses it 28 times. Derived from the zone: never
 * stale. The size is limited because callers may write a zone in upper or lower case.
 */
const FORMATS = new Cache<string, Intl.DateTimeFormat>(50);

/** True for an IANA name such as `Europe/Berlin`; offsets and abbreviations are rejected. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)*$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the date at the moment in the zone, such as `2026-03-29`. */
export function dayIn(zone: string, moment: Date): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Returns the first moment of a day. This is not midnight if the clock skips midnight. */
export function startOfDayIn(zone: string, day: string): Date {
  const guess = Date.parse(`${day}T00:00:00.000Z`);
  if (zone === UTC) return new Date(guess);
  let [before, after] = [guess - FARTHEST_MS, guess + FARTHEST_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(zone, new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** Returns the day that is `days` later, or earlier if negative. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  return FORMATS.getOrMake(
    zone,
    (timeZone) =>
      new Intl.DateTimeFormat('en', {
        timeZone,
        calendar: 'gregory',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }),
  );
}
