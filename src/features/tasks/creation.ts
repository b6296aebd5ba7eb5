import { emitAll, eventRow } from '../../events/emit.ts';
import { badRequest } from '../../lib/errors.ts';
import { commitAlong, transaction, type Database, type Transaction } from '../../lib/sql.ts';
import { together } from '../../lib/together.ts';
import { runFor } from '../../lib/tracing/shared.ts';
import type { Task } from './contract.ts';
import { taskCreated } from './events.ts';
import * as queries from './sql/tasks.ts';
import type { NewTaskRow } from './sql/tasks.ts';

/** Makes a task; those that one account makes at once share a transaction. */
export const makeTask = together({
  run: makeSeveral,
  alone: makeOne,
  at_once: 2,
  most: 64,
  wait_ms: 5,
  writes: true,
});

function makeOne(db: Database, account_id: string, row: NewTaskRow): Promise<Task> {
  return transaction(
    db,
    async (tx) => {
      await assertAssignable(tx, account_id, row.assigned_to);
      commitAlong(tx);
      const [task] = await Promise.all([
        queries.insertTask(tx, account_id, row),
        emitCreated(tx, account_id, [row]),
      ]);
      return task;
    },
    { landed: (tx) => queries.findTask(tx, account_id, row.id) },
  );
}

/** A task that cannot be assigned as asked is not among the results. */
async function makeSeveral(
  db: Database,
  account_id: string,
  rows: readonly NewTaskRow[],
): Promise<(Task | undefined)[]> {
  const tasks = await transaction(
    db,
    async (tx) => {
      const assignable = await keepAssignable(tx, account_id, rows);
      if (assignable.length === 0) return [];
      commitAlong(tx);
      const [made] = await Promise.all([
        queries.insertTasks(tx, account_id, assignable),
        emitCreated(tx, account_id, assignable),
      ]);
      return made;
    },
    { landed: (tx) => findLanded(tx, account_id, rows) },
  );
  const made = new Map(tasks.map((task) => [task.id, task]));
  return rows.map(({ id }) => made.get(id));
}

function emitCreated(tx: Transaction, account_id: string, rows: readonly NewTaskRow[]): Promise<void> {
  return emitAll(
    tx,
    rows.map((row) =>
      runFor(row, () => eventRow(account_id, 'task.created', taskCreated(row), row.created_at)),
    ),
  );
}

/** The rows whose assignee is active, and not locked by a transaction that may change that. */
async function keepAssignable(
  tx: Transaction,
  account_id: string,
  rows: readonly NewTaskRow[],
): Promise<readonly NewTaskRow[]> {
  const user_ids = new Set(rows.flatMap(({ assigned_to }) => assigned_to ?? []));
  if (user_ids.size === 0) return rows;
  const assignable = await queries.lockAssignable(tx, account_id, [...user_ids]);
  return rows.filter(({ assigned_to }) => assigned_to === null || assignable.has(assigned_to));
}

async function findLanded(
  tx: Transaction,
  account_id: string,
  rows: readonly NewTaskRow[],
): Promise<Task[] | undefined> {
  const ids = rows.map(({ id }) => id);
  const tasks = await queries.findTasks(tx, account_id, ids);
  return tasks.length > 0 ? tasks : undefined;
}

export async function assertAssignable(
  tx: Transaction,
  account_id: string,
  user_id?: string | null,
): Promise<void> {
  if (user_id !== undefined && user_id !== null) await readAssignee(tx, account_id, user_id);
}

/** 400 for a user who may get no tasks. */
export async function readAssignee(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<{ user_id: string; name: string }> {
  const assignee = await queries.findAssignable(tx, account_id, user_id);
  if (!assignee) throw badRequest('assigned_to: not an active user of this account');
  return assignee;
}
