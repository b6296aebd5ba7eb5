import { formatTime, formatNumber, formatTenths } from '../../format/format.ts';

/** Returns the colour class of an HTTP status. */
export function statusTone(status: number): 'good' | 'warn' | 'bad' {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

export function formatRequestDuration(ms: number): string {
  if (ms < 10) return `${formatTenths(ms)} ms`;
  return ms < 1_000
    ? `${Math.round(ms)} ms`
    : `${formatNumber(ms / 1_000, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} s`;
}

/** Formats a time of the chart with the precision of its steps. */
export function formatChartTime(at: string, span: 'hour' | 'day' | 'week'): string {
  return formatTime(span === 'week' ? 'hour' : 'clock', at);
}
