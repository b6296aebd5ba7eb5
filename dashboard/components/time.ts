import { language, t } from '../language/t.ts';
export const DAY_MS = 24 * 60 * 60_000;

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const WORDS = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });

/** `5 min. ago`, `in 3 days`. */
export function relative(time: string, now = Date.now()): string {
  const ms = Date.parse(time) - now;
  if (Number.isNaN(ms)) return time;
  for (const [unit, size] of STEPS) {
    if (Math.abs(ms) >= size) return WORDS.format(Math.trunc(ms / size), unit).replace('.', '');
  }
  return ms > 0 ? t('in a moment') : t('just now');
}

/** To the second, in UTC, as logs write it. */
export function exact(time: string): string {
  if (!isTime(time)) return time;
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}

const SHORT = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });

export function shortDate(time: string): string {
  const isThisYear = new Date(time).getUTCFullYear() === new Date().getUTCFullYear();
  return formatted(isThisYear ? SHORT : LONG, time);
}

/** A text that is no time is shown as it is: one broken value must not take its page along. */
export function formatted(format: Intl.DateTimeFormat, time: string): string {
  return isTime(time) ? format.format(new Date(time)) : time;
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** `7 min`, `1 h 5 min`. */
export function minutes(seconds: number | null): string {
  if (seconds === null) return '–';
  const whole = Math.round(seconds / 60);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
