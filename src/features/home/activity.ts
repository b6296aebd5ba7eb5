import type { Context } from '../../access/context.ts';
import { listSessions } from '../sessions/sessions.ts';
import type { HomeActivity } from './contract.ts';
import { listWorkActivity } from './sql/activity.ts';

const MOST = { running: 6, recent: 8 };

/** Reads the running sessions and the newest activity of all users of the account. */
export async function readHomeActivity(ctx: Context): Promise<HomeActivity> {
  const [running, recent] = await Promise.all([
    listSessions(ctx, { status: 'in_progress', limit: MOST.running, offset: 0 }),
    listWorkActivity(ctx.db, ctx.account_id, MOST.recent),
  ]);
  return { running: running.sessions, running_total: running.total, recent };
}
