import { HOUR_MS } from '../time/clock.ts';

export type BackoffOptions = { first_ms: number; longest_ms: number };

/** The pause after so many failures in a row: it doubles with each, up to the longest. */
export function backoffMs(failures: number, { first_ms, longest_ms }: BackoffOptions): number {
  return Math.min(first_ms * 2 ** Math.max(failures - 1, 0), longest_ms);
}

const FIRST_MS = 10_000;
const LONGEST_MS = HOUR_MS;

/** The time of the next try of queued work: 10 s, 20 s, 40 s … up to an hour apart. */
export function nextAttemptAt(now: Date, attempts: number, longest_ms = LONGEST_MS): Date {
  return new Date(now.getTime() + backoffMs(attempts, { first_ms: FIRST_MS, longest_ms }));
}
