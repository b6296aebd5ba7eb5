import { createHash } from 'node:crypto';
import type { Queryable } from '../../lib/sql.ts';
import * as queries from './queries.ts';

const WINDOW_MS = 15 * 60_000;
/** One address may hold a whole company; one person at one address does not mistype so often. */
const MOST = { person_at_address: 10, address: 300, person: 100 };

export type Attempt = { email: string; address: string };
export type Throttle = 'free' | 'slow-down' | 'known-addresses-only';

/**
 * Counts an attempt and says whether it may be made. Whoever attacks shuts out his own address; a flood from
 * many addresses leaves a person the ones that the person signed in from before.
 */
export async function countAttempt(db: Queryable, attempt: Attempt, now: Date): Promise<Throttle> {
  const start = new Date(now.getTime() - WINDOW_MS);
  const { person_at_address, address, person } = subjectsOf(attempt);
  if ((await queries.countAttempt(db, address, now, start)) > MOST.address) return 'slow-down';
  if ((await queries.countAttempt(db, person_at_address, now, start)) > MOST.person_at_address)
    return 'slow-down';
  if ((await queries.countAttempt(db, person, now, start)) > MOST.person) return 'known-addresses-only';
  return 'free';
}

/** Who got in is not guessing. */
export async function forgiveAttempts(db: Queryable, attempt: Attempt): Promise<void> {
  const { person_at_address, person } = subjectsOf(attempt);
  await queries.forgetAttempts(db, [person_at_address, person]);
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
