import type { Context } from '../../access/context.ts';
import type { UserSignIn } from '../../access/signIn.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { firstIdOf } from '../../lib/ids.ts';
import { dayIn, shiftDay, startOfDayIn } from '../../lib/time/timeZones.ts';
import { listDailyUsage } from '../reports/reports.ts';
import { listEndpoints } from '../webhooks/endpoints/endpoints.ts';
import { addRecentDeliveries } from '../webhooks/endpoints/status.ts';
import { COUNTED_SESSIONS } from '../sessions/sql/counted.ts';
import { COUNTED_TASKS } from '../tasks/sql/counted.ts';
import { MOST_CHARTED_ROWS, MOST_COUNTED_ROWS, type Home } from './contract.ts';
import * as queries from './sql/account.ts';

const DAYS = 14;
const SOON_MS = 2 * DAY_MS;
/**
 * Expiring keys are announced earlier than other items, because the new key must first be installed in the systems that
 * use the old one.
 */
const KEYS_SOON_MS = 7 * DAY_MS;

/** Reads the figures of the last 14 days and, for admins, the items that need attention. */
export async function readHome(
  ctx: Context,
  { role, time_zone: zone }: Pick<UserSignIn, 'role' | 'time_zone'>,
): Promise<Home> {
  const { now } = ctx;
  const today = dayIn(zone, now);
  const starts = Array.from({ length: DAYS }, (_, day) =>
    startOfDayIn(zone, shiftDay(today, day + 1 - DAYS)),
  );
  const [since = now] = starts;
  const until = new Date(now.getTime() + 1);
  const span = { now, zone, since };
  const moments = [...starts, until];
  const [counts, days, created, started, for_admins] = await Promise.all([
    countWork(ctx),
    listDailyUsage(ctx, { since, until, zone, most: MOST_CHARTED_ROWS }),
    COUNTED_TASKS.countPeriods(ctx.db, ctx.account_id, moments),
    COUNTED_SESSIONS.countPeriods(ctx.db, ctx.account_id, moments),
    role === 'admin' ? readForAdmins(ctx, span) : null,
  ]);
  const trained_from = findFirstCharted(days.map(({ sessions }) => sessions));
  const completed_from = findFirstCharted(days.map(({ tasks_completed }) => tasks_completed));
  return {
    ...counts,
    days: days.map(({ starts_on, minutes, tasks_completed }, at) => ({
      day: starts_on,
      tasks_created: created[at] ?? 0,
      tasks_completed: at < completed_from ? null : tasks_completed,
      sessions: started[at] ?? 0,
      minutes: at < trained_from ? null : minutes,
    })),
    for_admins,
  };
}

/**
 * Finds the index of the first day to chart: 0 if all rows were read; if the limit was reached, the first day with
 * rows, which may be incomplete.
 */
function findFirstCharted(rows: readonly number[]): number {
  const read = rows.reduce((total, count) => total + count, 0);
  return read < MOST_CHARTED_ROWS ? 0 : rows.findIndex((count) => count > 0);
}

/** Reads totals from rollups where they exist, so the cost does not grow with the size of the account. */
async function countWork({
  db,
  account_id,
  now,
}: Context): Promise<Pick<Home, 'open_tasks' | 'overdue_tasks' | 'running_sessions'>> {
  const [open_tasks, overdue_tasks, running_sessions] = await Promise.all([
    COUNTED_TASKS.readTotal(db, account_id, 'status', ['open', 'in_progress']),
    queries.countOverdueTasks(db, account_id, { now, most: MOST_COUNTED_ROWS }),
    COUNTED_SESSIONS.readTotal(db, account_id, 'status', ['in_progress']),
  ]);
  return { open_tasks, overdue_tasks, running_sessions };
}

async function readForAdmins(ctx: Context, span: queries.ChartPeriod): Promise<Home['for_admins']> {
  const { db, account_id, now } = ctx;
  const [steps, newest_endpoint_id, endpoints, attention, deliveries, calls] = await Promise.all([
    queries.readSetupSteps(db, account_id),
    queries.findNewestEndpointId(db, account_id),
    listTroubledEndpoints(ctx),
    queries.readAttentionCounts(db, account_id, {
      now,
      soon: new Date(now.getTime() + SOON_MS),
      keys_soon: new Date(now.getTime() + KEYS_SOON_MS),
      most: MOST_COUNTED_ROWS,
    }),
    queries.listDeliveryDays(db, account_id, {
      ...span,
      first_id: firstIdOf(span.since),
      most: MOST_CHARTED_ROWS,
    }),
    queries.listAccountCallDays(db, account_id, span),
  ]);
  const sent_from = findFirstCharted(deliveries.map(({ read }) => read));
  return {
    steps,
    newest_endpoint_id,
    endpoints,
    attention,
    deliveries: deliveries.map(({ read, day, ...sent }, at) => ({
      day,
      ...(at < sent_from ? { delivered: null, failed: null } : sent),
    })),
    calls,
  };
}

type TroubledEndpoints = NonNullable<Home['for_admins']>['endpoints'];

async function listTroubledEndpoints(ctx: Context): Promise<TroubledEndpoints> {
  const shown = await addRecentDeliveries(ctx, await listEndpoints(ctx));
  const are = (status: string) => shown.filter(({ recent }) => recent.status === status);
  return [...are('failing'), ...are('recovering')].map(({ id, name, url, recent }) => ({
    id,
    name,
    url,
    recent,
  }));
}
