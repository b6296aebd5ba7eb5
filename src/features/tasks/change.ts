import type { Actor, Context } from '../../access/context.ts';
import type { EventData } from '../../events/catalogue.ts';
import { emitAll, emitTo, eventRow, findReceivers, type EventRow, type Receiver } from '../../events/emit.ts';
import { notFound } from '../../lib/errors.ts';
import { commitAlong, transaction, type Database, type Transaction } from '../../lib/sql.ts';
import { together } from '../../lib/together.ts';
import { runFor } from '../../lib/tracing/shared.ts';
import type { Task, TaskChanges } from './contract.ts';
import { lockAssignees, readAssignee } from './creation.ts';
import { taskCompleted, taskStatusChanged, type StatusChange, type ToldTask } from './events.ts';
import { recordChanges } from './history.ts';
import * as queries from './sql/change.ts';
import { findIntegrationOfTask } from './sql/tasks.ts';

type Asked = { ctx: Context; id: string; changes: TaskChanges };

/** Changes a task; changes that one account asks for at once share a transaction. */
export function changeTask(ctx: Context, id: string, changes: TaskChanges): Promise<Task> {
  return change(ctx.db, ctx.account_id, { ctx, id, changes });
}

/** How long a change waits for others of its task before it is refused with 503. */
const ROW_WAIT_MS = 2_000;

const change = together({
  run: changeSeveral,
  alone: changeOne,
  at_once: 2,
  most: 64,
  wait_ms: 5,
  writes: true,
  rowOf: ({ id }) => id,
  row_wait_ms: ROW_WAIT_MS,
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
 * Not among the results are changes of a task that is missing or that another transaction has locked, and those to an
 * assignee who may get no tasks. Several changes of one task are done in order, each from what the one before left.
 */
async function changeSeveral(
  db: Database,
  account_id: string,
  asked: readonly Asked[],
): Promise<(Task | undefined)[]> {
  const results = await transaction(db, async (tx) => {
    const ids = [...new Set(asked.map(({ id }) => id))];
    const changes = asked.map((one) => one.changes);
    const [locked, receivers, assignees] = await Promise.all([
      queries.lockTasks(tx, account_id, ids),
      findReceiversOf(tx, account_id, changes),
      lockAssignees(tx, account_id, changes),
    ]);
    const held = new Map(locked.map((task) => [task.id, task]));
    const done = new Map<Asked, Task>();
    const rounds = roundsOf(asked.filter((one) => isPossible(one, held, assignees)));
    for (const [at, round] of rounds.entries()) {
      const steps = round.flatMap((of) => stepOf(of, held.get(of.id), assignees));
      const events = await tellAll(tx, account_id, steps);
      if (at === rounds.length - 1) commitAlong(tx);
      const [tasks] = await Promise.all([
        queries.updateTasks(
          tx,
          account_id,
          steps.map(({ change: { before, after }, update }) => ({
            before,
            assigned_to: after.assigned_to,
            update,
          })),
        ),
        recordChanges(
          tx,
          account_id,
          steps.map((step) => step.change),
        ),
        emitTo(tx, account_id, receivers, events),
      ]);
      for (const task of tasks) held.set(task.id, task);
      for (const { of } of steps) {
        const task = held.get(of.id);
        if (task) done.set(of, task);
      }
    }
    return done;
  });
  return asked.map((one) => results.get(one));
}

type Held = ReadonlyMap<string, Task>;
type Assignees = ReadonlyMap<string, NonNullable<Task['assigned_to']>>;
type Step = { of: Asked; change: TaskChange; update: queries.TaskUpdate };

function isPossible({ id, changes }: Asked, held: Held, assignees: Assignees): boolean {
  const { assigned_to } = changes;
  const is_assignable = assigned_to === undefined || assigned_to === null || assignees.has(assigned_to);
  return held.has(id) && is_assignable && Object.keys(changes).length > 0;
}

/** Each round has at most one change of a task, in the order in which they were asked for. */
function roundsOf(asked: readonly Asked[]): Asked[][] {
  const rounds: Asked[][] = [];
  const before = new Map<string, number>();
  for (const one of asked) {
    const at = before.get(one.id) ?? 0;
    before.set(one.id, at + 1);
    (rounds[at] ??= []).push(one);
  }
  return rounds;
}

function stepOf(of: Asked, before: Task | undefined, assignees: Assignees): Step[] {
  if (!before) return [];
  const { changes } = of;
  const { actor, now } = of.ctx;
  const named = changes.assigned_to === undefined ? before.assigned_to : changes.assigned_to;
  const assigned_to = typeof named === 'string' ? (assignees.get(named) ?? null) : named;
  const after = { ...before, ...changes, assigned_to };
  return [{ of, change: { before, after, actor, now }, update: updateOf(before, changes, now) }];
}

async function tellAll(tx: Transaction, account_id: string, steps: readonly Step[]): Promise<EventRow[]> {
  const told = steps.map(({ of, change: one }) => runFor(of, () => eventsOf(tx, account_id, one)));
  return (await Promise.all(told)).flat();
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
