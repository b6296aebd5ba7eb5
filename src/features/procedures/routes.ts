import { operation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import { CatalogueEntry, ProcedureFilter, ProcedurePage, ProcedureRef, Review } from './contract.ts';
import { listProcedures, readProcedure, reviewProcedure } from './procedures.ts';

const query = { procedure_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
const tag = {
  tag: 'Procedures',
  about: 'Procedures that training sessions taught, and their review. Glasses show approved procedures only.',
};

const all = resource(
  '/procedures',
  {
    GET: operation({
      operation_id: 'listProcedures',
      summary: 'List procedures',
      description: 'Newest first, without those of deleted sessions.',
      scope: 'read:sessions',
      query: ProcedureFilter,
      answer: ProcedurePage,
      example: { query: { status: 'pending' } },
      handle: (ctx, { query: filter }) => listProcedures(ctx, filter),
    }),
    PATCH: operation({
      operation_id: 'reviewProcedure',
      summary: 'Approve or reject a procedure',
      description:
        'The latest decision counts. A rejection needs `notes`. The same decision again keeps who decided, and when.',
      scope: 'write:sessions',
      query: ProcedureRef,
      body: Review,
      answer: CatalogueEntry,
      errors: ['NOT_FOUND'],
      example: { query, body: { status: 'approved' } },
      handle: (ctx, { query: { procedure_id }, body }) => reviewProcedure(ctx, procedure_id, body),
    }),
  },
  tag,
);

const one = resource(
  '/procedure',
  {
    GET: operation({
      operation_id: 'getProcedure',
      summary: 'Read a procedure',
      scope: 'read:sessions',
      query: ProcedureRef,
      answer: CatalogueEntry,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query: { procedure_id } }) => readProcedure(ctx, procedure_id),
    }),
  },
  tag,
);

/** Additions to the contract. */
export const procedureRoutes: readonly Resource[] = [all, one];
