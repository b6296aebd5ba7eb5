import { formatted, number, tenths } from '../../format/format.ts';

export function toneOf(status: number): 'good' | 'warn' | 'bad' {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

export function durationOf(ms: number): string {
  if (ms < 10) return `${tenths(ms)} ms`;
  return ms < 1_000
    ? `${Math.round(ms)} ms`
    : `${number(ms / 1_000, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} s`;
}

/** A moment of the chart, as exact as its steps are. */
export function momentOf(at: string, span: 'hour' | 'day' | 'week'): string {
  return formatted(span === 'week' ? 'hour' : 'clock', at);
}
