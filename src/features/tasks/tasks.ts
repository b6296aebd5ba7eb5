import { actorIdOf, sourceOf } from '../../access/actor.ts';
import type { Actor, Context } from '../../access/context.ts';
import type { EventData } from '../../events/catalogue.ts';
import { emitAll, eventRow, type EventRow } from '../../events/emit.ts';
import { notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { commitAlong, transaction, type Transaction } from '../../lib/sql.ts';
import type { NewTask, Task, TaskChanges, WorkFilter, TaskPage } from './contract.ts';
import { readAssignee, makeTask } from './creation.ts';
import { taskCompleted, taskStatusChanged, type ToldTask } from './events.ts';
import { recordChange } from './history.ts';
import * as queries from './sql/tasks.ts';

export function createTask({ db, account_id, actor, now }: Context, input: NewTask): Promise<Task> {
  return makeTask(db, account_id, newRow(newId(now), input, actor, now));
}

export async function listTasks(
  { db, account_id, now }: Context,
  { due, ...filter }: WorkFilter,
): Promise<TaskPage> {
  const late = due === 'overdue' && { due_before: now };
  const { tasks, total } = await queries.listTasks(db, account_id, { ...filter, ...late });
  return { tasks, total, limit: filter.limit, offset: filter.offset };
}

/** Titles of tasks by id. */
export async function listTitles(
  { db, account_id }: Context,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return ids.length === 0 ? [] : queries.listTitles(db, account_id, ids);
}

export async function changeTask(ctx: Context, id: string, changes: TaskChanges): Promise<Task> {
  return transaction(ctx.db, async (tx) => {
    const before = await queries.lockTask(tx, ctx.account_id, id);
    if (!before) throw notFound('Task');
    return applyChanges(tx, ctx, before, changes);
  });
}

/** Applies a change to a locked task, which ends the transaction. */
export async function applyChanges(
  tx: Transaction,
  { account_id, actor, now }: Context,
  before: Task,
  changes: TaskChanges,
): Promise<Task> {
  if (Object.keys(changes).length === 0) return before;
  const assigned_to = await assigneeAfter(tx, account_id, before, changes);
  const change = { before, after: { ...before, ...changes, assigned_to }, actor, now };
  const events = await eventsOf(tx, account_id, change);
  const update = { ...changes, ...completion(before, changes, now) };
  commitAlong(tx);
  const [task] = await Promise.all([
    queries.updateTask(tx, account_id, before.id, update),
    writeDown(tx, account_id, change, events),
  ]);
  return task;
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
  after: ToldTask;
  actor: Actor;
  now: Date;
  session_summary?: EventData<'task.completed'>['session_summary'];
};

/** Writes the history line of a change, and events where the status changed. */
export async function followUp(tx: Transaction, account_id: string, change: TaskChange): Promise<void> {
  await writeDown(tx, account_id, change, await eventsOf(tx, account_id, change));
}

async function writeDown(
  tx: Transaction,
  account_id: string,
  change: TaskChange,
  events: readonly EventRow[],
): Promise<void> {
  await Promise.all([recordChange(tx, account_id, change), events.length > 0 && emitAll(tx, events)]);
}

async function eventsOf(
  tx: Transaction,
  account_id: string,
  { before, after, actor, now, session_summary = null }: TaskChange,
): Promise<EventRow[]> {
  if (before.status === after.status) return [];
  const integration = await findIntegration(tx, account_id, after);
  const change = taskStatusChanged({ before, after, integration, actor, changed_at: now });
  const changed = eventRow(account_id, 'task.status_changed', change, now);
  if (after.status !== 'completed') return [changed];
  return [changed, eventRow(account_id, 'task.completed', taskCompleted(change, session_summary), now)];
}

async function findIntegration(tx: Transaction, account_id: string, { id, source }: ToldTask) {
  if (source !== 'integration') return null;
  return (await queries.findIntegrationOfTask(tx, account_id, id)) ?? null;
}

export function newRow(id: string, input: NewTask, actor: Actor, now: Date): queries.NewTaskRow {
  return {
    id,
    title: input.title,
    description: input.description ?? null,
    status: 'open',
    priority: input.priority ?? 'medium',
    source: sourceOf(actor),
    external_id: input.external_id ?? null,
    assigned_to: input.assigned_to ?? null,
    due_date: input.due_date ?? null,
    created_at: now,
    completed_at: null,
    session_id: null,
    integration_id: actor.kind === 'integration' ? actor.integration_id : null,
    created_by_kind: actor.kind,
    created_by_id: actorIdOf(actor),
  };
}

/** Entering completed sets the time, leaving it clears it. */
function completion(
  before: Task,
  { status }: TaskChanges,
  now: Date,
): Pick<queries.TaskUpdate, 'completed_at'> {
  if (status === undefined || status === before.status) return {};
  return { completed_at: status === 'completed' ? now : null };
}
