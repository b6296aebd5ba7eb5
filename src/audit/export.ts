import type { Context } from '../access/context.ts';
import { exportCsv } from '../access/csvExport.ts';
import { findTargetIds, withTargets } from './audit.ts';
import type { AuditEntry, AuditSelection } from './contract.ts';
import * as queries from './sql/entries.ts';

/** The audit entries as CSV, newest first. */
export async function exportAudit(ctx: Context, selection: AuditSelection): Promise<AsyncGenerator<string>> {
  return exportCsv<queries.FoundEntry>(ctx, {
    head: HEAD,
    statement: queries.selectAllEntries(ctx.db, ctx.account_id, await findTargetIds(ctx, selection)),
    cellsOf: async (rows) => (await withTargets(ctx, rows)).map(cellsOf),
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
