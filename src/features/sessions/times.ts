import { badRequest } from '../../lib/errors.ts';
import { untranslated } from '../../lib/text/reasons.ts';
import { readTimestamp } from '../../lib/time/timestamps.ts';
import { LONGEST_SECONDS, type SessionEnd } from './contract.ts';

const DAY_SECONDS = 24 * 60 * 60;

export type SessionEndTimes = { completed_at: Date; duration_seconds: number };

/** A device's clock may be wrong and its upload late, so its times are used only within what is possible. */
export function sessionStart(said: string | undefined, now: Date): Date {
  return said === undefined ? now : earlier(readTimestamp(said).at, now);
}

/** An older start would make a session longer than the longest one. */
export function assertRecentStart(started_at: Date, now: Date): void {
  if (now.getTime() - started_at.getTime() > LONGEST_SECONDS * 1000)
    throw badRequest('started_at', untranslated(`must be at most ${LONGEST_SECONDS / DAY_SECONDS} days ago`));
}

/** Between the start and now; the duration is the device's own, within limits. */
export function sessionEnd(
  { ended_at, duration_seconds }: Pick<SessionEnd, 'ended_at' | 'duration_seconds'>,
  started_at: string,
  now: Date,
): SessionEndTimes {
  const completed_at = notBefore(sessionStart(ended_at, now), started_at);
  return { completed_at, duration_seconds: duration_seconds ?? secondsBetween(started_at, completed_at) };
}

export function secondsBetween(start: string, end: Date): number {
  const seconds = Math.round((end.getTime() - Date.parse(start)) / 1000);
  return Math.min(Math.max(seconds, 0), LONGEST_SECONDS);
}

export function notBefore(moment: Date, earliest: string): Date {
  return new Date(Math.max(moment.getTime(), Date.parse(earliest)));
}

function earlier(one: Date, other: Date): Date {
  return one.getTime() <= other.getTime() ? one : other;
}
