import { HOUR_MS } from '../time/clock.ts';

export type BackoffOptions = { first_ms: number; longest_ms: number };

/**
 * Returns an exponentially growing pause: `first_ms` after the first failure, doubled after each further one, at most
 * `longest_ms`.
 */
export function backoffMs(failures: number, { first_ms, longest_ms }: BackoffOptions): number {
  return Math.min(first_ms * 2 ** Math.max(failures - 1, 0), longest_ms);
}

const FIRST_MS = 10_000;
const LONGEST_MS = HOUR_MS;

/**
 * Returns the time of the next attempt of a queued item: 10 s after the first failed attempt, then 20 s, 40 s …, at
 * most `longest_ms`.
 */
export function nextAttemptAt(now: Date, attempts: number, longest_ms = LONGEST_MS): Date {
  return new Date(now.getTime() + backoffMs(attempts, { first_ms: FIRST_MS, longest_ms }));
}
