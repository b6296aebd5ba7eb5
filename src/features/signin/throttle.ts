import {
  incrementCounter,
  deleteCounters,
  readCounter,
  decrementCounter,
  type ThrottleCounter,
} from '../../access/throttle/counters.ts';
import { networkKeyOf } from '../../lib/http/networks.ts';
import type { Queryable } from '../../lib/sql/sql.ts';
import * as queries from './sql/signIns.ts';
import { MINUTE_MS, HOUR_MS } from '../../lib/time/clock.ts';

/** Each kind has counters of its own, so that requests for mails do not use up password guesses. */
type Kind = 'password' | 'second factor' | 'reset';

type Bounds = { window_ms: number; one_at_address: number; address: number; one: number };

/**
 * The limit per address is high because many users can share an address. The limit for one user at one address is low.
 */
const GUESSES: Bounds = { window_ms: 15 * MINUTE_MS, one_at_address: 10, address: 300, one: 100 };
const MOST: Record<Kind, Bounds> = {
  password: GUESSES,
  'second factor': GUESSES,
  reset: { window_ms: HOUR_MS, one_at_address: 5, address: 60, one: 10 },
};

export type SignInAttempt = {
  kind: Kind;
  /** The target: an email address before the user is known, a user id afterwards. */
  whose: string;
  address: string;
};
/** The time that a signed-in user waits after too many wrong passwords. */
export const PASSWORD_GUESS_WINDOW_MS = GUESSES.window_ms;

export type PasswordGuess = Pick<SignInAttempt, 'kind' | 'whose'>;
export type ThrottleDecision = 'free' | 'slow-down' | 'known-addresses-only';

/**
 * Decides whether one more attempt is allowed. An attacker can lock only their own address. If many addresses attack
 * one user, that user can still sign in from known networks.
 */
export async function checkSignInThrottle(
  db: Queryable,
  attempt: SignInAttempt,
  now: Date,
): Promise<ThrottleDecision> {
  const most = MOST[attempt.kind];
  const { one_at_address, address, one } = countersOf(attempt);
  if ((await readCounter(db, one_at_address, now)) >= most.one_at_address) return 'slow-down';
  if ((await readCounter(db, address, now)) >= most.address) return 'slow-down';
  return (await readCounter(db, one, now)) >= most.one ? 'known-addresses-only' : 'free';
}

/**
 * Counts an attempt before it is made and returns whether it is allowed. If one counter rejects the attempt, the
 * counters after it are not increased.
 */
export async function recordSignInAttempt(
  db: Queryable,
  attempt: SignInAttempt,
  now: Date,
): Promise<ThrottleDecision> {
  const most = MOST[attempt.kind];
  const { one_at_address, address, one } = countersOf(attempt);
  if ((await incrementCounter(db, one_at_address, now)).count > most.one_at_address) return 'slow-down';
  if ((await incrementCounter(db, address, now)).count > most.address) return 'slow-down';
  return (await incrementCounter(db, one, now)).count > most.one ? 'known-addresses-only' : 'free';
}

/** Counts an attempt for an unknown user, only at the counter of the address. */
export async function recordAttemptOfUnknownUser(
  db: Queryable,
  attempt: SignInAttempt,
  now: Date,
): Promise<void> {
  await incrementCounter(db, countersOf(attempt).address, now);
}

/** Resets the counters of a user who signed in. The counter of the address remains, because other users share it. */
export async function resetSignInAttempts(db: Queryable, attempt: SignInAttempt): Promise<void> {
  const { one_at_address, one } = countersOf(attempt);
  await deleteCounters(db, [one_at_address, one]);
}

/**
 * Undoes `recordSignInAttempt` after a correct code: decrements the counter of the address and resets the counters of the
 * user.
 */
export async function undoSignInAttempt(db: Queryable, attempt: SignInAttempt): Promise<void> {
  await decrementCounter(db, countersOf(attempt).address);
  await resetSignInAttempts(db, attempt);
}

/** Counts a guess of a signed-in user, whatever the address. */
export async function recordPasswordGuess(
  db: Queryable,
  guess: PasswordGuess,
  now: Date,
): Promise<ThrottleDecision> {
  return (await incrementCounter(db, ownCounter(guess), now)).count > GUESSES.one_at_address
    ? 'slow-down'
    : 'free';
}

export function resetPasswordGuesses(db: Queryable, guess: PasswordGuess): Promise<void> {
  return deleteCounters(db, [ownCounter(guess)]);
}

/** True if the user signed in from this network before. */
export async function isKnownNetworkAddress(
  db: Queryable,
  { account_id, user_id }: { account_id: string; user_id: string },
  address: string,
): Promise<boolean> {
  const known = await queries.listIpAddressesOfUser(db, account_id, user_id);
  return known.some((one) => networkKeyOf(one) === networkKeyOf(address));
}

function ownCounter({ kind, whose }: PasswordGuess): ThrottleCounter {
  return { name_parts: [kind, 'signed in', whose], window_ms: GUESSES.window_ms };
}

type Counters = Record<'one_at_address' | 'address' | 'one', ThrottleCounter>;

function countersOf({ kind, whose, address }: SignInAttempt): Counters {
  const network = networkKeyOf(address);
  const { window_ms } = MOST[kind];
  return {
    one_at_address: { name_parts: [kind, 'one at address', whose, network], window_ms },
    address: { name_parts: [kind, 'address', network], window_ms },
    one: { name_parts: [kind, 'one', whose], window_ms },
  };
}
