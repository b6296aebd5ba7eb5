import type { Actor } from '../../../access/context.ts';
import { insertRows } from '../../../lib/sql/insertRows.ts';
import { hideFromPlanner, type Fragment, type Queryable, type Transaction } from '../../../lib/sql/sql.ts';
import type { Task, TaskFilter } from '../contract.ts';
import { COUNTED_TASKS } from './counted.ts';

export type TaskRow = Omit<Task, 'assigned_to' | 'due_date' | 'created_at' | 'completed_at'> & {
  account_id: string;
  assigned_to: string | null;
  due_date: string | null;
  created_at: Date;
  completed_at: Date | null;
  integration_id: string | null;
  created_by_kind: Actor['kind'];
  created_by_id: string | null;
};

export type NewTaskRow = Omit<TaskRow, 'account_id'>;

type Assignee = Task['assigned_to'];

/** Inserts a task and its delta for the stored counts. The caller has already validated the assignee. */
export async function insertTask(
  tx: Transaction,
  account_id: string,
  row: NewTaskRow,
  assigned_to: Assignee = null,
): Promise<Task> {
  const [[task]] = await Promise.all([
    tx<[StoredTask]>`
      insert into tasks as task ${tx({ account_id, ...row })}
      returning ${storedTaskColumns(tx)}`,
    COUNTED_TASKS.noteInserted(tx, account_id, [row]),
  ]);
  return { ...task, assigned_to };
}

/** Inserts any number of tasks with one statement. */
export async function insertTasks(
  tx: Transaction,
  account_id: string,
  rows: readonly NewTaskRow[],
  assignees: ReadonlyMap<string, NonNullable<Assignee>>,
): Promise<Task[]> {
  const [tasks] = await Promise.all([
    tx<StoredTask[]>`
      insert into tasks as task ${insertRows(tx, account_id, 'tasks', rows)}
      returning ${storedTaskColumns(tx)}`,
    COUNTED_TASKS.noteInserted(tx, account_id, rows),
  ]);
  return tasks.map(({ assigned_to, ...task }) => ({
    ...task,
    assigned_to: assignees.get(assigned_to ?? '') ?? null,
  }));
}

/** Returns the tasks among these ids that exist. */
export async function findTasks(db: Queryable, account_id: string, ids: readonly string[]): Promise<Task[]> {
  return db<Task[]>`
    select ${taskColumns(db)}
    from tasks as task
    ${withAssignee(db, account_id)}
    where task.account_id = ${account_id}
      and task.id = any (${hideFromPlanner(db, 'uuid[]', ids)}::uuid[])`;
}

export async function findTask(db: Queryable, account_id: string, id: string): Promise<Task | undefined> {
  const [task] = await db<Task[]>`
    select ${taskColumns(db)}
    from tasks as task
    ${withAssignee(db, account_id)}
    where task.account_id = ${account_id}
      and task.id = ${id}`;
  return task;
}

/** Returns undefined if the integration already has a task with this reference. */
export async function insertPushedTask(
  tx: Transaction,
  account_id: string,
  row: NewTaskRow,
  assigned_to: Assignee,
): Promise<Task | undefined> {
  const [task] = await tx<StoredTask[]>`
    insert into tasks as task ${tx({ account_id, ...row })}
    on conflict (account_id, integration_id, external_id) where integration_id is not null do nothing
    returning ${storedTaskColumns(tx)}`;
  if (!task) return undefined;
  await COUNTED_TASKS.noteInserted(tx, account_id, [row]);
  return { ...task, assigned_to };
}

/** Reads the page and the total with one statement, so that both come from one snapshot. */
export async function listTasks(
  db: Queryable,
  account_id: string,
  filter: TaskFilter,
): Promise<{ tasks: Task[]; total: number }> {
  const { shown, total } = await COUNTED_TASKS.readPage<Task>(db, account_id, filter, {
    columns: taskColumns(db),
    joins: withAssignee(db, account_id),
  });
  return { tasks: shown, total };
}

