import { toAccountDay, formatRelativeTimeUnit, formatTime, formatLogTime } from './format.ts';
import { t } from '../language/t.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/lib/time/clock.ts';

const STEPS: readonly ['year' | 'month' | 'day' | 'hour' | 'minute', number][] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];

/** Formats a time relative to now, such as `5 min. ago` or `in 3 days`. */
export function relativeTime(time: string, now = Date.now()): string {
  const ms = Date.parse(time) - now;
  if (Number.isNaN(ms)) return time;
  for (const [unit, size] of STEPS) {
    if (Math.abs(ms) >= size) return formatRelativeTimeUnit(Math.trunc(ms / size), unit);
  }
  return ms > 0 ? t('in a few seconds') : t('just now');
}

/** Formats a time to the second in the account's time zone. */
export function exactTime(time: string): string {
  return formatLogTime(time);
}

/** Returns a date such as `2 Mar`, with the year only if it is not the current year. */
export function shortDate(time: string): string {
  const isThisYear = time.slice(0, 4) === toAccountDay(Date.now()).slice(0, 4);
  return formatTime(isThisYear ? 'day' : 'date', time);
}

/** Formats a duration, such as `7 min` or `1 h 5 min`. */
export function formatDurationInMinutes(seconds: number | null): string {
  if (seconds === null) return '–';
  const whole = Math.round(seconds / 60);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}

const HOUR_S = HOUR_MS / SECOND_MS;

/** Formats the remaining time, such as `in 42 s` or `in 4 min 10 s`; `now` if the time has passed. */
export function formatCountdown(time: string, now = Date.now()): string {
  const seconds = Math.ceil((Date.parse(time) - now) / SECOND_MS);
  if (Number.isNaN(seconds) || seconds >= HOUR_S) return relativeTime(time, now);
  if (seconds <= 0) return t('now');
  const minutes = Math.floor(seconds / 60);
  return minutes === 0
    ? t('in {seconds} s', { seconds })
    : t('in {minutes} min {seconds} s', { minutes, seconds: seconds % 60 });
}
