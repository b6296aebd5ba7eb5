import type { Actor, Context } from '../../access/context.ts';
import { assertNoEditConflict, type ExpectedValues } from '../../access/editConflict.ts';
import type { EventData } from '../../events/catalogue.ts';
import {
  emitAll,
  emitToEndpoints,
  createEventRow,
  findSubscribedEndpoints,
  type EventRow,
  type SubscribedEndpoint,
} from '../../events/emit.ts';
import { notFound } from '../../access/notFound.ts';
import { Limiter } from '../../lib/concurrency/limiter.ts';
import { pipelineCommit, transaction, type Transaction } from '../../lib/sql/sql.ts';
import { markRetrySafe } from '../../lib/sql/retrySafety.ts';
import type { Task, TaskChanges } from './contract.ts';
import { readAssignee } from './creation.ts';
import { taskCompleted, taskStatusChanged, type TaskStatusChange, type EventTask } from './events.ts';
import { findLastTaskChange, recordTaskChanges } from './history.ts';
import * as queries from './sql/change.ts';
import { listIntegrationsOfTasks } from './sql/tasks.ts';

/** A change could not begin in time, because other requests were changing the task. */
class TaskBusy extends Error {
  override name = 'TaskBusy';
}

/**
 * Serializes the changes of one task in memory. If they waited for the row lock instead, each would occupy a database
 * connection. A change that waits longer than two seconds gets a 503.
 */
const changing = new Limiter({
  most_per_key: () => 1,
  wait_ms: 2_000,
  refusal: () => markRetrySafe(new TaskBusy('The task was being changed by other requests for too long')),
});

/** With `expected`, fails with a 409 if another edit has changed one of these values meanwhile. */
export function changeTask(
  ctx: Context,
  id: string,
  changes: TaskChanges,
  expected?: ExpectedValues,
): Promise<Task> {
  return changing.run(() => changeNow(ctx, id, changes, expected), `${ctx.account_id} ${id}`);
}

function changeNow(ctx: Context, id: string, changes: TaskChanges, expected: ExpectedValues): Promise<Task> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    const [before, receivers] = await Promise.all([
      queries.lockTask(tx, account_id, id),
      findSubscribersOfTaskChange(tx, account_id, changes),
    ]);
    if (!before) throw notFound('Task');
    await assertExpectedTask(tx, account_id, before, { changes, expected });
    return applyTaskChanges(tx, ctx, before, { changes, receivers });
  });
}

export async function assertExpectedTask(
  tx: Transaction,
  account_id: string,
  { assigned_to, ...task }: Task,
  edit: { changes: TaskChanges; expected: ExpectedValues },
): Promise<void> {
  await assertNoEditConflict({
    ...edit,
    current: { ...task, assigned_to: assigned_to?.user_id ?? null },
    ...(assigned_to && { names: { assigned_to: assigned_to.name } }),
    findLastChange: (members) => findLastTaskChange(tx, account_id, task.id, members),
  });
}

/** Applies a change to a locked task. It must be the last work of the transaction, because it pipelines the COMMIT. */
export async function applyTaskChanges(
  tx: Transaction,
  { account_id, actor, now }: Context,
  before: Task,
  { changes, receivers }: { changes: TaskChanges; receivers: readonly SubscribedEndpoint[] },
): Promise<Task> {
  if (Object.keys(changes).length === 0) return before;
  const assigned_to = await assigneeAfter(tx, account_id, before, changes);
  const step = { before, after: { ...before, ...changes, assigned_to }, actor, now };
  const events = await eventsOf(tx, account_id, step);
  pipelineCommit(tx);
  const [task] = await Promise.all([
    queries.updateTask(tx, account_id, {
      before,
      assigned_to,
      update: withCompletionTime(before, changes, now),
    }),
    recordTaskChanges(tx, account_id, [step]),
    emitToEndpoints(tx, account_id, receivers, events),
  ]);
  return task;
}

/**
 * Finds the webhook endpoints for the events of a change. A change without `status` causes no events and needs no
 * query.
 */
export async function findSubscribersOfTaskChange(
  tx: Transaction,
  account_id: string,
  { status }: TaskChanges,
): Promise<readonly SubscribedEndpoint[]> {
  if (status === undefined) return [];
  return findSubscribedEndpoints(tx, account_id, ['task.status_changed', 'task.completed']);
}

async function assigneeAfter(
  tx: Transaction,
  account_id: string,
  { assigned_to }: Task,
  changes: TaskChanges,
): Promise<Task['assigned_to']> {
  if (changes.assigned_to === undefined || changes.assigned_to === assigned_to?.user_id) return assigned_to;
  return changes.assigned_to === null ? null : readAssignee(tx, account_id, changes.assigned_to);
}

export type TaskChange = {
  before: Task;
  after: EventTask;
  actor: Actor;
  now: Date;
  session_summary?: EventData<'task.completed'>['session_summary'];
};

/** Writes the history entry of a change, and its events if the status changed. */
export async function recordTaskChangeAndEvents(
  tx: Transaction,
  account_id: string,
  one: TaskChange,
): Promise<void> {
  const events = await eventsOf(tx, account_id, one);
  await Promise.all([recordTaskChanges(tx, account_id, [one]), emitAll(tx, account_id, events)]);
}

async function eventsOf(tx: Transaction, account_id: string, one: TaskChange): Promise<EventRow[]> {
  const { before, after } = one;
  if (before.status === after.status) return [];
  return statusEvents(account_id, { ...one, integration: await findIntegration(tx, account_id, after) });
}

/** Creates the events of a status change; none if the status is unchanged. */
export function statusEvents(
  account_id: string,
  { session_summary = null, now, ...one }: TaskChange & Pick<TaskStatusChange, 'integration'>,
): EventRow[] {
  if (one.before.status === one.after.status) return [];
  const told = taskStatusChanged({ ...one, changed_at: now });
  const changed = createEventRow(account_id, 'task.status_changed', told, now);
  if (one.after.status !== 'completed') return [changed];
  return [changed, createEventRow(account_id, 'task.completed', taskCompleted(told, session_summary), now)];
}

async function findIntegration(tx: Transaction, account_id: string, task: EventTask) {
  return (await findIntegrations(tx, account_id, [task])).get(task.id) ?? null;
}

/** Finds the integrations that created these tasks, by the id of the task. */
export async function findIntegrations(
  tx: Transaction,
  account_id: string,
  tasks: readonly EventTask[],
): Promise<ReadonlyMap<string, NonNullable<TaskStatusChange['integration']>>> {
  const ids = tasks.filter(({ source }) => source === 'integration').map(({ id }) => id);
  return ids.length === 0 ? new Map() : listIntegrationsOfTasks(tx, account_id, ids);
}

/** Sets `completed_at` when a task becomes completed, and clears it when a completed task gets another status. */
export function withCompletionTime(before: Task, changes: TaskChanges, now: Date): queries.TaskUpdate {
  const { status } = changes;
  if (status === undefined || status === before.status) return changes;
  return { ...changes, completed_at: status === 'completed' ? now : null };
}
