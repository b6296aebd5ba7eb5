import { hideFromPlanner, type Fragment, type Queryable, type Transaction } from '../../../lib/sql/sql.ts';
import type { TaskChanges } from '../contract.ts';
import { type Task } from '../contract.ts';
import { COUNTED_TASKS } from './counted.ts';
import {
  findTasks,
  storedTaskColumns,
  taskColumns,
  withAssignee,
  type StoredTask,
  type TaskRow,
} from './tasks.ts';

export type TaskUpdate = Partial<Pick<TaskRow, keyof TaskChanges | 'session_id'>> & {
  completed_at?: Date | string | null;
};

/** Locks the task until the transaction ends, so that two writers cannot both read the old status. */
export async function lockTask(tx: Transaction, account_id: string, id: string): Promise<Task | undefined> {
  const locked = await tx<LockedTask[]>`
    select ${lockedColumns(tx)}
    from tasks as task
    ${withAssignee(tx, account_id)}
    where task.account_id = ${account_id}
      and task.id = ${id}
    for update of task`;
  const [task] = await refreshStaleAssignees(tx, account_id, locked);
  return task;
}

/**
 * Locks tasks until the transaction ends, by id, so that two batches with the same tasks cannot wait for each other.
 * Unknown ids are omitted.
 */
export async function lockTasks(
  tx: Transaction,
  account_id: string,
  ids: readonly string[],
): Promise<Map<string, Task>> {
  const locked = await tx<LockedTask[]>`
    select ${lockedColumns(tx)}
    from tasks as task
    ${withAssignee(tx, account_id)}
    where task.account_id = ${account_id}
      and task.id = any (${hideFromPlanner(tx, 'uuid[]', ids)}::uuid[])
    order by task.id
    for update of task`;
  const tasks = await refreshStaleAssignees(tx, account_id, locked);
  return new Map(tasks.map((task) => [task.id, task]));
}

/** Locks all tasks with these external ids until the transaction ends, by id. */
export async function lockTasksByExternalId(
  tx: Transaction,
  account_id: string,
  external_ids: readonly string[],
): Promise<Task[]> {
  const locked = await tx<LockedTask[]>`
    select ${lockedColumns(tx)}
    from tasks as task
    ${withAssignee(tx, account_id)}
    where task.account_id = ${account_id}
      and task.external_id = any (${hideFromPlanner(tx, 'text[]', external_ids)}::text[])
    order by task.id
    for update of task`;
  return refreshStaleAssignees(tx, account_id, locked);
}

/** Locks the task that the integration created with this external id until the transaction ends. */
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
  const [task] = await refreshStaleAssignees(tx, account_id, locked);
  return task;
}

/**
 * A locked task. `is_reassigned` is true if the joined assignee is stale: after waiting for a lock, PostgreSQL returns
 * the new version of the row, but joins the rows of the old version.
 */
type LockedTask = Task & { is_reassigned: boolean };

// across accounts: columns of a statement that filters by account
function lockedColumns(db: Queryable): Fragment {
  return db`${taskColumns(db)}, task.assigned_to is distinct from assignee.id as is_reassigned`;
}

/** Reads tasks with a stale assignee again, and returns all tasks. */
async function refreshStaleAssignees(
  tx: Transaction,
  account_id: string,
  locked: readonly LockedTask[],
): Promise<Task[]> {
  const reassigned = locked.filter(({ is_reassigned }) => is_reassigned).map(({ id }) => id);
  const again = reassigned.length === 0 ? [] : await findTasks(tx, account_id, reassigned);
  const newest = new Map(again.map((task) => [task.id, task]));
  return locked.map(({ is_reassigned, ...task }) => newest.get(task.id) ?? task);
}

/** A change of a task that the transaction has locked. */
export type LockedTaskUpdate = { before: Task; assigned_to?: Task['assigned_to']; update: TaskUpdate };

export async function updateTask(
  tx: Transaction,
  account_id: string,
  { before, assigned_to = before.assigned_to, update }: LockedTaskUpdate,
): Promise<Task> {
  const [[task]] = await Promise.all([
    tx<[StoredTask]>`
      update tasks as task
      set ${tx(update)}
      where task.account_id = ${account_id}
        and task.id = ${before.id}
      returning ${storedTaskColumns(tx)}`,
    COUNTED_TASKS.noteUpdated(tx, account_id, [countedChange(before, update)]),
  ]);
  return { ...task, assigned_to };
}

/** Changes locked tasks, with one statement for all tasks that get the same values. */
export async function updateTasks(
  tx: Transaction,
  account_id: string,
  changes: readonly LockedTaskUpdate[],
): Promise<void> {
  const changed = changes.filter(({ update }) => Object.keys(update).length > 0);
  const groups = Map.groupBy(changed, ({ update }) => JSON.stringify(update));
  await Promise.all([
    ...[...groups.values()].map((group) => updateAlike(tx, account_id, group)),
    COUNTED_TASKS.noteUpdated(
      tx,
      account_id,
      changed.map(({ before, update }) => countedChange(before, update)),
    ),
  ]);
}

async function updateAlike(
  tx: Transaction,
  account_id: string,
  group: readonly LockedTaskUpdate[],
): Promise<void> {
  const update = group[0]?.update;
  if (!update) return;
  await tx`
    update tasks
    set ${tx(update)}
    where account_id = ${account_id}
      and id = any (${hideFromPlanner(
        tx,
        'uuid[]',
        group.map(({ before }) => before.id),
      )}::uuid[])`;
}

function countedChange(task: Task, update: TaskUpdate) {
  const before = { ...task, assigned_to: task.assigned_to?.user_id ?? null };
  return { before, after: { ...before, ...update } };
}
