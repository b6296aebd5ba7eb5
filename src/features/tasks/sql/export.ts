import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { Task, TaskExportFilter } from '../contract.ts';
import { whereTaskMatches, whereTextMatches, type DueDateRange } from './conditions.ts';
import { taskColumns, withAssignee } from './tasks.ts';
import { taskOrder } from './workQueue.ts';

export type TaskExportRow = Task & { assignee_email: string | null };

type Filter = Omit<TaskExportFilter, 'due'> & DueDateRange;

/** Selects all tasks that match. The list of the dashboard searches only the newest tasks for some filters. */
export function selectTasksForExport(
  db: Queryable,
  account_id: string,
  { title, sort, ...filter }: Filter,
): Fragment {
  const words =
    title === undefined ? db`` : db`and ${whereTextMatches(db, account_id, { text: title, shortest: 1 })}`;
  return db`
    select ${taskColumns(db)}, assignee.email as assignee_email
    from tasks as task
    ${withAssignee(db, account_id)}
    where task.account_id = ${account_id}
      ${whereTaskMatches(db, filter)}
      ${words}
    order by ${taskOrder(db, { sort })}`;
}
