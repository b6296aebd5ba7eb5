/*
 * Changes many tasks at once for the dashboard. The page sends the tasks in batches, so it shows progress, and it stops
 * when the user leaves the page. A batch is one transaction with the history entries and the events of single changes.
 * A task that cannot be changed is reported and does not affect the others of its batch.
 */
import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { emitToEndpoints } from '../../events/emit.ts';
import { Failure } from '../../lib/errors.ts';
import { pipelineCommit, transaction, type Transaction } from '../../lib/sql/sql.ts';
import {
  assertExpectedTask,
  findIntegrations,
  findSubscribersOfTaskChange,
  statusEvents,
  withCompletionTime,
  type TaskChange,
} from './change.ts';
import type { BatchEdit, BatchResult, Task } from './contract.ts';
import { findAssignee } from './creation.ts';
import { recordTaskChanges } from './history.ts';
import * as queries from './sql/change.ts';

export type TaskStep = TaskChange & { after: Task; update: queries.TaskUpdate };

/**
 * Changes the tasks in one transaction. If a batch contains several edits of one task, only the last edit is applied.
 */
export async function changeTasks(ctx: Context, edits: readonly BatchEdit[]): Promise<BatchResult> {
  const { db, account_id } = ctx;
  const byTask = new Map(edits.map((edit) => [edit.task_id, edit]));
  return transaction(db, async (tx) => {
    const locked = await queries.lockTasks(tx, account_id, [...byTask.keys()]);
    const { steps, rejected } = await planSteps(tx, ctx, locked, byTask);
    if (steps.length > 0) await writeSteps(tx, account_id, steps);
    return { rejected };
  });
}

type Plan = BatchResult & { steps: TaskStep[] };

async function planSteps(
  tx: Transaction,
  ctx: Context,
  locked: ReadonlyMap<string, Task>,
  edits: ReadonlyMap<string, BatchEdit>,
): Promise<Plan> {
  const plan: Plan = { steps: [], rejected: [] };
  const findUser = rememberAssignees(tx, ctx.account_id);
  for (const [task_id, edit] of edits)
    try {
      plan.steps.push(await planStep(tx, ctx, { before: locked.get(task_id), edit, findUser }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      plan.rejected.push({ task_id, fault: error.message, details: error.details ?? null });
    }
  return plan;
}

type FindUser = (id: string | null) => Promise<Task['assigned_to']>;

/** Returns a function that reads each user once, because a batch usually assigns all tasks to one user. */
function rememberAssignees(tx: Transaction, account_id: string): FindUser {
  const found = new Map<string | null, Promise<Task['assigned_to']>>();
  return (id) => {
    const user = found.get(id) ?? findAssignee(tx, account_id, id);
    found.set(id, user);
    return user;
  };
}

async function planStep(
  tx: Transaction,
  { account_id, actor, now }: Context,
  { before, edit, findUser }: { before: Task | undefined; edit: BatchEdit; findUser: FindUser },
): Promise<TaskStep> {
  if (!before) throw notFound('Task');
  const { changes, expected } = edit;
  await assertExpectedTask(tx, account_id, before, { changes, expected });
  const { assigned_to: user_id = before.assigned_to?.user_id ?? null, ...others } = changes;
  const isKept = user_id === (before.assigned_to?.user_id ?? null);
  const assigned_to = isKept ? before.assigned_to : await findUser(user_id);
  const update = withCompletionTime(before, changes, now);
  return { before, after: { ...before, ...others, assigned_to }, update, actor, now };
}

/**
 * Writes the changes with their history entries and events. Call it last in the transaction, because it pipelines the
 * COMMIT.
 */
export async function writeSteps(
  tx: Transaction,
  account_id: string,
  steps: readonly TaskStep[],
): Promise<void> {
  const moved = steps.filter(({ before, after }) => before.status !== after.status);
  const [receivers, integrations] = await Promise.all([
    moved[0] ? findSubscribersOfTaskChange(tx, account_id, { status: moved[0].after.status }) : [],
    findIntegrations(
      tx,
      account_id,
      moved.map(({ after }) => after),
    ),
  ]);
  const events = moved.flatMap((step) =>
    statusEvents(account_id, { ...step, integration: integrations.get(step.after.id) ?? null }),
  );
  pipelineCommit(tx);
  await Promise.all([
    queries.updateTasks(tx, account_id, steps),
    recordTaskChanges(tx, account_id, steps),
    emitToEndpoints(tx, account_id, receivers, events),
  ]);
}
