import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { TaskChanges } from '../contract.ts';
import { type Task } from '../contract.ts';
import { COUNTED_TASKS } from './counted.ts';
import {
  findTasks,
  storedColumns,
  taskColumns,
  withAssignee,
  type StoredTask,
  type TaskRow,
} from './tasks.ts';

export type TaskUpdate = Partial<Pick<TaskRow, keyof TaskChanges | 'session_id'>> & {
  completed_at?: Date | string | null;
};

/** Holds the row until the transaction ends, so two writers cannot both see the old status. */
export async function lockTask(tx: Transaction, account_id: string, id: string): Promise<Task | undefined> {
  const locked = await tx<LockedTask[]>`
    select ${lockedColumns(tx)}
    from tasks as task
    ${withAssignee(tx, account_id)}
    where task.account_id = ${account_id}
      and task.id = ${id}
    for update of task`;
  const [task] = await readNewest(tx, account_id, locked);
  return task;
}

/** Locks the task with this reference of an integration. */
export async function lockTaskOfIntegration(
  tx: Transaction,
  account_id: string,
  integration_id: string,
  external_id: string,
): Promise<Task | undefined> {
  const locked = await tx<LockedTask[]>`
    select ${lockedColumns(tx)}
    from tasks as task
    ${withAssignee(tx, account_id)}
    where task.account_id = ${account_id}
      and task.integration_id = ${integration_id}
      and task.external_id = ${external_id}
    for update of task`;
  const [task] = await readNewest(tx, account_id, locked);
  return task;
}

/** A statement that waited for a lock has the newest row, but beside it the assignee of the row before. */
type LockedTask = Task & { is_reassigned: boolean };

// across accounts: columns of a statement that names the account
function lockedColumns(db: Queryable): Fragment {
  return db`${taskColumns(db)}, task.assigned_to is distinct from assignee.id as is_reassigned`;
}

/** The tasks as they are now; one that got another assignee meanwhile is read again. */
async function readNewest(
  tx: Transaction,
  account_id: string,
  locked: readonly LockedTask[],
): Promise<Task[]> {
  const reassigned = locked.filter(({ is_reassigned }) => is_reassigned).map(({ id }) => id);
  const again = reassigned.length === 0 ? [] : await findTasks(tx, account_id, reassigned);
  const newest = new Map(again.map((task) => [task.id, task]));
  return locked.map(({ is_reassigned, ...task }) => newest.get(task.id) ?? task);
}

/** A change of a task that the transaction holds. */
export type HeldTask = { before: Task; assigned_to?: Task['assigned_to']; update: TaskUpdate };

export async function updateTask(
  tx: Transaction,
  account_id: string,
  { before, assigned_to = before.assigned_to, update }: HeldTask,
): Promise<Task> {
  const [[task]] = await Promise.all([
    tx<[StoredTask]>`
      update tasks as task
      set ${tx(update)}
      where task.account_id = ${account_id}
        and task.id = ${before.id}
      returning ${storedColumns(tx)}`,
    COUNTED_TASKS.noteUpdated(tx, account_id, [countedChange(before, update)]),
  ]);
  return { ...task, assigned_to };
}

function countedChange(task: Task, update: TaskUpdate) {
  const before = { ...task, assigned_to: task.assigned_to?.user_id ?? null };
  return { before, after: { ...before, ...update } };
}
