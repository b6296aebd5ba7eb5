import { emit, emitAll, eventRow } from '../../events/emit.ts';
import { badRequest } from '../../lib/errors.ts';
import { transaction, type Database, type Transaction } from '../../lib/sql.ts';
import { together } from '../../lib/together.ts';
import type { Task } from './contract.ts';
import { taskCreated } from './events.ts';
import * as queries from './sql/tasks.ts';

/** Makes a task; those that one account makes at once share a transaction. */
export const makeTask = together({ run: makeSeveral, alone: makeOne, at_once: 2, most: 64, wait_ms: 5 });

function makeOne(db: Database, account_id: string, row: queries.NewTaskRow): Promise<Task> {
  return transaction(
    db,
    async (tx) => {
      await assertAssignable(tx, account_id, row.assigned_to);
      const task = await queries.insertTask(tx, account_id, row);
      await emit(tx, account_id, 'task.created', taskCreated(task), row.created_at);
      return task;
    },
    { landed: (tx) => queries.findTask(tx, account_id, row.id) },
  );
}

/** A task that cannot be assigned as asked is not among the results. */
async function makeSeveral(
  db: Database,
  account_id: string,
  rows: readonly queries.NewTaskRow[],
): Promise<(Task | undefined)[]> {
  const ids = rows.map(({ id }) => id);
  const tasks = await transaction(
    db,
    async (tx) => {
      const made = await queries.insertTasks(tx, account_id, rows);
      await emitAll(
        tx,
        made.map((task) =>
          eventRow(account_id, 'task.created', taskCreated(task), new Date(task.created_at)),
        ),
      );
      return made;
    },
    {
      async landed(tx) {
        const made = await queries.findTasks(tx, account_id, ids);
        return made.length > 0 ? made : undefined;
      },
    },
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return ids.map((id) => byId.get(id));
}

export async function assertAssignable(
  tx: Transaction,
  account_id: string,
  user_id?: string | null,
): Promise<void> {
  if (user_id === undefined || user_id === null) return;
  if (await queries.isAssignable(tx, account_id, user_id)) return;
  throw badRequest('assigned_to: not an active user of this account');
}
