import type { Context, IntegrationContext } from '../../access/context.ts';
import { emit } from '../../events/emit.ts';
import { notFound } from '../../access/notFound.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { applyTaskChanges, findSubscribersOfTaskChange } from './change.ts';
import type { PushedTask, Task, TaskChanges } from './contract.ts';
import { findAssignee } from './creation.ts';
import { taskCreated } from './events.ts';
import { lockTaskOfIntegration } from './sql/change.ts';
import * as queries from './sql/tasks.ts';
import { newTaskRow } from './tasks.ts';

/** Creates or changes a task of an external system. Two concurrent requests with a new reference create one task. */
export async function pushTask(ctx: IntegrationContext, { status, ...input }: PushedTask): Promise<Task> {
  const id = newId(ctx.now);
  const { external_id, ...changes } = input;
  const move: TaskChanges = status === undefined ? {} : { status };
  return transaction(ctx.db, async (tx) => {
    const [known, receivers] = await Promise.all([
      findTask(tx, ctx, external_id),
      findSubscribersOfTaskChange(tx, ctx.account_id, move),
    ]);
    const made = known ? undefined : await makeTask(tx, ctx, id, input);
    if (made) return applyTaskChanges(tx, ctx, made, { changes: move, receivers });
    const before = known ?? (await lockTask(tx, ctx, external_id));
    return applyTaskChanges(tx, ctx, before, { changes: { ...changes, ...move }, receivers });
  });
}

/** Changes a task of an external system. 404 for an unknown reference. */
export function changePushedTask(
  ctx: IntegrationContext,
  external_id: string,
  changes: TaskChanges,
): Promise<Task> {
  return transaction(ctx.db, async (tx) => {
    const [before, receivers] = await Promise.all([
      lockTask(tx, ctx, external_id),
      findSubscribersOfTaskChange(tx, ctx.account_id, changes),
    ]);
    return applyTaskChanges(tx, ctx, before, { changes, receivers });
  });
}

async function makeTask(
  tx: Transaction,
  { account_id, actor, now }: Context,
  id: string,
  input: Omit<PushedTask, 'status'>,
): Promise<Task | undefined> {
  const assignee = await findAssignee(tx, account_id, input.assigned_to);
  const row = newTaskRow(id, input, actor, now);
  const task = await queries.insertPushedTask(tx, account_id, row, assignee);
  if (task) await emit(tx, account_id, 'task.created', taskCreated(row), now);
  return task;
}

async function lockTask(tx: Transaction, ctx: IntegrationContext, external_id: string): Promise<Task> {
  const task = await findTask(tx, ctx, external_id);
  if (!task) throw notFound('Task');
  return task;
}

async function findTask(
  tx: Transaction,
  { account_id, actor }: IntegrationContext,
  external_id: string,
): Promise<Task | undefined> {
  return lockTaskOfIntegration(tx, account_id, actor.integration_id, external_id);
}
