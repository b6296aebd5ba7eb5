import { serve } from '../doors/signIn.ts';
import { listAudit } from './audit.ts';
import { auditApi } from './contract.ts';

export const auditConsole = serve(auditApi, {
  'GET /audit': (ctx, { query }) => listAudit(ctx, query),
});
