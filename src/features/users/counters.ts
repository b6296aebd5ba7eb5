import type { Transaction } from '../../lib/sql/sql.ts';
import * as queries from './sql/users.ts';

export type CountedSession = { user_id: string; started_at: string; duration_seconds: number | null };

/** Adds the change of a session to the user's totals, in the transaction of the change, so that they always match. */
export async function updateSessionCounters(
  tx: Transaction,
  account_id: string,
  before: CountedSession | undefined,
  after: CountedSession,
): Promise<void> {
  const sessions = before ? 0 : 1;
  const minutes = sessionMinutesRoundedUp(after) - (before ? sessionMinutesRoundedUp(before) : 0);
  if (sessions === 0 && minutes === 0) return;
  const { user_id, started_at } = after;
  await queries.addToUserCounters(tx, account_id, { user_id, sessions, minutes, started_at });
}

export async function removeSessionFromCounters(
  tx: Transaction,
  account_id: string,
  session: CountedSession,
): Promise<void> {
  const { user_id } = session;
  const less = { user_id, sessions: -1, minutes: -sessionMinutesRoundedUp(session), started_at: null };
  await queries.addToUserCounters(tx, account_id, less);
  await queries.recomputeLastSession(tx, account_id, user_id);
}

export function sessionMinutesRoundedUp({
  duration_seconds,
}: Pick<CountedSession, 'duration_seconds'>): number {
  return Math.ceil((duration_seconds ?? 0) / 60);
}
