import type { Context } from '../../../access/context.ts';
import { listExecutions } from '../../skills/executions/executions.ts';
import { listTaskTitles } from '../../tasks/tasks.ts';
import { listSessions } from '../sessions.ts';
import type { SessionPage } from '../contract.ts';
import type { DashboardSessionFilter, DashboardSessionPage, SessionExecutions } from './contract.ts';
import * as queries from '../sql/browse.ts';

/**
 * Lists sessions for the dashboard. Unlike the public list, it can filter by user and includes the titles of the linked
 * tasks.
 */
export async function listSessionsForDashboard(
  ctx: Context,
  { user_id, ...filter }: DashboardSessionFilter,
): Promise<DashboardSessionPage> {
  const page =
    user_id === undefined ? await listSessions(ctx, filter) : await listOwn(ctx, { ...filter, user_id });
  const tasks = page.sessions.flatMap(({ task_id }) => (task_id === null ? [] : [task_id]));
  const titles = await listTaskTitles(ctx, tasks);
  return { ...page, task_titles: Object.fromEntries(titles.map(({ id, title }) => [id, title])) };
}

const MOST_CALLS = 100;

/** Lists the newest skill runs of a session, at most MOST_CALLS. */
export async function listExecutionsOfSession(ctx: Context, session_id: string): Promise<SessionExecutions> {
  const { executions, has_more } = await listExecutions(ctx, { session_id, limit: MOST_CALLS, offset: 0 });
  return { executions, has_more };
}

async function listOwn({ db, account_id }: Context, filter: queries.UserSessionFilter): Promise<SessionPage> {
  const { sessions, total } = await queries.listUserSessions(db, account_id, filter);
  return { sessions, total, limit: filter.limit, offset: filter.offset };
}
