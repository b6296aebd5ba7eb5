import { createHash } from 'node:crypto';
import type { Queryable } from '../../lib/sql.ts';
import * as queries from './queries.ts';

const WINDOW_MS = 15 * 60_000;
/** One address may hold a whole company; one person at one address does not mistype so often. */
const MOST = { person_at_address: 10, address: 300, person: 100 };

export type Attempt = { email: string; address: string };
export type Throttle = 'free' | 'slow-down' | 'known-addresses-only';

/**
 * Whether one more attempt may be made. Whoever attacks shuts out his own address; a flood from many addresses
 * leaves a person the ones that the person signed in from before.
 */
export async function askThrottle(db: Queryable, attempt: Attempt, now: Date): Promise<Throttle> {
  const { person_at_address, address, person } = subjectsOf(attempt);
  const counts = await queries.listFailures(db, [address, person_at_address, person], windowStart(now));
  const countOf = (subject: Buffer) => counts.find((count) => count.subject.equals(subject))?.failures ?? 0;
  if (countOf(address) >= MOST.address || countOf(person_at_address) >= MOST.person_at_address)
    return 'slow-down';
  return countOf(person) >= MOST.person ? 'known-addresses-only' : 'free';
}

/** Counts one, and says whether even that one was too many: for guesses that are counted before they are made. */
export async function noteFailure(db: Queryable, attempt: Attempt, now: Date): Promise<Throttle> {
  const { person_at_address, address, person } = subjectsOf(attempt);
  const count = (subject: Buffer) => queries.countFailure(db, subject, now, windowStart(now));
  const at_address = await count(address);
  const of_person_at_address = await count(person_at_address);
  const of_person = await count(person);
  if (at_address > MOST.address || of_person_at_address > MOST.person_at_address) return 'slow-down';
  return of_person > MOST.person ? 'known-addresses-only' : 'free';
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}

/** Who got in is not guessing. */
export async function forgiveFailures(db: Queryable, attempt: Attempt): Promise<void> {
  const { person_at_address, person } = subjectsOf(attempt);
  await queries.forgetFailures(db, [person_at_address, person]);
}

function subjectsOf({ email, address }: Attempt) {
  return {
    person_at_address: hashOf('person at address', email, address),
    address: hashOf('address', address),
    person: hashOf('person', email),
  };
}

function hashOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
