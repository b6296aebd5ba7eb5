import { operation, publishToApi } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { CatalogueProcedure, ProcedureRef, ProcedureReview, proceduresApi } from './contract.ts';
import { listProcedures, readProcedure, reviewProcedure } from './procedures.ts';

export const proceduresDashboardRoutes = serveDashboardApi(proceduresApi, {
  'GET /procedures': (ctx, { query }) => listProcedures(ctx, query),
  'PATCH /procedures': (ctx, { query, body: { expected, ...review } }) =>
    reviewProcedure(ctx, query.procedure_id, review, expected),
});

const query = { procedure_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
const tag = {
  tag: 'Procedures',
  about: 'Procedures that training sessions taught, and their review. Glasses show approved procedures only.',
};

/** Operations that are not in the original API contract, so they have paths of their own. */
export const procedureRoutes = groupIntoResources(tag, {
  ...publishToApi(proceduresDashboardRoutes, {
    'GET /procedures': {
      operation_id: 'listProcedures',
      summary: 'List procedures',
      description: 'Newest first, without those of deleted sessions.',
      scope: 'read:sessions',
      example: { query: { status: 'pending' } },
    },
  }),
  'PATCH /procedures': operation({
    operation_id: 'reviewProcedure',
    summary: 'Approve or reject a procedure',
    description:
      'The latest decision applies. A rejection requires `notes`. If a decision is repeated, its ' +
      'reviewer and time stay.',
    scope: 'write:sessions',
    query: ProcedureRef,
    body: ProcedureReview,
    answer: CatalogueProcedure,
    errors: ['NOT_FOUND'],
    example: { query, body: { status: 'approved' } },
    handle: (ctx, { query: { procedure_id }, body }) => reviewProcedure(ctx, procedure_id, body),
  }),
  'GET /procedure': operation({
    operation_id: 'getProcedure',
    summary: 'Read a procedure',
    scope: 'read:sessions',
    query: ProcedureRef,
    answer: CatalogueProcedure,
    errors: ['NOT_FOUND'],
    example: { query },
    handle: (ctx, { query: { procedure_id } }) => readProcedure(ctx, procedure_id),
  }),
});
