import type { Context } from '../../access/context.ts';
import { exportCsv } from '../../access/csvExport.ts';
import type { Seat, SeatExportFilter } from './contract.ts';
import { selectSeatsForExport } from './sql/seats.ts';

type ExportRow = Seat & { user_email: string | null };

/** Exports all seats that match the filter of the list as CSV, in the order of the list. */
export async function exportSeats(ctx: Context, filter: SeatExportFilter): Promise<AsyncGenerator<string>> {
  return exportCsv<ExportRow>(ctx, {
    head: HEAD,
    statement: selectSeatsForExport(ctx.db, ctx.account_id, filter),
    cellsOf: (rows) => rows.map(cellsOf),
  });
}

const HEAD = [
  'Id',
  'Glasses',
  'Role',
  'Person',
  'Person email',
  'Paired',
  'Model',
  'Serial number',
  'Last seen',
  'Created',
];

function cellsOf(seat: ExportRow): unknown[] {
  const { id, device_name, roles, user, user_email, device_token_set } = seat;
  return [
    id,
    device_name,
    roles,
    user?.name,
    user_email,
    device_token_set,
    seat.device_model,
    seat.device_serial,
    seat.last_seen_at,
    seat.created_at,
  ];
}
