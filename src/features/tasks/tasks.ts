import { actorIdOf, taskSourceOf } from '../../access/actor.ts';
import type { Actor, Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { newId } from '../../lib/ids.ts';
import type { NewTask, Task, TaskFilter, TaskPage } from './contract.ts';
import { insertTaskCoalesced } from './creation.ts';
import * as queries from './sql/tasks.ts';

export function createTask({ db, account_id, actor, now }: Context, input: NewTask): Promise<Task> {
  return insertTaskCoalesced(db, account_id, newTaskRow(newId(now), input, actor, now));
}

export async function listTasks({ db, account_id }: Context, filter: TaskFilter): Promise<TaskPage> {
  const { tasks, total } = await queries.listTasks(db, account_id, filter);
  return { tasks, total, limit: filter.limit, offset: filter.offset };
}

export async function readTask({ db, account_id }: Context, id: string): Promise<Task> {
  const task = await queries.findTask(db, account_id, id);
  if (!task) throw notFound('Task');
  return task;
}

/** Returns the titles of the given tasks; unknown ids are omitted. */
export async function listTaskTitles(
  { db, account_id }: Context,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return ids.length === 0 ? [] : queries.listTaskTitles(db, account_id, ids);
}

export function newTaskRow(id: string, input: NewTask, actor: Actor, now: Date): queries.NewTaskRow {
  return {
    id,
    title: input.title,
    description: input.description ?? null,
    status: 'open',
    priority: input.priority ?? 'medium',
    source: taskSourceOf(actor),
    external_id: input.external_id ?? null,
    assigned_to: input.assigned_to ?? null,
    due_date: input.due_date ?? null,
    created_at: now,
    completed_at: null,
    session_id: null,
    integration_id: actor.kind === 'integration' ? actor.integration_id : null,
    created_by_kind: actor.kind,
    created_by_id: actorIdOf(actor),
  };
}
