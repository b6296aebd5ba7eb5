import type { Task } from '../records.ts';
import type { Transport } from '../transport.ts';
import { suggest, UsageFault } from './fault.ts';

const TITLE = 'Triggered from the command line';

/** Events that a new task can trigger, each with the states that the task must go through. */
const STATUSES: Record<string, readonly Task['status'][]> = {
  'task.created': [],
  'task.status_changed': ['in_progress'],
  'task.completed': ['completed'],
};

/** Triggers a real event by creating a task. The event is delivered like any other. */
export async function trigger(transport: Transport, event: string | undefined): Promise<Task> {
  const known = Object.keys(STATUSES);
  const statuses = event === undefined ? undefined : STATUSES[event];
  if (!statuses) {
    const what = event === undefined ? 'An event must follow' : `“${event}” cannot be triggered`;
    throw new UsageFault(`${what}${suggest(event ?? '', known) || `: ${known.join(', ')} can`}`);
  }
  let task = await transport.call('createTask', { body: { title: TITLE } });
  for (const status of statuses)
    task = await transport.call('updateTask', { query: { task_id: task.id }, body: { status } });
  return task;
}
