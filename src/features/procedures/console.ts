import { serve } from '../../doors/signIn.ts';
import { proceduresApi } from './contract.ts';
import { listProcedures, reviewProcedure } from './procedures.ts';

export const proceduresConsole = serve(proceduresApi, {
  'GET /procedures': (ctx, { query }) => listProcedures(ctx, query),
  'PATCH /procedures': (ctx, { query, body }) => reviewProcedure(ctx, query.procedure_id, body),
});
