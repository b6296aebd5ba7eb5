import type { Context } from '../access/context.ts';
import { exportCsv } from '../access/csvExport.ts';
import { resolveNameFilter, addTargetNames } from './audit.ts';
import type { AuditEntry, AuditExportFilter } from './contract.ts';
import * as queries from './sql/entries.ts';

/** Exports the audit log as CSV, newest first. */
export async function exportAudit(
  ctx: Context,
  selection: AuditExportFilter,
): Promise<AsyncGenerator<string>> {
  return exportCsv<queries.AuditEntryRow>(ctx, {
    head: HEAD,
    statement: queries.selectEntriesForExport(
      ctx.db,
      ctx.account_id,
      await resolveNameFilter(ctx, selection),
    ),
    cellsOf: async (rows) => (await addTargetNames(ctx, rows)).map(cellsOf),
  });
}

const HEAD = [
  'Time',
  'Action',
  'Actor kind',
  'Actor',
  'Actor id',
  'Object',
  'Object id',
  'Address',
  'Details',
];

function cellsOf({ created_at, action, actor, target, target_id, address, details }: AuditEntry): unknown[] {
  return [created_at, action, actor.kind, actor.name, actor.id, target?.name, target_id, address, details];
}
