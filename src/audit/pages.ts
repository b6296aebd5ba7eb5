import { csvPage } from '../doors/csvPage.ts';
import { AuditSelection } from './contract.ts';
import { exportAudit } from './export.ts';

/** Downloads that the dashboard offers. */
export const auditPages = [
  csvPage('/audit.csv', { name: 'audit', selection: AuditSelection, save: exportAudit }),
];
