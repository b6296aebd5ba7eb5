import type { Actor, Context } from '../../access/context.ts';
import type { EventData } from '../../events/catalogue.ts';
import { badRequest } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import type { Task } from './contract.ts';
import * as queries from './sql/change.ts';
import { recordChangeAndEvents } from './change.ts';
import { listWork as selectWork } from './sql/tasks.ts';

/** The session that works on a task. */
export type WorkList = { actor: Extract<Actor, { kind: 'session' }>; now: Date };

export type FinishedWork = WorkList & { session_summary: EventData<'task.completed'>['session_summary'] };

const MOST = 100;

export function listWork({ db, account_id }: Context, user_id: string | null): Promise<Task[]> {
  return selectWork(db, account_id, user_id, MOST);
}

/** Locks the task of a session, so that of two ending sessions one completes it. */
export async function lockLinkedTask(tx: Transaction, account_id: string, id: string): Promise<Task> {
  const task = await queries.lockTask(tx, account_id, id);
  if (!task) throw badRequest('task_id', accessReasons.unknown_task);
  return task;
}

/** Moves an open task to in_progress; others stay as they are. */
export async function startTask(
  tx: Transaction,
  account_id: string,
  before: Task,
  { actor, now }: WorkList,
): Promise<void> {
  if (before.status !== 'open') return;
  const update = { status: 'in_progress', session_id: actor.session_id } as const;
  const after = await queries.updateTask(tx, account_id, { before, update });
  await recordChangeAndEvents(tx, account_id, { before, after, actor, now });
}

/** Completes an unfinished task; a completed or cancelled one stays. */
export async function finishTask(
  tx: Transaction,
  account_id: string,
  before: Task,
  { actor, now, session_summary }: FinishedWork,
): Promise<void> {
  if (before.status !== 'open' && before.status !== 'in_progress') return;
  const update = { status: 'completed', completed_at: now, session_id: actor.session_id } as const;
  const after = await queries.updateTask(tx, account_id, { before, update });
  await recordChangeAndEvents(tx, account_id, { before, after, actor, now, session_summary });
}

/** Removes a deleted session from its task; what the session did to the task stays. */
export async function unlinkTask(
  tx: Transaction,
  { account_id, actor, now }: Context,
  id: string,
  session_id: string,
): Promise<void> {
  const before = await lockLinkedTask(tx, account_id, id);
  if (before.session_id !== session_id) return;
  const after = await queries.updateTask(tx, account_id, { before, update: { session_id: null } });
  await recordChangeAndEvents(tx, account_id, { before, after, actor, now });
}
