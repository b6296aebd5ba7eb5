import { serveDashboardApi } from '../doors/signIn.ts';
import { listAudit } from './audit.ts';
import { auditApi, AuditExportFilter } from './contract.ts';
import { declareCsvDownload } from '../doors/csvPage.ts';
import { exportAudit } from './export.ts';

export const auditDashboardRoutes = serveDashboardApi(auditApi, {
  'GET /audit': (ctx, { query }) => listAudit(ctx, query),
});

/** The CSV download of the audit log. */
export const auditPages = [
  declareCsvDownload('/audit.csv', { name: 'audit', selection: AuditExportFilter, exportRows: exportAudit }),
];
