import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/clock.ts';
/** Time buckets, from the widest to the narrowest. A bucket never crosses the boundary of a wider bucket. */
export const BUCKET_LEVELS = ['month', 'day', 'hour', 'minute', 'second'] as const;
export type BucketLevel = (typeof BUCKET_LEVELS)[number];

const LENGTH_MS = { day: DAY_MS, hour: HOUR_MS, minute: MINUTE_MS, second: SECOND_MS };

/** Returns the start of the bucket that contains the moment, in UTC. */
export function bucketStartOf(level: BucketLevel, moment: Date): Date {
  if (level !== 'month') {
    const length_ms = LENGTH_MS[level];
    return new Date(Math.floor(moment.getTime() / length_ms) * length_ms);
  }
  const start = new Date(moment);
  start.setUTCDate(1);
  start.setUTCHours(0, 0, 0, 0);
  return start;
}

/** Returns the start of the bucket that follows the one with the moment. */
export function nextBucketStart(level: BucketLevel, moment: Date): Date {
  const start = bucketStartOf(level, moment);
  if (level !== 'month') return new Date(start.getTime() + LENGTH_MS[level]);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return start;
}

/** Returns the start of the first bucket that begins at the moment or later. */
export function firstBucketFrom(level: BucketLevel, moment: Date): Date {
  return bucketStartOf(level, moment).getTime() === moment.getTime()
    ? moment
    : nextBucketStart(level, moment);
}

/** Returns the next level of narrower buckets, undefined for seconds. */
export function narrowerLevel(level: BucketLevel): BucketLevel | undefined {
  return BUCKET_LEVELS[BUCKET_LEVELS.indexOf(level) + 1];
}

export type BucketSpan = { level: BucketLevel; from: Date; before: Date | undefined };

/**
 * Returns the buckets that cover the time from the moment on, one span per level: seconds up to the next full minute,
 * minutes up to the next full hour, and so on; the span of months has no end. The caller must check the rows between
 * the moment and the first full second itself.
 */
export function listBucketSpans(moment: Date): BucketSpan[] {
  let before: Date | undefined;
  return BUCKET_LEVELS.map((level) => {
    const from = firstBucketFrom(level, moment);
    const span = { level, from, before };
    before = from;
    return span;
  });
}

export type SplitBucket = { level: BucketLevel; starts_at: Date; ends_at: Date };

/**
 * Returns, for each level, the bucket that contains the moment and may be split into the next narrower level. `ends_at`
 * is the next boundary of that narrower level: if the bucket is split, only rows between the moment and `ends_at` are
 * counted one by one.
 */
export function listSplitBuckets(moment: Date): SplitBucket[] {
  return BUCKET_LEVELS.flatMap((level) => {
    const below = narrowerLevel(level);
    if (!below) return [];
    return [{ level, starts_at: bucketStartOf(level, moment), ends_at: firstBucketFrom(below, moment) }];
  });
}
