import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A code and a refresh token have one winner. Whoever else presents the same one either asked together with the
 * winner (a client that retries, two of its workers: no harm meant) or afterwards, which only somebody who got
 * hold of it does. The winner's answer is held back until everyone who asked together with it has been heard:
 * from then on nobody who is honest can still present it. Both times are the database's, so that it does not
 * matter which node is asked.
 */
const TOGETHER_MS = 50;
const HOLD_MS = 60;

/** Whether a request came only after the winner could have been answered. */
export function isReplay(used_since_ms: number, waited_ms: number): boolean {
  return used_since_ms - waited_ms > TOGETHER_MS;
}

export async function holdBack<T>(answer: T): Promise<T> {
  await sleep(HOLD_MS);
  return answer;
}
