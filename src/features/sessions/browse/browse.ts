import type { Context } from '../../../access/context.ts';
import { listExecutions } from '../../skills/executions/executions.ts';
import { listTitles } from '../../tasks/tasks.ts';
import { listSessions } from '../sessions.ts';
import type { SessionPage } from '../contract.ts';
import type { BrowseFilter, BrowsePage, SkillCalls } from './contract.ts';
import * as queries from '../sql/browse.ts';

/** The dashboard's list: filtered by user too, with titles of tasks. */
export async function browseSessions(
  ctx: Context,
  { user_id, ...filter }: BrowseFilter,
): Promise<BrowsePage> {
  const page =
    user_id === undefined ? await listSessions(ctx, filter) : await listOwn(ctx, { ...filter, user_id });
  const tasks = page.sessions.flatMap(({ task_id }) => (task_id === null ? [] : [task_id]));
  const titles = await listTitles(ctx, tasks);
  return { ...page, task_titles: Object.fromEntries(titles.map(({ id, title }) => [id, title])) };
}

const MOST_CALLS = 100;

/** The skill calls of a session. */
export async function listSkillCalls(ctx: Context, session_id: string): Promise<SkillCalls> {
  const { executions, has_more } = await listExecutions(ctx, { session_id, limit: MOST_CALLS, offset: 0 });
  return { executions, has_more };
}

async function listOwn({ db, account_id }: Context, filter: queries.OwnFilter): Promise<SessionPage> {
  const { sessions, total } = await queries.listUserSessions(db, account_id, filter);
  return { sessions, total, limit: filter.limit, offset: filter.offset };
}
