import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A code and a refresh token have one winner. Whoever else presents the same one either asked together with the
 * winner (a client that retries, two of its workers: no harm meant) or afterwards, which only somebody who got
 * hold of it does. The winner's answer is held back until everyone who asked together with it has been heard;
 * then the moment is written down, and whoever comes after it is not honest. Every time is the database's, so
 * that it does not matter which node is asked.
 */
const HEAR_OTHERS_MS = 75;
/** Longer than a look at the database takes, which is how exactly an arrival is known; more where it takes longer. */
const LEEWAY_MS = 15;
const MOST_LEEWAY_MS = 300;
/** A winner that never got so far died on the way. */
const LOST_AFTER_MS = 10_000;

export type Used = {
  /** Since it was used; null when it was not. */
  used_since_ms: number | null;
  /** Since its winner was about to be answered; null when that did not come to pass. */
  answered_since_ms: number | null;
};

/** Whether a request came only after the winner had been answered. */
export function isReplay({ used_since_ms, answered_since_ms }: Used, waited_ms: number): boolean {
  if (answered_since_ms !== null) return answered_since_ms > waited_ms;
  return (used_since_ms ?? 0) - waited_ms > LOST_AFTER_MS;
}

export async function holdBack(noteAnswer: () => Promise<void>): Promise<void> {
  await sleep(HEAR_OTHERS_MS);
  const noting_ms = performance.now();
  await noteAnswer();
  const look_ms = performance.now() - noting_ms;
  await sleep(Math.min(Math.max(LEEWAY_MS, 2 * look_ms), MOST_LEEWAY_MS));
}
