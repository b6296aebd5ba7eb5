import { formatted } from '../../components/time.ts';
import { language } from '../../language/t.ts';

export function toneOf(status: number): 'good' | 'warn' | 'bad' {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

export function durationOf(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}

const CLOCK = new Intl.DateTimeFormat(language, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const DAY = new Intl.DateTimeFormat(language, {
  weekday: 'short',
  day: 'numeric',
  hour: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A moment of the chart, as exact as its steps are. */
export function momentOf(at: string, span: 'hour' | 'day' | 'week'): string {
  return formatted(span === 'week' ? DAY : CLOCK, at);
}
