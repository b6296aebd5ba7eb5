const FIRST_MS = 10_000;
const LONGEST_MS = 60 * 60_000;

/** The time of the next try after failed attempts: 10 s, 20 s, 40 s … up to an hour apart. */
export function nextAttemptAt(now: Date, attempts: number, longest_ms = LONGEST_MS): Date {
  return new Date(now.getTime() + Math.min(FIRST_MS * 2 ** Math.max(attempts - 1, 0), longest_ms));
}
