import { formatNumber } from '../../format/format.ts';

/** The server counts overdue tasks, deletions and procedures only up to this number. */
export const MOST_COUNTED = 1_000;

/** Formats a count; `1,000+` if the server stopped counting. */
export function formatCountUpTo(count: number): string {
  return count < MOST_COUNTED ? formatNumber(count) : `${formatNumber(count)}+`;
}

/** Returns the known values and their sum. The sum ends with `+` if values of earlier days are missing. */
export function sumKnownDays(values: readonly (number | null)[]): { days: number[]; sum: string } {
  const days = values.filter((value) => value !== null);
  const sum = formatNumber(days.reduce((total, value) => total + value, 0));
  return { days, sum: days.length < values.length ? `${sum}+` : sum };
}
