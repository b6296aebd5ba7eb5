import { resource, type Resource } from '../doors/declaration.ts';
import { consoleOperation } from '../doors/session.ts';
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
