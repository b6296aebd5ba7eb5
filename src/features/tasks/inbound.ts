import type { Context, IntegrationContext } from '../../access/context.ts';
import { emit } from '../../events/emit.ts';
import { notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql.ts';
import { applyChanges } from './change.ts';
import type { PushedTask, Task, TaskChanges } from './contract.ts';
import { assertAssignable } from './creation.ts';
import { taskCreated } from './events.ts';
import { lockTaskOfIntegration } from './sql/change.ts';
import * as queries from './sql/tasks.ts';
import { newRow } from './tasks.ts';

/** Creates the task or changes it; two parallel pushes create one. */
export async function pushTask(ctx: IntegrationContext, { status, ...input }: PushedTask): Promise<Task> {
  const id = newId(ctx.now);
  const { external_id, ...changes } = input;
  const move: TaskChanges = status === undefined ? {} : { status };
  return transaction(ctx.db, async (tx) => {
    const known = await findTask(tx, ctx, external_id);
    const made = known ? undefined : await makeTask(tx, ctx, id, input);
    if (made) return applyChanges(tx, ctx, made, move);
    const before = known ?? (await lockTask(tx, ctx, external_id));
    return applyChanges(tx, ctx, before, { ...changes, ...move });
  });
}

/** Changes a known task; an unknown reference is 404. */
export function changePushedTask(
  ctx: IntegrationContext,
  external_id: string,
  changes: TaskChanges,
): Promise<Task> {
  return transaction(ctx.db, async (tx) => {
    const before = await lockTask(tx, ctx, external_id);
    return applyChanges(tx, ctx, before, changes);
  });
}

async function makeTask(
  tx: Transaction,
  { account_id, actor, now }: Context,
  id: string,
  input: Omit<PushedTask, 'status'>,
): Promise<Task | undefined> {
  await assertAssignable(tx, account_id, input.assigned_to);
  const row = newRow(id, input, actor, now);
  const task = await queries.insertPushedTask(tx, account_id, row);
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
