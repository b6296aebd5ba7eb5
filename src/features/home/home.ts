import type { Context } from '../../access/context.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { firstIdOf } from '../../lib/ids.ts';
import { listDays } from '../reports/reports.ts';
import type { ReportRow } from '../reports/contract.ts';
import type { Day, Home } from './contract.ts';
import * as queries from './sql/account.ts';

const DAYS = 14;
const SOON_MS = 2 * DAY_MS;

/** Two weeks of the account, and for admins what needs attention. */
export async function readHome(ctx: Context, is_admin: boolean): Promise<Home> {
  const { db, account_id, now } = ctx;
  const span = { now, since: startOfDay(new Date(now.getTime() - (DAYS - 1) * DAY_MS)) };
  const [counts, days, for_admins] = await Promise.all([
    queries.countWork(db, account_id, now),
    listDays(ctx, { since: span.since, until: new Date(now.getTime() + 1) }),
    is_admin ? readForAdmins(ctx, span) : null,
  ]);
  return { ...counts, days: days.map(asDay), for_admins };
}

function asDay({ starts_on, tasks_created, tasks_completed, sessions, minutes }: ReportRow): Day {
  return { day: starts_on, tasks_created, tasks_completed, sessions, minutes };
}

async function readForAdmins(
  { db, account_id, now }: Context,
  span: queries.Span,
): Promise<Home['for_admins']> {
  const [steps, newest_endpoint_id, attention, deliveries, calls] = await Promise.all([
    queries.readSteps(db, account_id),
    queries.findNewestEndpoint(db, account_id),
    queries.readAttention(db, account_id, { now, soon: new Date(now.getTime() + SOON_MS) }),
    queries.listDeliveryDays(db, account_id, { ...span, first_id: firstIdOf(span.since) }),
    queries.listCallDays(db, account_id, span),
  ]);
  return { steps, newest_endpoint_id, attention, deliveries, calls };
}

function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}
