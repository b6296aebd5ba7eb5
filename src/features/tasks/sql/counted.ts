import { unplanned } from '../../../lib/sql/sql.ts';
import { toDatabase } from '../../../lib/time/timestamps.ts';
import { countedList } from '../../../counts/counted.ts';
import { TASK_SOURCES, TASK_STATUSES, type TaskFilter } from '../contract.ts';

/** Unfinished tasks that are due from then on, or before then. */
export type DueRange = { due_from?: Date; due_before?: Date };

export type ListFilter = TaskFilter & DueRange;

export const COUNTED_TASKS = countedList<ListFilter>({
  table: 'tasks',
  row: 'task',
  at: 'created_at',
  owner: 'assigned_to',
  traits: { status: TASK_STATUSES, source: TASK_SOURCES },
  uncounted: (db, { external_id, due_from, due_before }) => [
    ...(external_id === undefined ? [] : [db`task.external_id = ${unplanned(db, 'text', external_id)}`]),
    ...(due_before === undefined
      ? []
      : [
          db`task.status in ('open', 'in_progress')
            and task.due_date < ${unplanned(db, 'timestamptz', toDatabase(due_before))}`,
        ]),
    ...(due_from === undefined
      ? []
      : [db`task.due_date >= ${unplanned(db, 'timestamptz', toDatabase(due_from))}`]),
  ],
});
