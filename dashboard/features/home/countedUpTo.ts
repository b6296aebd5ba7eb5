import { number } from '../../format/format.ts';

/** The server counts overdue tasks, deletions and procedures up to this number. */
export const MOST_COUNTED = 1_000;

/** `1,000+` where the server stopped counting. */
export function numberUpTo(count: number): string {
  return count < MOST_COUNTED ? number(count) : `${number(count)}+`;
}

/** `1,000+ deletions` where the server stopped counting: the count in a text of it. */
export function countedUpTo(count: number, text: string): string {
  return text.replace(number(count), numberUpTo(count));
}
