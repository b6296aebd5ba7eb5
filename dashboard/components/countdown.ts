import { relative } from './time.ts';
import { t } from '../language/t.ts';

const HOUR_S = 3_600;

/** `in 42 s`, `in 4 min 10 s`; `now` where it is due. */
export function countdown(time: string, now = Date.now()): string {
  const seconds = Math.ceil((Date.parse(time) - now) / 1_000);
  if (Number.isNaN(seconds) || seconds >= HOUR_S) return relative(time, now);
  if (seconds <= 0) return t('now');
  const minutes = Math.floor(seconds / 60);
  return minutes === 0
    ? t('in {seconds} s', { seconds })
    : t('in {minutes} min {seconds} s', { minutes, seconds: seconds % 60 });
}
