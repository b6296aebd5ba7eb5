import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/clock.ts';
/** Buckets of time, from wide to narrow; each begins where a bucket of the wider level begins or within it. */
export const LEVELS = ['month', 'day', 'hour', 'minute', 'second'] as const;
export type Level = (typeof LEVELS)[number];

const LENGTH_MS = { day: DAY_MS, hour: HOUR_MS, minute: MINUTE_MS, second: 1_000 };

/** The start of the bucket that contains a moment. */
export function bucketOf(level: Level, moment: Date): Date {
  if (level !== 'month') {
    const length_ms = LENGTH_MS[level];
    return new Date(Math.floor(moment.getTime() / length_ms) * length_ms);
  }
  const start = new Date(moment);
  start.setUTCDate(1);
  start.setUTCHours(0, 0, 0, 0);
  return start;
}

/** The start of the bucket after the one that contains a moment. */
export function bucketAfter(level: Level, moment: Date): Date {
  const start = bucketOf(level, moment);
  if (level !== 'month') return new Date(start.getTime() + LENGTH_MS[level]);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return start;
}

/** The first bucket that begins at the moment or later: everything in it and behind it is newer. */
export function firstBucketFrom(level: Level, moment: Date): Date {
  return bucketOf(level, moment).getTime() === moment.getTime() ? moment : bucketAfter(level, moment);
}

export function levelBelow(level: Level): Level | undefined {
  return LEVELS[LEVELS.indexOf(level) + 1];
}

export type Span = { level: Level; from: Date; before: Date | undefined };

/**
 * The buckets of all that is not older than a moment: narrow ones up to the next wider one, then wider ones,
 * and months without end. Rows before the first bucket must be looked at one by one.
 */
export function spansFrom(moment: Date): Span[] {
  let before: Date | undefined;
  return LEVELS.map((level) => {
    const from = firstBucketFrom(level, moment);
    const span = { level, from, before };
    before = from;
    return span;
  });
}

export type Leaf = { level: Level; starts_at: Date; ends_at: Date };

/**
 * The buckets at the end of a range that are split into the level below. Rows of the smallest level are compared one by
 * one.
 */
export function leavesAt(moment: Date): Leaf[] {
  return LEVELS.flatMap((level) => {
    const below = levelBelow(level);
    if (!below) return [];
    return [{ level, starts_at: bucketOf(level, moment), ends_at: firstBucketFrom(below, moment) }];
  });
}
