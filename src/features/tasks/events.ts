import { changedByOf } from '../../access/actor.ts';
import type { Actor } from '../../access/context.ts';
import type { EventData } from '../../events/catalogue.ts';
import type { Task } from './contract.ts';
import type { NewTaskRow } from './sql/tasks.ts';

export function taskCreated(row: NewTaskRow): EventData<'task.created'> {
  return {
    task_id: row.id,
    title: row.title,
    status: 'open',
    source: row.source,
    external_id: row.external_id,
    assigned_to: row.assigned_to,
    created_at: row.created_at.toISOString(),
  };
}

/** The fields of a task that events and the history contain. */
export type EventTask = Omit<Task, 'completed_at'>;

export type TaskStatusChange = {
  before: Task;
  after: EventTask;
  /** The integration that created the task, not the one that changes it. */
  integration: EventData<'task.status_changed'>['integration'];
  actor: Actor;
  changed_at: Date;
};

export function taskStatusChanged({
  before,
  after,
  integration,
  actor,
  changed_at,
}: TaskStatusChange): EventData<'task.status_changed'> {
  return {
    task_id: after.id,
    title: after.title,
    previous_status: before.status,
    new_status: after.status,
    external_id: after.external_id,
    source: after.source,
    integration,
    session_id: after.session_id,
    changed_by: changedByOf(actor),
    changed_at: changed_at.toISOString(),
  };
}

export function taskCompleted(
  change: EventData<'task.status_changed'>,
  session_summary: EventData<'task.completed'>['session_summary'],
): EventData<'task.completed'> {
  return {
    ...change,
    completion_source: change.changed_by,
    completed_at: change.changed_at,
    session_summary,
  };
}
