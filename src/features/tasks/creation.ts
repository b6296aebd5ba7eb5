import {
  emitToEndpoints,
  createEventRow,
  findSubscribedEndpoints,
  type SubscribedEndpoint,
} from '../../events/emit.ts';
import { badRequest } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import {
  pipelineCommit,
  setCommitProof,
  transaction,
  type Database,
  type Transaction,
} from '../../lib/sql/sql.ts';
import { coalesce } from '../../lib/concurrency/coalesce.ts';
import { runInItemSpan } from '../../lib/process/tracing/shared.ts';
import type { Task } from './contract.ts';
import { taskCreated } from './events.ts';
import * as queries from './sql/tasks.ts';
import type { NewTaskRow } from './sql/tasks.ts';

/** Creates a task. Concurrent creations of one account share a transaction, which saves commits. */
export const insertTaskCoalesced = coalesce({
  run: makeSeveral,
  alone: makeOne,
  at_once: 2,
  most: 64,
  wait_ms: 5,
  writes: true,
});

function makeOne(db: Database, account_id: string, row: NewTaskRow): Promise<Task> {
  return transaction(db, async (tx) => {
    setCommitProof(tx, (later) => queries.findTask(later, account_id, row.id));
    const [assignee, receivers] = await Promise.all([
      findAssignee(tx, account_id, row.assigned_to),
      findSubscribedEndpoints(tx, account_id, ['task.created']),
    ]);
    pipelineCommit(tx);
    const [task] = await Promise.all([
      queries.insertTask(tx, account_id, row, assignee),
      emitCreated(tx, account_id, receivers, [row]),
    ]);
    return task;
  });
}

/**
 * Creates several tasks in one transaction. The result is undefined for a task whose assignee is invalid or locked; it
 * is then created alone.
 */
async function makeSeveral(
  db: Database,
  account_id: string,
  rows: readonly NewTaskRow[],
): Promise<(Task | undefined)[]> {
  const tasks = await transaction(db, async (tx) => {
    setCommitProof(tx, (later) => findMade(later, account_id, rows));
    const [assignees, receivers] = await Promise.all([
      lockAssignees(tx, account_id, rows),
      findSubscribedEndpoints(tx, account_id, ['task.created']),
    ]);
    const assignable = rows.filter(({ assigned_to }) => assigned_to === null || assignees.has(assigned_to));
    if (assignable.length === 0) return [];
    pipelineCommit(tx);
    const [made] = await Promise.all([
      queries.insertTasks(tx, account_id, assignable, assignees),
      emitCreated(tx, account_id, receivers, assignable),
    ]);
    return made;
  });
  const made = new Map(tasks.map((task) => [task.id, task]));
  return rows.map(({ id }) => made.get(id));
}

export function emitCreated(
  tx: Transaction,
  account_id: string,
  receivers: readonly SubscribedEndpoint[],
  rows: readonly NewTaskRow[],
): Promise<void> {
  const events = rows.map((row) =>
    runInItemSpan(row, () => createEventRow(account_id, 'task.created', taskCreated(row), row.created_at)),
  );
  return emitToEndpoints(tx, account_id, receivers, events);
}

/** Locks the active assignees. Users whose row another transaction has locked are omitted, because they may change. */
async function lockAssignees(
  tx: Transaction,
  account_id: string,
  rows: readonly { assigned_to?: string | null | undefined }[],
): Promise<ReadonlyMap<string, NonNullable<Task['assigned_to']>>> {
  const user_ids = new Set(rows.flatMap(({ assigned_to }) => assigned_to ?? []));
  return user_ids.size === 0 ? new Map() : queries.lockAssignableUsers(tx, account_id, [...user_ids]);
}

async function findMade(
  tx: Transaction,
  account_id: string,
  rows: readonly NewTaskRow[],
): Promise<Task[] | undefined> {
  const ids = rows.map(({ id }) => id);
  const tasks = await queries.findTasks(tx, account_id, ids);
  return tasks.length > 0 ? tasks : undefined;
}

/** Finds the assignee; null if the task has none. 400 for an invalid user. */
export async function findAssignee(
  tx: Transaction,
  account_id: string,
  user_id: string | null | undefined,
): Promise<Task['assigned_to']> {
  return user_id === undefined || user_id === null ? null : readAssignee(tx, account_id, user_id);
}

/** 400 for a user who is inactive or of another account. */
export async function readAssignee(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<{ user_id: string; name: string }> {
  const assignee = await queries.findAssignableUser(tx, account_id, user_id);
  if (!assignee) throw badRequest('assigned_to', accessReasons.unknown_user);
  return assignee;
}
