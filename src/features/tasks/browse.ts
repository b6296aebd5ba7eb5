import type { Context } from '../../access/context.ts';
import { badRequest } from '../../lib/errors.ts';
import { MOST_SEARCHED } from '../../lib/sql/logSearch.ts';
import { dayIn, daysFrom, startOfDayIn, UTC } from '../../lib/time/timeZones.ts';
import type { WorkFilter, WorkPage } from './contract.ts';
import { taskReasons } from './reasons.ts';
import { listQueue, MOST_COUNTED, type DueRange } from './sql/workQueue.ts';
import { listTasks } from './tasks.ts';

/** The dashboard's list: counted where the filters are those of the API, else found and counted to a bound. */
export async function browseTasks(ctx: Context, filter: WorkFilter, zone = UTC): Promise<WorkPage> {
  const { title, priority, sort, due, external_id, ...counted } = filter;
  if ((title ?? priority ?? sort ?? due ?? external_id) !== undefined) return findTasks(ctx, filter, zone);
  const page = await listTasks(ctx, counted);
  return { ...page, has_more: page.offset + page.tasks.length < page.total, searched_to: null };
}

async function findTasks(
  { db, account_id, now }: Context,
  { due, ...filter }: WorkFilter,
  zone: string,
): Promise<WorkPage> {
  const { limit, offset } = filter;
  if (offset + limit > MOST_SEARCHED)
    throw badRequest('offset', taskReasons.list_too_long({ most: MOST_SEARCHED }));
  const { matches, ...found } = await listQueue(db, account_id, {
    ...filter,
    ...whereDue(due, now, zone),
  });
  const total = matches > MOST_COUNTED ? null : matches;
  return { ...found, total, has_more: matches > offset + found.tasks.length, limit, offset };
}

function whereDue(due: WorkFilter['due'], now: Date, zone: string): DueRange {
  if (due === undefined) return {};
  if (due === 'overdue') return { due_before: now };
  const today = dayIn(zone, now);
  return { due_from: startOfDayIn(zone, today), due_before: startOfDayIn(zone, daysFrom(today, 1)) };
}
