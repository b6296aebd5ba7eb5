import type { Actor, Context } from '../../access/context.ts';
import type { EventData } from '../../events/catalogue.ts';
import { badRequest } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import type { Transaction } from '../../lib/sql/sql.ts';
import type { Task } from './contract.ts';
import * as queries from './sql/change.ts';
import { recordTaskChangeAndEvents } from './change.ts';
import { listDeviceTasks as selectWork } from './sql/tasks.ts';

/** The session on glasses that changes a task. */
export type TaskSession = { actor: Extract<Actor, { kind: 'session' }>; now: Date };

export type EndedTaskSession = TaskSession & {
  session_summary: EventData<'task.completed'>['session_summary'];
};

const MOST = 100;

export function listDeviceTasks({ db, account_id }: Context, user_id: string | null): Promise<Task[]> {
  return selectWork(db, account_id, user_id, MOST);
}

/** Locks the task of a session, so that only one of two concurrently ending sessions completes it. */
export async function lockLinkedTask(tx: Transaction, account_id: string, id: string): Promise<Task> {
  const task = await queries.lockTask(tx, account_id, id);
  if (!task) throw badRequest('task_id', accessReasons.unknown_task);
  return task;
}

/** Changes an open task to in_progress. Tasks with another status do not change. */
export async function startTask(
  tx: Transaction,
  account_id: string,
  before: Task,
  { actor, now }: TaskSession,
): Promise<void> {
  if (before.status !== 'open') return;
  const update = { status: 'in_progress', session_id: actor.session_id } as const;
  const after = await queries.updateTask(tx, account_id, { before, update });
  await recordTaskChangeAndEvents(tx, account_id, { before, after, actor, now });
}

/** Completes a task. A task that is already completed or cancelled does not change. */
export async function finishTask(
  tx: Transaction,
  account_id: string,
  before: Task,
  { actor, now, session_summary }: EndedTaskSession,
): Promise<void> {
  if (before.status !== 'open' && before.status !== 'in_progress') return;
  const update = { status: 'completed', completed_at: now, session_id: actor.session_id } as const;
  const after = await queries.updateTask(tx, account_id, { before, update });
  await recordTaskChangeAndEvents(tx, account_id, { before, after, actor, now, session_summary });
}

/** Removes the reference to a deleted session from its task. Changes by the session remain. */
export async function unlinkTaskFromSession(
  tx: Transaction,
  { account_id, actor, now }: Context,
  id: string,
  session_id: string,
): Promise<void> {
  const before = await lockLinkedTask(tx, account_id, id);
  if (before.session_id !== session_id) return;
  const after = await queries.updateTask(tx, account_id, { before, update: { session_id: null } });
  await recordTaskChangeAndEvents(tx, account_id, { before, after, actor, now });
}
