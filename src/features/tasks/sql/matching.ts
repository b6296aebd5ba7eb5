import type { Queryable } from '../../../lib/sql/sql.ts';
import type { MatchingTasks, MatchingTasksQuery } from '../contract.ts';
import { whereTaskMatches, whereTextMatches, type DueDateRange } from './conditions.ts';
import { MOST_SPLIT } from './workQueue.ts';

/**
 * Searches the next tasks by id, newest first, and returns the matching ones with the id from which the next call
 * continues. A call reads a fixed number of tasks by the primary key, so its cost does not depend on the filter.
 */
export async function listMatching(
  db: Queryable,
  account_id: string,
  { before_id, title, ...filter }: Omit<MatchingTasksQuery, 'due'> & DueDateRange,
): Promise<MatchingTasks> {
  const words =
    title === undefined ? db`` : db`and ${whereTextMatches(db, account_id, { text: title, shortest: 1 })}`;
  const rows = await db<(MatchingTasks['tasks'][number] & { is_match: boolean })[]>`
    select
      task.id,
      task.title,
      task.status,
      task.priority,
      task.due_date,
      task.assigned_to,
      (true ${whereTaskMatches(db, filter)} ${words}) is true as is_match
    from tasks as task
    where task.account_id = ${account_id}
      ${before_id === undefined ? db`` : db`and task.id < ${before_id}`}
    order by task.id desc
    limit ${MOST_SPLIT}`;
  const tasks = rows.filter(({ is_match }) => is_match).map(({ is_match, ...task }) => task);
  return { tasks, next: rows.length < MOST_SPLIT ? null : (rows.at(-1)?.id ?? null) };
}
