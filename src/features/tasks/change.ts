import type { Actor, Context } from '../../access/context.ts';
import type { EventData } from '../../events/catalogue.ts';
import { emitAll, emitTo, eventRow, findReceivers, type EventRow, type Receiver } from '../../events/emit.ts';
import { notFound } from '../../lib/errors.ts';
import { commitAlong, transaction, type Database, type Transaction } from '../../lib/sql.ts';
import { together } from '../../lib/together.ts';
import { runFor } from '../../lib/tracing/shared.ts';
import type { Task, TaskChanges } from './contract.ts';
import { readAssignee } from './creation.ts';
import { taskCompleted, taskStatusChanged, type StatusChange, type ToldTask } from './events.ts';
import { recordChanges } from './history.ts';
import * as queries from './sql/change.ts';
import { findIntegrationOfTask } from './sql/tasks.ts';

type Asked = { ctx: Context; id: string; changes: TaskChanges };

/** Changes a task; changes that one account asks for at once share a transaction, but for those of assignees. */
export function changeTask(ctx: Context, id: string, changes: TaskChanges): Promise<Task> {
  const asked = { ctx, id, changes };
  const is_shared = changes.assigned_to === undefined && Object.keys(changes).length > 0;
  return is_shared ? change(ctx.db, ctx.account_id, asked) : changeOne(ctx.db, ctx.account_id, asked);
}

const change = together({
  run: changeSeveral,
  alone: changeOne,
  at_once: 2,
  most: 64,
  wait_ms: 5,
  writes: true,
});

function changeOne(db: Database, account_id: string, { ctx, id, changes }: Asked): Promise<Task> {
  return transaction(db, async (tx) => {
    const [before, receivers] = await Promise.all([
      queries.lockTask(tx, account_id, id),
      findReceiversOf(tx, account_id, [changes]),
    ]);
    if (!before) throw notFound('Task');
    return applyChanges(tx, ctx, before, { changes, receivers });
  });
}

/**
 * Not among the results are a task that is missing or that another transaction has locked, a second change of the same
 * task, and one of an integration, whose events name it.
 */
async function changeSeveral(
  db: Database,
  account_id: string,
  asked: readonly Asked[],
): Promise<(Task | undefined)[]> {
  const changed = await transaction(db, async (tx) => {
    const ids = [...new Set(asked.map(({ id }) => id))];
    const [locked, receivers] = await Promise.all([
      queries.lockTasks(tx, account_id, ids),
      findReceiversOf(
        tx,
        account_id,
        asked.map(({ changes }) => changes),
      ),
    ]);
    const steps = takeSteps(asked, locked);
    if (steps.length === 0) return [];
    const events = steps.flatMap(({ of, change: one }) =>
      runFor(of, () => tellStatus(account_id, { ...one, integration: null })),
    );
    commitAlong(tx);
    const [tasks] = await Promise.all([
      queries.updateTasks(
        tx,
        account_id,
        steps.map(({ change: { before }, update }) => ({ before, update })),
      ),
      recordChanges(
        tx,
        account_id,
        steps.map((step) => step.change),
      ),
      emitTo(tx, account_id, receivers, events),
    ]);
    return steps.map(({ of }) => ({ of, task: tasks.find(({ id }) => id === of.id) }));
  });
  const results = new Map(changed.map(({ of, task }) => [of, task]));
  return asked.map((one) => results.get(one));
}

type Step = { of: Asked; change: TaskChange; update: queries.TaskUpdate };

function takeSteps(asked: readonly Asked[], locked: readonly Task[]): Step[] {
  const free = new Map(locked.map((task) => [task.id, task]));
  return asked.flatMap((of) => {
    const before = free.get(of.id);
    if (!before || before.source === 'integration') return [];
    free.delete(of.id);
    const { actor, now } = of.ctx;
    const { assigned_to } = before;
    const after = { ...before, ...of.changes, assigned_to };
    return [{ of, change: { before, after, actor, now }, update: updateOf(before, of.changes, now) }];
  });
}

/** Applies a change to a locked task, which ends the transaction. */
export async function applyChanges(
  tx: Transaction,
  { account_id, actor, now }: Context,
  before: Task,
  { changes, receivers }: { changes: TaskChanges; receivers: readonly Receiver[] },
): Promise<Task> {
  if (Object.keys(changes).length === 0) return before;
  const assigned_to = await assigneeAfter(tx, account_id, before, changes);
  const step = { before, after: { ...before, ...changes, assigned_to }, actor, now };
  const events = await eventsOf(tx, account_id, step);
  commitAlong(tx);
  const [task] = await Promise.all([
    queries.updateTask(tx, account_id, { before, assigned_to, update: updateOf(before, changes, now) }),
    recordChanges(tx, account_id, [step]),
    emitTo(tx, account_id, receivers, events),
  ]);
  return task;
}

/** Who wants the events that changes may cause; nobody, without a query, where none of them moves a task. */
export async function findReceiversOf(
  tx: Transaction,
  account_id: string,
  changes: readonly TaskChanges[],
): Promise<readonly Receiver[]> {
  if (changes.every(({ status }) => status === undefined)) return [];
  return findReceivers(tx, account_id, ['task.status_changed', 'task.completed']);
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
export async function followUp(tx: Transaction, account_id: string, one: TaskChange): Promise<void> {
  const events = await eventsOf(tx, account_id, one);
  await Promise.all([recordChanges(tx, account_id, [one]), emitAll(tx, account_id, events)]);
}

async function eventsOf(tx: Transaction, account_id: string, one: TaskChange): Promise<EventRow[]> {
  const { before, after } = one;
  if (before.status === after.status) return [];
  return tellStatus(account_id, { ...one, integration: await findIntegration(tx, account_id, after) });
}

/** The events of a change; none where the status stays. */
function tellStatus(
  account_id: string,
  { session_summary = null, now, ...one }: TaskChange & Pick<StatusChange, 'integration'>,
): EventRow[] {
  if (one.before.status === one.after.status) return [];
  const told = taskStatusChanged({ ...one, changed_at: now });
  const changed = eventRow(account_id, 'task.status_changed', told, now);
  if (one.after.status !== 'completed') return [changed];
  return [changed, eventRow(account_id, 'task.completed', taskCompleted(told, session_summary), now)];
}

async function findIntegration(tx: Transaction, account_id: string, { id, source }: ToldTask) {
  if (source !== 'integration') return null;
  return (await findIntegrationOfTask(tx, account_id, id)) ?? null;
}

/** Entering completed sets the time, leaving it clears it. */
function updateOf(before: Task, changes: TaskChanges, now: Date): queries.TaskUpdate {
  const { status } = changes;
  if (status === undefined || status === before.status) return changes;
  return { ...changes, completed_at: status === 'completed' ? now : null };
}
