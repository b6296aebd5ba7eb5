import { csvPage } from '../doors/csvPage.ts';
import { AuditSelection } from './contract.ts';
import { exportAudit } from './export.ts';

/** What the dashboard opens to save. */
export const auditPages = [
  csvPage('/audit.csv', { name: 'audit', selection: AuditSelection, save: exportAudit }),
];
