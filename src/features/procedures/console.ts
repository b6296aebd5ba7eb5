import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { Procedure, ProcedureFilter, ProcedurePage, ProcedureRef, Review } from './contract.ts';
import { listProcedures, reviewProcedure } from './procedures.ts';

const procedures = resource(
  '/procedures',
  {
    GET: consoleOperation({
      summary: 'List procedures',
      role: 'member',
      query: ProcedureFilter,
      answer: ProcedurePage,
      handle: (ctx, { query }) => listProcedures(ctx, query),
    }),
    PATCH: consoleOperation({
      summary: 'Approve or reject a procedure',
      role: 'admin',
      query: ProcedureRef,
      body: Review,
      answer: Procedure,
      handle: (ctx, { query, body }) => reviewProcedure(ctx, query.procedure_id, body),
    }),
  },
  { tag: 'Catalogue' },
);

export const proceduresConsole: readonly Resource[] = [procedures];
