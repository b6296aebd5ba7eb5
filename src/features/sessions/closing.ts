import { emit } from '../../events/emit.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import { lockLinkedTask } from '../tasks/device.ts';
import { updateSessionCounters } from '../users/counters.ts';
import { sessionCompleted, toSessionSummary } from './events.ts';
import * as queries from './sql/sessions.ts';
import { sessionSecondsBetween } from './times.ts';

export type SessionClosing = { ended_by: 'sweeper' | 'deletion'; completed_at: Date; now: Date };

/** Ends a running session with the status `failed`. The linked task is not changed. */
export async function closeSessionAsFailed(
  tx: Transaction,
  account_id: string,
  before: queries.StoredSession,
  { ended_by, completed_at, now }: SessionClosing,
): Promise<queries.StoredSession> {
  const duration_seconds = sessionSecondsBetween(before.started_at, completed_at);
  const end = { status: 'failed', ended_by, completed_at, duration_seconds } as const;
  const after = await queries.updateSession(tx, account_id, before, end);
  await updateSessionCounters(tx, account_id, before, after);
  const task = after.task_id === null ? undefined : await lockLinkedTask(tx, account_id, after.task_id);
  const ended = { ...after, status: end.status, completed_at: completed_at.toISOString() };
  const payload = sessionCompleted(ended, task?.title ?? null, toSessionSummary(after, []));
  await emit(tx, account_id, 'session.completed', payload, now);
  return after;
}
