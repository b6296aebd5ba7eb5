import { unplanned, type Transaction } from '../../../lib/sql.ts';
import type { Task } from '../contract.ts';
import { COUNTED_TASKS } from './counted.ts';
import { taskColumns, withAssignee, type TaskRow } from './tasks.ts';

/** Without an assignee. */
export type PlainUpdate = Partial<
  Pick<TaskRow, 'title' | 'description' | 'status' | 'priority' | 'due_date'>
> & {
  completed_at?: Date | string | null;
};

export type TaskUpdate = PlainUpdate & Partial<Pick<TaskRow, 'assigned_to' | 'session_id'>>;

/** Holds the row until the transaction ends, so two writers cannot both see the old status. */
export async function lockTask(tx: Transaction, account_id: string, id: string): Promise<Task | undefined> {
  const [task] = await tx<Task[]>`
    select ${taskColumns(tx)}
    from tasks as task
    ${withAssignee(tx, account_id)}
    where task.account_id = ${account_id}
      and task.id = ${id}
    for update of task`;
  return task;
}

/** Those of the tasks that no other transaction has locked, without waiting for one. */
export async function lockTasks(
  tx: Transaction,
  account_id: string,
  ids: readonly string[],
): Promise<Task[]> {
  return tx<Task[]>`
    select ${taskColumns(tx)}
    from tasks as task
    ${withAssignee(tx, account_id)}
    where task.account_id = ${account_id}
      and task.id = any (${unplanned(tx, 'uuid[]', ids)}::uuid[])
    order by task.id
    for update of task skip locked`;
}

/** Locks the task with this reference of an integration. */
export async function lockTaskOfIntegration(
  tx: Transaction,
  account_id: string,
  integration_id: string,
  external_id: string,
): Promise<Task | undefined> {
  const [task] = await tx<Task[]>`
    select ${taskColumns(tx)}
    from tasks as task
    ${withAssignee(tx, account_id)}
    where task.account_id = ${account_id}
      and task.integration_id = ${integration_id}
      and task.external_id = ${external_id}
    for update of task`;
  return task;
}

/** The transaction holds the row already. */
export async function updateTask(
  tx: Transaction,
  account_id: string,
  id: string,
  update: TaskUpdate,
): Promise<Task> {
  const [task] = await tx<[Task]>`
    with task as (
      update tasks
      set ${tx(update)}
      where account_id = ${account_id}
        and id = ${id}
      returning *
    )
    ${COUNTED_TASKS.updated(tx, account_id, [id], update)}
    select ${taskColumns(tx)}
    from task
    ${withAssignee(tx, account_id)}`;
  return task;
}

/** The same for any number, each with members of its own; assignees and sessions stay. */
export async function updateTasks(
  tx: Transaction,
  account_id: string,
  updates: readonly (PlainUpdate & { id: string })[],
): Promise<Task[]> {
  const ids = updates.map(({ id }) => id);
  const members = Object.fromEntries(updates.flatMap((update) => Object.entries(update)));
  return tx<Task[]>`
    with task as (
      update tasks
      set
        title = filled.title,
        description = filled.description,
        status = filled.status,
        priority = filled.priority,
        due_date = filled.due_date,
        completed_at = filled.completed_at
      from json_array_elements(${JSON.stringify(updates)}) as change
      join tasks as old
        on old.account_id = ${account_id}
        and old.id = (change ->> 'id')::uuid
      cross join lateral json_populate_record(old, change) as filled
      where tasks.account_id = ${account_id}
        and tasks.id = old.id
      returning tasks.*
    )
    ${COUNTED_TASKS.updated(tx, account_id, ids, members)}
    select ${taskColumns(tx)}
    from task
    ${withAssignee(tx, account_id)}`;
}
