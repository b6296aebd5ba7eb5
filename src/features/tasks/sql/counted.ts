import { hideFromPlanner } from '../../../lib/sql/sql.ts';
import { defineCountedList } from '../../../counts/counts.ts';
import { TASK_SOURCES, TASK_STATUSES, type TaskFilter } from '../contract.ts';

export const COUNTED_TASKS = defineCountedList<TaskFilter>({
  table: 'tasks',
  row: 'task',
  at: 'created_at',
  owner: 'assigned_to',
  traits: { status: TASK_STATUSES, source: TASK_SOURCES },
  uncounted: (db, { external_id }) =>
    external_id === undefined ? [] : [db`task.external_id = ${hideFromPlanner(db, 'text', external_id)}`],
});
