import type { Context } from '../../access/context.ts';
import { exportCsv } from '../../access/csvExport.ts';
import { dueRangeOf } from './browse.ts';
import type { TaskExportFilter } from './contract.ts';
import { selectTasksForExport, type TaskExportRow } from './sql/export.ts';

/** Exports all tasks that match the filter of the list as CSV, in the order of the list. */
export async function exportTasks(
  ctx: Context,
  { due, ...filter }: TaskExportFilter,
  zone: string,
): Promise<AsyncGenerator<string>> {
  const range = { ...filter, ...dueRangeOf(due, ctx.now, zone) };
  return exportCsv<TaskExportRow>(ctx, {
    head: HEAD,
    statement: selectTasksForExport(ctx.db, ctx.account_id, range),
    cellsOf: (rows) => rows.map(cellsOf),
  });
}

const HEAD = [
  'Id',
  'External id',
  'Title',
  'Description',
  'Status',
  'Priority',
  'Due date',
  'Assignee',
  'Assignee email',
  'Source',
  'Created',
  'Completed',
  'Session id',
];

function cellsOf(task: TaskExportRow): unknown[] {
  const { id, external_id, title, description, status, priority, due_date, assigned_to } = task;
  return [
    id,
    external_id,
    title,
    description,
    status,
    priority,
    due_date,
    assigned_to?.name,
    task.assignee_email,
    task.source,
    task.created_at,
    task.completed_at,
    task.session_id,
  ];
}
