import { number } from '../../components/format.ts';
import type { Counted } from '../../language/german/german.ts';
import { plural } from '../../language/t.ts';

/** The server counts overdue tasks, deletions and procedures up to this number. */
export const MOST_COUNTED = 1_000;

/** `1,000+` where the server stopped counting. */
export function numberUpTo(count: number): string {
  return count < MOST_COUNTED ? number(count) : `${number(count)}+`;
}

/** `1,000+ deletions` where the server stopped counting. */
export function countedUpTo(count: number, ...words: [Counted, string]): string {
  return plural(count, ...words).replace(number(count), numberUpTo(count));
}
