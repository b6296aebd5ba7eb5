import type { Context } from '../../access/context.ts';
import { exportCsv } from '../../access/csvExport.ts';
import type { UserReportRow } from './contract.ts';
import * as queries from './queries.ts';
import { toReportSpan } from './reports.ts';

/** Streams the figures per user as CSV, most active users first. */
export async function exportUserReport(
  ctx: Context,
  { from, to, zone }: { from: string; to: string; zone?: string },
): Promise<AsyncGenerator<string>> {
  const statement = queries.selectAllUserReportRows(ctx.db, ctx.account_id, toReportSpan(from, to, zone));
  return exportCsv<UserReportRow>(ctx, { head: HEAD, statement, cellsOf: (rows) => rows.map(cellsOf) });
}

const HEAD = [
  'Person',
  'Id',
  'Sessions',
  'Failed sessions',
  'Minutes',
  'Tasks completed',
  'Skill runs',
] as const;

function cellsOf({ user, ...figures }: UserReportRow): unknown[] {
  return [
    user.name,
    user.user_id,
    figures.sessions,
    figures.sessions_failed,
    figures.minutes,
    figures.tasks_completed,
    figures.skills_run,
  ];
}
