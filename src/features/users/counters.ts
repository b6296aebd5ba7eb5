import type { Transaction } from '../../lib/sql/sql.ts';
import * as queries from './sql/users.ts';

export type CountedSession = { user_id: string; started_at: string; duration_seconds: number | null };

/** Moves a user's totals by the change of a session in its transaction, so they always equal a recount. */
export async function countSession(
  tx: Transaction,
  account_id: string,
  before: CountedSession | undefined,
  after: CountedSession,
): Promise<void> {
  const sessions = before ? 0 : 1;
  const minutes = startedMinutes(after) - (before ? startedMinutes(before) : 0);
  if (sessions === 0 && minutes === 0) return;
  const { user_id, started_at } = after;
  await queries.addToCounters(tx, account_id, { user_id, sessions, minutes, started_at });
}

export async function uncountSession(
  tx: Transaction,
  account_id: string,
  session: CountedSession,
): Promise<void> {
  const { user_id } = session;
  const less = { user_id, sessions: -1, minutes: -startedMinutes(session), started_at: null };
  await queries.addToCounters(tx, account_id, less);
  await queries.recountLastSession(tx, account_id, user_id);
}

/** Minutes of a session, rounded up. */
export function startedMinutes({ duration_seconds }: Pick<CountedSession, 'duration_seconds'>): number {
  return Math.ceil((duration_seconds ?? 0) / 60);
}
