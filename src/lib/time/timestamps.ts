import { MINUTE_MS } from './clock.ts';

const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:[Zz]|[+-](\d\d):?(\d\d))?)?$/;
const FRACTION = /\.(\d+)/;
const ZONE = /([+-])(\d\d):?(\d\d)$/;

/**
 * True for an ISO 8601 date, or date and time. A missing offset means UTC. The instant must be in the years 1 to 9999
 * in UTC; second 60 and hour 24 are rejected.
 */
export function isTimestamp(text: string): boolean {
  const parts = SHAPE.exec(text);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (
    isDay(year, month, day) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    zoneHour <= 14 &&
    zoneMinute <= 59 &&
    isInRange(readTimestamp(text).at)
  );
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  // A day beyond the end of the month moves the date to another month.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1;
}

const SPACE_FOR_PLUS = /^(.{10}[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?) (\d\d:?\d\d)$/;

/** Restores the `+` of an offset, which an unencoded query turns into a space. */
export function restorePlusInOffset(text: string): string {
  return text.replace(SPACE_FOR_PLUS, '$1+$2');
}

export type ParsedTimestamp = { at: Date; is_whole: boolean };

/**
 * Parses a text that passed isTimestamp, truncated to milliseconds. `is_whole` is false if nonzero digits were cut off.
 */
export function readTimestamp(text: string): ParsedTimestamp {
  const [, year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (SHAPE.exec(text) ?? []).map(
    Number,
  );
  const fraction = FRACTION.exec(text)?.[1] ?? '';
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  at.setUTCHours(hour || 0, minute || 0, second || 0, milliseconds);
  return { at: new Date(at.getTime() - zoneOf(text)), is_whole: !/[1-9]/.test(fraction.slice(3)) };
}

function zoneOf(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = (text.length > 10 && ZONE.exec(text)) || [];
  const minutes_east = Number(hours) * 60 + Number(minutes);
  return (sign === '-' ? -minutes_east : minutes_east) * MINUTE_MS;
}

/** Converts an inclusive range of timestamps to a half-open range of whole milliseconds. */
export function halfOpenRangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from: Date | undefined;
  before: Date | undefined;
} {
  return {
    from: from === undefined ? undefined : firstWholeFrom(readTimestamp(from)),
    before: to === undefined ? undefined : new Date(readTimestamp(to).at.getTime() + 1),
  };
}

function firstWholeFrom({ at, is_whole }: ParsedTimestamp): Date {
  return is_whole ? at : new Date(at.getTime() + 1);
}

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

function isInRange(moment: Date): boolean {
  return moment.getTime() >= FIRST && moment.getTime() <= LAST;
}

/** Formats a moment for PostgreSQL. Moments outside the years 1 to 9999 become `-infinity` or `infinity`. */
export function toDatabaseTimestamp(moment: Date): string {
  if (moment.getTime() < FIRST) return '-infinity';
  return moment.getTime() > LAST ? 'infinity' : moment.toISOString();
}
