import type { AnonymousCaller } from '../../access/anonymousCaller.ts';
import {
  incrementCounter,
  readCounter,
  decrementCounter,
  type ThrottleCounter,
} from '../../access/throttle/counters.ts';
import { notFound } from '../../access/notFound.ts';
import { tooManyRequests } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import { networkKeyOf } from '../../lib/http/networks.ts';
import { MINUTE_MS } from '../../lib/time/clock.ts';

const WINDOW_MS = 15 * MINUTE_MS;
/**
 * Limits of wrong guesses per window: for each network, and for all networks together. When the total is reached, each
 * network may still make a few guesses; if it could make none, an attacker could block pairing for everybody. There are
 * 20⁸ codes, and a code is valid for ten minutes.
 */
export const MOST_WRONG_PAIRING_CODES = { of_network: 30, of_network_in_flood: 3, in_all: 3_000 };

const IN_ALL: ThrottleCounter = { name_parts: ['pairing', 'in all'], window_ms: WINDOW_MS };

export type PairingCaller = Pick<AnonymousCaller, 'db' | 'address' | 'now'>;

/**
 * Increments the counter of the network before the code is checked, so that parallel guesses are counted too. A right
 * code decrements the counter again.
 */
export async function throttlePairingGuesses<P>(
  { db, address, now }: PairingCaller,
  find: () => Promise<P | undefined>,
): Promise<P> {
  const of_network: ThrottleCounter = {
    name_parts: ['pairing', 'network', networkKeyOf(address)],
    window_ms: WINDOW_MS,
  };
  const { count, ends_at } = await incrementCounter(db, of_network, now);
  const is_flood = (await readCounter(db, IN_ALL, now)) >= MOST_WRONG_PAIRING_CODES.in_all;
  if (count > (is_flood ? MOST_WRONG_PAIRING_CODES.of_network_in_flood : MOST_WRONG_PAIRING_CODES.of_network))
    throw tooManyRequests('code', accessReasons.too_many_guesses, ends_at.getTime() - now.getTime());

  const found = await find();
  if (found === undefined) {
    await incrementCounter(db, IN_ALL, now);
    throw notFound('Pairing code');
  }
  await decrementCounter(db, of_network);
  return found;
}
