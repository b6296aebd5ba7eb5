import { createHash } from 'node:crypto';
import type { Queryable } from '../../lib/sql/sql.ts';
import * as queries from '../sql/throttle.ts';
import { HOUR_MS } from '../../lib/time/clock.ts';

/** A counter for a window of time; only the hash of its name is stored. */
export type Counter = { of: readonly string[]; window_ms: number };

export type CountedAttempt = { count: number; ends_at: Date };

const LONGEST_WINDOW_MS = HOUR_MS;
const FORGET_AT_ONCE = 20;

/** Counts one more and says how many that makes. */
export async function incrementCounter(db: Queryable, counter: Counter, now: Date): Promise<CountedAttempt> {
  const counted = await queries.incrementCount(db, hashOf(counter), now, startOf(counter, now));
  if (counted.failures === 1) await forgetOldCounts(db, now);
  return asCounted(counter, counted);
}

export async function readCounter(db: Queryable, counter: Counter, now: Date): Promise<number> {
  return (await queries.readCount(db, hashOf(counter), startOf(counter, now)))?.failures ?? 0;
}

/** Takes back one attempt that turned out to be right; other counts stay. */
export function decrementCounter(db: Queryable, counter: Counter): Promise<void> {
  return queries.decrementCount(db, hashOf(counter));
}

export function forgetCounts(db: Queryable, counters: readonly Counter[]): Promise<void> {
  return queries.deleteCounts(db, counters.map(hashOf));
}

export function forgetCountsBefore(db: Queryable, before: Date): Promise<void> {
  return queries.deleteCountsBefore(db, before);
}

/** A few with each new one, and more than one flood adds, so that the table stays short. */
async function forgetOldCounts(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LONGEST_WINDOW_MS);
  const old = await queries.listOldCounts(db, before, FORGET_AT_ONCE);
  for (const subject of old) await queries.deleteOldCount(db, subject, before);
}

function asCounted({ window_ms }: Counter, { failures, since }: queries.WindowCount): CountedAttempt {
  return { count: failures, ends_at: new Date(Date.parse(since) + window_ms) };
}

function startOf({ window_ms }: Counter, now: Date): Date {
  return new Date(now.getTime() - window_ms);
}

function hashOf({ of }: Counter): Buffer {
  return createHash('sha256').update(JSON.stringify(of)).digest();
}
