import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A code or refresh token is used once. Parallel requests with the same one (a retry, two workers of a
 * client) are refused without harm; a later one is a replay and ends the grant. The first request waits for
 * parallel ones before it answers, and notes the time; a request that came after it is a replay. All times
 * are the database's, so that any node can compare them.
 */
const WAIT_FOR_OTHERS_MS = 75;
/** The margin for when a request came: longer than a query takes, and more where queries are slower. */
const LEEWAY_MS = 15;
const MOST_LEEWAY_MS = 300;
/** A first request without an answer for this long has died. */
const LOST_AFTER_MS = 10_000;

export type Used = {
  /** Time since its use; null when unused. */
  used_since_ms: number | null;
  /** Time since the answer to its first use; null without one. */
  answered_since_ms: number | null;
};

/** Whether a request came after the first one was answered. */
export function isReplay({ used_since_ms, answered_since_ms }: Used, waited_ms: number): boolean {
  if (answered_since_ms !== null) return answered_since_ms > waited_ms;
  return (used_since_ms ?? 0) - waited_ms > LOST_AFTER_MS;
}

export async function waitForOthers(noteAnswer: () => Promise<void>): Promise<void> {
  await sleep(WAIT_FOR_OTHERS_MS);
  const noting_ms = performance.now();
  await noteAnswer();
  const look_ms = performance.now() - noting_ms;
  await sleep(Math.min(Math.max(LEEWAY_MS, 2 * look_ms), MOST_LEEWAY_MS));
}
