import { queryOptions } from '@tanstack/react-query';
import type { CatalogueProcedure, ProcedureReviewEdit } from '../../../src/features/procedures/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { CatalogueProcedure };

export function proceduresQuery(filter: OperationQuery<'GET /procedures'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['procedures', 'list', filter],
    queryFn: ({ signal }) => toListPage('procedures', callApi('GET /procedures', { query: filter, signal })),
  });
}

type Decision = { procedure: CatalogueProcedure; review: ProcedureReviewEdit };

/** Reviews a procedure without a confirmation, because each decision can be undone. */
export function useReviewProcedure({ shows_errors_itself: showsErrorsItself = false } = {}) {
  return useApiMutation(
    (callApi, { procedure, review }: Decision) =>
      callApi('PATCH /procedures', { query: { procedure_id: procedure.id }, body: review }),
    {
      changes: ['procedures', 'home'],
      says: ({ title, status }) =>
        status === 'approved' ? t('{title} was approved', { title }) : t('{title} was rejected', { title }),
      undo: ({ procedure, review: { status } }) => ({ procedure, review: earlierReview(procedure, status) }),
      showsErrorsItself,
    },
  );
}

/** Returns the review that a procedure had, to undo a decision. `given` is the status that the decision set. */
export function earlierReview(
  { status, review_notes }: CatalogueProcedure,
  given: ProcedureReviewEdit['status'],
): ProcedureReviewEdit {
  return { status, notes: review_notes, expected: { status: given } };
}
