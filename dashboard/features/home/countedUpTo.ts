import { formatNumber } from '../../format/format.ts';

/** The server counts overdue tasks, deletions and procedures up to this number. */
export const MOST_COUNTED = 1_000;

/** `1,000+` where the server stopped counting. */
export function formatCountUpTo(count: number): string {
  return count < MOST_COUNTED ? formatNumber(count) : `${formatNumber(count)}+`;
}

/** The known values of days, and `1,000+` for their sum if the server did not count the days before. */
export function chartedDays(values: readonly (number | null)[]): { days: number[]; sum: string } {
  const days = values.filter((value) => value !== null);
  const sum = formatNumber(days.reduce((total, value) => total + value, 0));
  return { days, sum: days.length < values.length ? `${sum}+` : sum };
}

/** `1,000+ deletions` where the server stopped counting: the count in a text of it. */
export function pluralUpTo(count: number, text: string): string {
  return text.replace(formatNumber(count), formatCountUpTo(count));
}
