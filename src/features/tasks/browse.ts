import type { Context } from '../../access/context.ts';
import { UTC } from '../../lib/time/timeZones.ts';
import type { WorkFilter, WorkPage } from './contract.ts';
import { findWork, MOST_COUNTED } from './sql/work.ts';
import { listTasks, whereDue } from './tasks.ts';

/** The dashboard's list: counted where the filters are those of the API, else found and counted to a bound. */
export async function browseTasks(ctx: Context, filter: WorkFilter, zone = UTC): Promise<WorkPage> {
  const { title, priority, sort, ...counted } = filter;
  if ((title ?? priority ?? sort) !== undefined) return findTasks(ctx, filter, zone);
  const page = await listTasks(ctx, counted, zone);
  return { ...page, has_more: page.offset + page.tasks.length < page.total };
}

async function findTasks(
  { db, account_id, now }: Context,
  { due, ...filter }: WorkFilter,
  zone: string,
): Promise<WorkPage> {
  const { limit, offset } = filter;
  const { tasks, matches } = await findWork(db, account_id, { ...filter, ...whereDue(due, now, zone) });
  const total = matches > MOST_COUNTED ? null : matches;
  return { tasks, total, has_more: matches > offset + tasks.length, limit, offset };
}
