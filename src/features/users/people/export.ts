import type { Context } from '../../../access/context.ts';
import { exportCsv } from '../../../access/csvExport.ts';
import { selectAccountUsersForCsv } from '../sql/lists.ts';
import type { AccountUser, AccountUserExportFilter } from './contract.ts';

type ExportRow = AccountUser & { seat_roles: string[] | null };

/** Exports all users that match the filter of the list as CSV, newest first. */
export async function exportAccountUsers(
  ctx: Context,
  filter: AccountUserExportFilter,
): Promise<AsyncGenerator<string>> {
  return exportCsv<ExportRow>(ctx, {
    head: HEAD,
    statement: selectAccountUsersForCsv(ctx.db, ctx.account_id, filter),
    cellsOf: (rows) => rows.map(cellsOf),
  });
}

const HEAD = [
  'Id',
  'Email',
  'Name',
  'Access',
  'Status',
  'Glasses',
  'Role',
  'Sessions',
  'Minutes',
  'Last session',
  'Created',
];

function cellsOf(user: ExportRow): unknown[] {
  const { id, email, full_name, access, standing, seat, seat_roles } = user;
  return [
    id,
    email,
    full_name,
    access,
    standing,
    seat?.device_name,
    seat_roles,
    user.total_sessions,
    user.total_minutes,
    user.last_session_at,
    user.created_at,
  ];
}
