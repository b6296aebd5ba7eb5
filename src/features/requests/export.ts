import type { Context } from '../../access/context.ts';
import { exportCsv } from '../../access/csvExport.ts';
import { idsBetween } from '../../lib/ids.ts';
import { rangeOf } from '../../lib/time/timestamps.ts';
import type { LoggedRequest, RequestSelection } from './contract.ts';
import { allRequests } from './queries.ts';

/** The requests to the API as CSV, newest first, without bodies. */
export async function exportRequests(
  ctx: Context,
  { from, to, ...narrowing }: RequestSelection,
): Promise<AsyncGenerator<string>> {
  const range = { ...narrowing, ...idsBetween(rangeOf({ from, to })) };
  return exportCsv<LoggedRequest>(ctx, {
    head: HEAD,
    statement: allRequests(ctx.db, ctx.account_id, range),
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
