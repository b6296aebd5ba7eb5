import { consoleOperation, resource, type Resource } from '../../access/operation.ts';
import { listAudit } from './audit.ts';
import { AuditFilter, AuditPage } from './contract.ts';

const audit = resource(
  '/audit',
  {
    GET: consoleOperation({
      summary: 'List who did what',
      role: 'admin',
      query: AuditFilter,
      answer: AuditPage,
      handle: (ctx, { query }) => listAudit(ctx, query),
    }),
  },
  { tag: 'Audit' },
);

export const auditConsole: readonly Resource[] = [audit];
