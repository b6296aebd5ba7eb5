import {
  incrementCounter,
  forgetCounts,
  readCounter,
  decrementCounter,
  type Counter,
} from '../../access/throttle/counters.ts';
import { networkOf } from '../../lib/http/networks.ts';
import type { Queryable } from '../../lib/sql/sql.ts';
import * as queries from './sql/signIns.ts';
import { MINUTE_MS } from '../../lib/time/clock.ts';

/** Each kind is counted apart, so that asking for mails uses up no password guesses. */
type Kind = 'password' | 'second factor' | 'reset';

type Bounds = { window_ms: number; one_at_address: number; address: number; one: number };

/** Many users may share an address, but one user at one address mistypes rarely. */
const GUESSES: Bounds = { window_ms: 15 * MINUTE_MS, one_at_address: 10, address: 300, one: 100 };
const MOST: Record<Kind, Bounds> = {
  password: GUESSES,
  'second factor': GUESSES,
  reset: { window_ms: 60 * MINUTE_MS, one_at_address: 5, address: 60, one: 10 },
};

export type SignInAttempt = {
  kind: Kind;
  /** The target: an email address before the user is known, a user id afterwards. */
  whose: string;
  address: string;
};
/** How long a signed-in user waits after too many guesses. */
export const PASSWORD_GUESSES_MS = GUESSES.window_ms;

export type PasswordGuess = Pick<SignInAttempt, 'kind' | 'whose'>;
export type Throttle = 'free' | 'slow-down' | 'known-addresses-only';

/**
 * Decides if one more attempt is allowed. An attacker locks only their own address; under a flood a user may
 * still sign in from known addresses.
 */
export async function checkThrottle(db: Queryable, attempt: SignInAttempt, now: Date): Promise<Throttle> {
  const most = MOST[attempt.kind];
  const { one_at_address, address, one } = countersOf(attempt);
  if ((await readCounter(db, one_at_address, now)) >= most.one_at_address) return 'slow-down';
  if ((await readCounter(db, address, now)) >= most.address) return 'slow-down';
  return (await readCounter(db, one, now)) >= most.one ? 'known-addresses-only' : 'free';
}

/**
 * Counts an attempt before it is made, and says whether it was one too many. A refusal for one target is not
 * counted for others.
 */
export async function recordAttempt(db: Queryable, attempt: SignInAttempt, now: Date): Promise<Throttle> {
  const most = MOST[attempt.kind];
  const { one_at_address, address, one } = countersOf(attempt);
  if ((await incrementCounter(db, one_at_address, now)).count > most.one_at_address) return 'slow-down';
  if ((await incrementCounter(db, address, now)).count > most.address) return 'slow-down';
  return (await incrementCounter(db, one, now)).count > most.one ? 'known-addresses-only' : 'free';
}

/** For an unknown user: counts only the address. */
export async function recordAttemptAtAddress(
  db: Queryable,
  attempt: SignInAttempt,
  now: Date,
): Promise<void> {
  await incrementCounter(db, countersOf(attempt).address, now);
}

/** Forgets the attempts of a user who signed in; those of others at the address stay. */
export async function resetAttempts(db: Queryable, attempt: SignInAttempt): Promise<void> {
  const { one_at_address, one } = countersOf(attempt);
  await forgetCounts(db, [one_at_address, one]);
}

/** Takes back an attempt that was counted before it was made, from the counter of its address. */
export async function undoAttempt(db: Queryable, attempt: SignInAttempt): Promise<void> {
  await decrementCounter(db, countersOf(attempt).address);
  await resetAttempts(db, attempt);
}

/** For a signed-in user: counted by user only, whatever the address. */
export async function recordPasswordGuess(db: Queryable, guess: PasswordGuess, now: Date): Promise<Throttle> {
  return (await incrementCounter(db, ownCounter(guess), now)).count > GUESSES.one_at_address
    ? 'slow-down'
    : 'free';
}

export function resetPasswordGuesses(db: Queryable, guess: PasswordGuess): Promise<void> {
  return forgetCounts(db, [ownCounter(guess)]);
}

/** True if the user signed in from this network before. */
export async function isKnownAddress(
  db: Queryable,
  { account_id, user_id }: { account_id: string; user_id: string },
  address: string,
): Promise<boolean> {
  const known = await queries.listAddresses(db, account_id, user_id);
  return known.some((one) => networkOf(one) === networkOf(address));
}

function ownCounter({ kind, whose }: PasswordGuess): Counter {
  return { of: [kind, 'signed in', whose], window_ms: GUESSES.window_ms };
}

type Counters = Record<'one_at_address' | 'address' | 'one', Counter>;

function countersOf({ kind, whose, address }: SignInAttempt): Counters {
  const network = networkOf(address);
  const { window_ms } = MOST[kind];
  return {
    one_at_address: { of: [kind, 'one at address', whose, network], window_ms },
    address: { of: [kind, 'address', network], window_ms },
    one: { of: [kind, 'one', whose], window_ms },
  };
}
