import type { Context } from '../../../access/context.ts';
import { exportCsv } from '../../../access/csvExport.ts';
import { selectSessionsForExport, type SessionExportRow } from '../sql/browse.ts';
import type { SessionExportFilter } from './contract.ts';

/** Exports all sessions that match the filter of the list as CSV, latest start first. */
export async function exportSessions(
  ctx: Context,
  filter: SessionExportFilter,
): Promise<AsyncGenerator<string>> {
  return exportCsv<SessionExportRow>(ctx, {
    head: HEAD,
    statement: selectSessionsForExport(ctx.db, ctx.account_id, filter),
    cellsOf: (rows) => rows.map(cellsOf),
  });
}

const HEAD = [
  'Id',
  'Name',
  'Status',
  'Role',
  'Person',
  'Person id',
  'Started',
  'Ended',
  'Seconds',
  'Procedures',
  'Task',
  'Task id',
  'Seat id',
  'Description',
  'Summary',
  'Recording',
];

function cellsOf(session: SessionExportRow): unknown[] {
  const { id, session_name, status, role, user, started_at, completed_at } = session;
  return [
    id,
    session_name,
    status,
    role,
    user?.name,
    user?.user_id,
    started_at,
    completed_at,
    session.duration_seconds,
    session.procedure_count,
    session.task_title,
    session.task_id,
    session.seat_id,
    session.session_description,
    session.session_summary,
    session.video_url,
  ];
}
