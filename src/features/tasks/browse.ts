import type { Context } from '../../access/context.ts';
import { badRequest } from '../../lib/errors.ts';
import { MOST_SEARCHED } from '../../lib/sql/logSearch.ts';
import { dayIn, shiftDay, startOfDayIn, UTC } from '../../lib/time/timeZones.ts';
import type {
  MatchingTasks,
  MatchingTasksQuery,
  DashboardTaskFilter,
  DashboardTaskPage,
} from './contract.ts';
import { taskReasons } from './reasons.ts';
import type { DueDateRange } from './sql/conditions.ts';
import { listMatching } from './sql/matching.ts';
import { listWorkQueue, MOST_COUNTED_TASKS } from './sql/workQueue.ts';
import { listTasks } from './tasks.ts';

/**
 * Lists tasks for the dashboard. Filters of the API have stored counts, so the total is exact. For other filters the
 * tasks are searched, and the total is counted only up to a limit.
 */
export async function listTasksForDashboard(
  ctx: Context,
  filter: DashboardTaskFilter,
  zone = UTC,
): Promise<DashboardTaskPage> {
  const { title, priority, sort, due, external_id, completed_from, completed_to, ...counted } = filter;
  if ((title ?? priority ?? sort ?? due ?? external_id ?? completed_from ?? completed_to) !== undefined)
    return findTasks(ctx, filter, zone);
  const page = await listTasks(ctx, counted);
  return { ...page, has_more: page.offset + page.tasks.length < page.total, searched_to: null };
}

async function findTasks(
  { db, account_id, now }: Context,
  { due, ...filter }: DashboardTaskFilter,
  zone: string,
): Promise<DashboardTaskPage> {
  const { limit, offset } = filter;
  if (offset + limit > MOST_SEARCHED)
    throw badRequest('offset', taskReasons.list_too_long({ most: MOST_SEARCHED }));
  const { matches, ...found } = await listWorkQueue(db, account_id, {
    ...filter,
    ...dueRangeOf(due, now, zone),
  });
  const total = matches > MOST_COUNTED_TASKS ? null : matches;
  return { ...found, total, has_more: matches > offset + found.tasks.length, limit, offset };
}

/**
 * Lists all tasks that match a filter, newest id first, for a change of many tasks. One call searches a bounded number
 * of tasks, whatever the filter is.
 */
export function listMatchingTasks(
  { db, account_id, now }: Context,
  { due, ...query }: MatchingTasksQuery,
  zone: string,
): Promise<MatchingTasks> {
  return listMatching(db, account_id, { ...query, ...dueRangeOf(due, now, zone) });
}

export function dueRangeOf(due: DashboardTaskFilter['due'], now: Date, zone: string): DueDateRange {
  if (due === undefined) return {};
  if (due === 'overdue') return { due_before: now };
  const today = dayIn(zone, now);
  return { due_from: startOfDayIn(zone, today), due_before: startOfDayIn(zone, shiftDay(today, 1)) };
}
