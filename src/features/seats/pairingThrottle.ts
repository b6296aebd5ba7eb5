import type { AnonymousCaller } from '../../access/anonymousCaller.ts';
import {
  incrementCounter,
  readCounter,
  decrementCounter,
  type Counter,
} from '../../access/throttle/counters.ts';
import { notFound } from '../../access/notFound.ts';
import { tooManyRequests } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import { networkOf } from '../../lib/http/networks.ts';

const WINDOW_MS = 15 * 60_000;
/**
 * The wrong guesses allowed in the window. Above the total each network gets only a few, but never none, or
 * an attacker could lock everybody out. Of 20⁸ codes a few are open for ten minutes.
 */
export const MOST_WRONG = { of_network: 30, of_network_in_flood: 3, in_all: 3_000 };

const IN_ALL: Counter = { of: ['pairing', 'in all'], window_ms: WINDOW_MS };

export type PairingAttempt = Pick<AnonymousCaller, 'db' | 'address' | 'now'>;

/** Counts a guess before it is made, so that parallel guesses count, and takes a right one back. */
export async function throttlePairing<P>(
  { db, address, now }: PairingAttempt,
  find: () => Promise<P | undefined>,
): Promise<P> {
  const of_network: Counter = { of: ['pairing', 'network', networkOf(address)], window_ms: WINDOW_MS };
  const { count, ends_at } = await incrementCounter(db, of_network, now);
  const is_flood = (await readCounter(db, IN_ALL, now)) >= MOST_WRONG.in_all;
  if (count > (is_flood ? MOST_WRONG.of_network_in_flood : MOST_WRONG.of_network))
    throw tooManyRequests('code', accessReasons.too_many_guesses, ends_at.getTime() - now.getTime());

  const found = await find();
  if (found === undefined) {
    await incrementCounter(db, IN_ALL, now);
    throw notFound('Pairing code');
  }
  await decrementCounter(db, of_network);
  return found;
}
