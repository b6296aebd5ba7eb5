import { DAY_MS, toAccountDay, formatDistance, formatTime, formatLogTime } from './format.ts';
import { t } from '../language/t.ts';

const STEPS: readonly ['year' | 'month' | 'day' | 'hour' | 'minute', number][] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `5 min. ago`, `in 3 days`. */
export function relativeTime(time: string, now = Date.now()): string {
  const ms = Date.parse(time) - now;
  if (Number.isNaN(ms)) return time;
  for (const [unit, size] of STEPS) {
    if (Math.abs(ms) >= size) return formatDistance(Math.trunc(ms / size), unit);
  }
  return ms > 0 ? t('in a few seconds') : t('just now');
}

/** To the second, in the account's time zone, as logs write it. */
export function exactTime(time: string): string {
  return formatLogTime(time);
}

export function shortDate(time: string): string {
  const isThisYear = time.slice(0, 4) === toAccountDay(Date.now()).slice(0, 4);
  return formatTime(isThisYear ? 'day' : 'date', time);
}

/** `7 min`, `1 h 5 min`. */
export function formatMinutes(seconds: number | null): string {
  if (seconds === null) return '–';
  const whole = Math.round(seconds / 60);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}

const HOUR_S = 3_600;

/** `in 42 s`, `in 4 min 10 s`; `now` where it is due. */
export function formatCountdown(time: string, now = Date.now()): string {
  const seconds = Math.ceil((Date.parse(time) - now) / 1_000);
  if (Number.isNaN(seconds) || seconds >= HOUR_S) return relativeTime(time, now);
  if (seconds <= 0) return t('now');
  const minutes = Math.floor(seconds / 60);
  return minutes === 0
    ? t('in {seconds} s', { seconds })
    : t('in {minutes} min {seconds} s', { minutes, seconds: seconds % 60 });
}
