import { createHash } from 'node:crypto';
import type { Queryable } from '../../lib/sql/sql.ts';
import * as queries from '../sql/throttle.ts';
import { HOUR_MS } from '../../lib/time/clock.ts';

/** A counter for a time window. The database stores only a hash of its name. */
export type ThrottleCounter = { name_parts: readonly string[]; window_ms: number };

export type CounterWindow = { count: number; ends_at: Date };

const LONGEST_WINDOW_MS = HOUR_MS;
const FORGET_AT_ONCE = 20;

/** Increments the counter and returns the new count with the end of the window. */
export async function incrementCounter(
  db: Queryable,
  counter: ThrottleCounter,
  now: Date,
): Promise<CounterWindow> {
  const counted = await queries.incrementWindowCount(db, hashOf(counter), now, startOf(counter, now));
  if (counted.failures === 1) await forgetOldCounts(db, now);
  return asCounted(counter, counted);
}

export async function readCounter(db: Queryable, counter: ThrottleCounter, now: Date): Promise<number> {
  return (await queries.findWindowCount(db, hashOf(counter), startOf(counter, now)))?.failures ?? 0;
}

/** Decrements the counter after a successful attempt, so that the counter contains only failed attempts. */
export function decrementCounter(db: Queryable, counter: ThrottleCounter): Promise<void> {
  return queries.decrementWindowCount(db, hashOf(counter));
}

export function deleteCounters(db: Queryable, counters: readonly ThrottleCounter[]): Promise<void> {
  return queries.deleteCounts(db, counters.map(hashOf));
}

export function deleteCountersBefore(db: Queryable, before: Date): Promise<void> {
  return queries.deleteCountsBefore(db, before);
}

/** Deletes up to 20 expired counters each time a counter is created, so that the table shrinks even under attack. */
async function forgetOldCounts(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LONGEST_WINDOW_MS);
  const old = await queries.listOldCounts(db, before, FORGET_AT_ONCE);
  for (const subject of old) await queries.deleteOldCount(db, subject, before);
}

function asCounted({ window_ms }: ThrottleCounter, { failures, since }: queries.WindowCount): CounterWindow {
  return { count: failures, ends_at: new Date(Date.parse(since) + window_ms) };
}

function startOf({ window_ms }: ThrottleCounter, now: Date): Date {
  return new Date(now.getTime() - window_ms);
}

function hashOf({ name_parts }: ThrottleCounter): Buffer {
  return createHash('sha256').update(JSON.stringify(name_parts)).digest();
}