/** Lists unfinished tasks for glasses: tasks of their user and unassigned tasks, most urgent first. */
export async function listDeviceTasks(
  db: Queryable,
  account_id: string,
  user_id: string | null,
  limit: number,
): Promise<Task[]> {
  return db<Task[]>`
    select ${taskColumns(db)}
    from (
      (${firstOpen(db, account_id, db`task.assigned_to is null`, limit)})
      union all
      (${firstOpen(db, account_id, db`task.assigned_to = ${user_id}`, limit)})
    ) as task
    ${withAssignee(db, account_id)}
    order by ${urgency(db)}
    limit ${limit}`;
}

/** Orders by all columns of the index, so that PostgreSQL reads no row beyond the limit and sorts nothing. */
function firstOpen(db: Queryable, account_id: string, whose: Fragment, limit: number): Fragment {
  return db`
    select *
    from tasks as task
    where task.account_id = ${account_id}
      and task.status in ('open', 'in_progress')
      and ${whose}
    order by task.assigned_to, ${urgency(db)}
    limit ${limit}`;
}

function urgency(db: Queryable): Fragment {
  return db`array_position(array['urgent', 'high', 'medium', 'low'], task.priority), task.created_at, task.id`;
}

export async function listTaskTitles(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return db<{ id: string; title: string }[]>`
    select task.id, task.title
    from tasks as task
    where task.account_id = ${account_id}
      and task.id in ${db(ids)}`;
}

type IntegrationOfTask = { integration_id: string; provider: string };

/** Finds the integrations that created tasks, by the id of the task, in the format of events. */
export async function listIntegrationsOfTasks(
  tx: Transaction,
  account_id: string,
  ids: readonly string[],
): Promise<Map<string, IntegrationOfTask>> {
  const found = await tx<(IntegrationOfTask & { task_id: string })[]>`
    select task.id as task_id, integration.id as integration_id, integration.provider
    from tasks as task
    join integrations as integration
      on integration.account_id = ${account_id}
      and integration.id = task.integration_id
    where task.account_id = ${account_id}
      and task.id = any (${hideFromPlanner(tx, 'uuid[]', ids)}::uuid[])`;
  return new Map(found.map(({ task_id, ...integration }) => [task_id, integration]));
}

/** Finds a user to whom a task can be assigned: active, and of this account. */
export async function findAssignableUser(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<Assignee | undefined> {
  const [assignee] = await tx<NonNullable<Assignee>[]>`
    select person.id as user_id, person.full_name as name
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${user_id}
      and person.status = 'active'`;
  return assignee;
}

/** Locks the given users who are active. Users that other transactions have locked are omitted. */
export async function lockAssignableUsers(
  tx: Transaction,
  account_id: string,
  user_ids: readonly string[],
): Promise<Map<string, NonNullable<Assignee>>> {
  const assignable = await tx<NonNullable<Assignee>[]>`
    select person.id as user_id, person.full_name as name
    from users as person
    where person.account_id = ${account_id}
      and person.id = any (${hideFromPlanner(tx, 'uuid[]', user_ids)}::uuid[])
      and person.status = 'active'
    for key share of person skip locked`;
  return new Map(assignable.map((assignee) => [assignee.user_id, assignee]));
}

/** Joins the assignee. The lateral join with `limit` prevents a plan that reads all users for one page of tasks. */
export function withAssignee(db: Queryable, account_id: string): Fragment {
  return db`
    left join lateral (
      select person.id, person.full_name, person.email
      from users as person
      where person.account_id = ${account_id}
        and person.id = task.assigned_to
      limit 1
    ) as assignee on true`;
}

// across accounts: columns of a statement that filters by account
export function taskColumns(db: Queryable): Fragment {
  return taskColumnsWith(
    db,
    db`
      case
        when assignee.id is not null
        then json_build_object('user_id', assignee.id, 'name', assignee.full_name)
      end as assigned_to`,
  );
}

/** A task whose `assigned_to` is the id of the user. */
export type StoredTask = Omit<Task, 'assigned_to'> & { assigned_to: string | null };

// across accounts: columns of a statement that writes tasks
export function storedTaskColumns(db: Queryable): Fragment {
  return taskColumnsWith(db, db`task.assigned_to`);
}

// across accounts: columns of a statement that filters by account
function taskColumnsWith(db: Queryable, assigned_to: Fragment): Fragment {
  return db`
    task.id,
    task.title,
    task.description,
    task.status,
    task.priority,
    task.source,
    task.external_id,
    ${assigned_to},
    task.due_date,
    task.created_at,
    task.completed_at,
    task.session_id`;
}
