import { badRequest } from '../../lib/errors.ts';
import { untranslated } from '../../lib/text/reasons.ts';
import { readTimestamp } from '../../lib/time/timestamps.ts';
import { LONGEST_SESSION_SECONDS, type SessionEnd } from './contract.ts';
import { DAY_MS, SECOND_MS } from '../../lib/time/clock.ts';

const DAY_SECONDS = DAY_MS / SECOND_MS;

export type SessionEndTimes = { completed_at: Date; duration_seconds: number };

/**
 * Returns the start time that the glasses report, limited to the present, because the clock of the glasses may be
 * wrong.
 */
export function clampStartTime(said: string | undefined, now: Date): Date {
  return said === undefined ? now : earlier(readTimestamp(said).at, now);
}

/** Rejects a start that would make the session longer than LONGEST_SESSION_SECONDS. */
export function assertRecentStart(started_at: Date, now: Date): void {
  if (now.getTime() - started_at.getTime() > LONGEST_SESSION_SECONDS * SECOND_MS)
    throw badRequest(
      'started_at',
      untranslated(`must be at most ${LONGEST_SESSION_SECONDS / DAY_SECONDS} days ago`),
    );
}

/**
 * Returns the end time that the glasses report, limited to the time between the start and now, and the reported
 * duration or else the computed one.
 */
export function clampEndTime(
  { ended_at, duration_seconds }: Pick<SessionEnd, 'ended_at' | 'duration_seconds'>,
  started_at: string,
  now: Date,
): SessionEndTimes {
  const completed_at = clampToEarliest(clampStartTime(ended_at, now), started_at);
  return {
    completed_at,
    duration_seconds: duration_seconds ?? sessionSecondsBetween(started_at, completed_at),
  };
}

export function sessionSecondsBetween(start: string, end: Date): number {
  const seconds = Math.round((end.getTime() - Date.parse(start)) / SECOND_MS);
  return Math.min(Math.max(seconds, 0), LONGEST_SESSION_SECONDS);
}

export function clampToEarliest(moment: Date, earliest: string): Date {
  return new Date(Math.max(moment.getTime(), Date.parse(earliest)));
}

function earlier(one: Date, other: Date): Date {
  return one.getTime() <= other.getTime() ? one : other;
}
