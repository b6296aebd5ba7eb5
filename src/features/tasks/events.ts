import { changedBy } from '../../access/actor.ts';
import type { Actor } from '../../access/context.ts';
import type { EventData } from '../../events/catalogue.ts';
import type { Task } from './contract.ts';

export function taskCreated(task: Task): EventData<'task.created'> {
  return {
    task_id: task.id,
    title: task.title,
    status: 'open',
    source: task.source,
    external_id: task.external_id,
    assigned_to: task.assigned_to?.user_id ?? null,
    created_at: task.created_at,
  };
}

export type StatusChange = {
  before: Task;
  after: Task;
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
}: StatusChange): EventData<'task.status_changed'> {
  return {
    task_id: after.id,
    title: after.title,
    previous_status: before.status,
    new_status: after.status,
    external_id: after.external_id,
    source: after.source,
    integration,
    session_id: after.session_id,
    changed_by: changedBy(actor),
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
