import type { Context } from '../../access/context.ts';
import { exportCsv } from '../../access/csvExport.ts';
import { idBoundsOf } from '../../lib/ids.ts';
import { halfOpenRangeOf } from '../../lib/time/timestamps.ts';
import type { LoggedRequest, RequestExportFilter } from './contract.ts';
import { selectAllRequests } from './sql/requestLog.ts';

/** Exports the request log as CSV, newest first, without bodies. */
export async function exportRequests(
  ctx: Context,
  { from, to, ...narrowing }: RequestExportFilter,
): Promise<AsyncGenerator<string>> {
  const range = { ...narrowing, ...idBoundsOf(halfOpenRangeOf({ from, to })) };
  return exportCsv<LoggedRequest>(ctx, {
    head: HEAD,
    statement: selectAllRequests(ctx.db, ctx.account_id, range),
    cellsOf: (rows) => rows.map(cellsOf),
  });
}

const HEAD = [
  'Time',
  'Method',
  'Path',
  'Status',
  'Error',
  'Milliseconds',
  'Caller kind',
  'Caller',
  'Caller id',
  'Request id',
];

function cellsOf({ created_at, method, path, status, error, ms, by, request_id }: LoggedRequest): unknown[] {
  return [created_at, method, path, status, error, ms, by.kind, by.name, by.id, request_id];
}
