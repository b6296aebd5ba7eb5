import type { Actor, Context } from '../../access/context.ts';
import type { EventData } from '../../events/catalogue.ts';
import {
  emitAll,
  emitToEndpoints,
  eventRow,
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
import { taskCompleted, taskStatusChanged, type StatusChange, type EventTask } from './events.ts';
import { recordChanges } from './history.ts';
import * as queries from './sql/change.ts';
import { findIntegrationOfTask } from './sql/tasks.ts';

/** Other requests changed the task for as long as a change may wait. */
class TaskBusy extends Error {
  override name = 'TaskBusy';
}

/**
 * Changes of one task wait here for each other, and not in the database, where each would hold a connection. A change
 * that has waited for so long is refused with 503.
 */
const changing = new Limiter({
  most_per_key: () => 1,
  wait_ms: 2_000,
  refusal: () => markRetrySafe(new TaskBusy('The task was being changed by other requests for too long')),
});

export function changeTask(ctx: Context, id: string, changes: TaskChanges): Promise<Task> {
  return changing.run(() => changeNow(ctx, id, changes), `${ctx.account_id} ${id}`);
}

function changeNow(ctx: Context, id: string, changes: TaskChanges): Promise<Task> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    const [before, receivers] = await Promise.all([
      queries.lockTask(tx, account_id, id),
      findReceiversOf(tx, account_id, changes),
    ]);
    if (!before) throw notFound('Task');
    return applyChanges(tx, ctx, before, { changes, receivers });
  });
}

/** Applies a change to a locked task, which ends the transaction. */
export async function applyChanges(
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
    queries.updateTask(tx, account_id, { before, assigned_to, update: updateOf(before, changes, now) }),
    recordChanges(tx, account_id, [step]),
    emitToEndpoints(tx, account_id, receivers, events),
  ]);
  return task;
}

/** Finds the receivers of the events that a change causes. A change without a status causes none and runs no query. */
export async function findReceiversOf(
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

/** Writes the history line of a change, and events where the status changed. */
export async function recordChangeAndEvents(
  tx: Transaction,
  account_id: string,
  one: TaskChange,
): Promise<void> {
  const events = await eventsOf(tx, account_id, one);
  await Promise.all([recordChanges(tx, account_id, [one]), emitAll(tx, account_id, events)]);
}

async function eventsOf(tx: Transaction, account_id: string, one: TaskChange): Promise<EventRow[]> {
  const { before, after } = one;
  if (before.status === after.status) return [];
  return statusEvents(account_id, { ...one, integration: await findIntegration(tx, account_id, after) });
}

/** The events of a change; none where the status stays. */
function statusEvents(
  account_id: string,
  { session_summary = null, now, ...one }: TaskChange & Pick<StatusChange, 'integration'>,
): EventRow[] {
  if (one.before.status === one.after.status) return [];
  const told = taskStatusChanged({ ...one, changed_at: now });
  const changed = eventRow(account_id, 'task.status_changed', told, now);
  if (one.after.status !== 'completed') return [changed];
  return [changed, eventRow(account_id, 'task.completed', taskCompleted(told, session_summary), now)];
}

async function findIntegration(tx: Transaction, account_id: string, { id, source }: EventTask) {
  if (source !== 'integration') return null;
  return (await findIntegrationOfTask(tx, account_id, id)) ?? null;
}

/** Entering completed sets the time, leaving it clears it. */
function updateOf(before: Task, changes: TaskChanges, now: Date): queries.TaskUpdate {
  const { status } = changes;
  if (status === undefined || status === before.status) return changes;
  return { ...changes, completed_at: status === 'completed' ? now : null };
}
