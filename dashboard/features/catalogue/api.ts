import { queryOptions } from '@tanstack/react-query';
import type { CatalogueEntry, Review } from '../../../src/features/procedures/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { CatalogueEntry };

export function proceduresQuery(filter: OperationQuery<'GET /procedures'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['procedures', 'list', filter],
    queryFn: async ({ signal }): Promise<ListPageData<CatalogueEntry> & { total: number }> => {
      const { procedures, ...page } = await callApi('GET /procedures', { query: filter, signal });
      return { rows: procedures, ...page };
    },
  });
}

type Decision = { procedure: CatalogueEntry; review: Review };

/** A decision takes one key, so it can be taken back in the procedure's tab. */
export function useReview({ shows_errors_itself: showsErrorsItself = false } = {}) {
  return useApiMutation(
    (callApi, { procedure, review }: Decision) =>
      callApi('PATCH /procedures', { query: { procedure_id: procedure.id }, body: review }),
    {
      changes: ['procedures', 'home'],
      says: ({ title, status }) =>
        status === 'approved' ? t('{title} was approved', { title }) : t('{title} was rejected', { title }),
      showsErrorsItself,
    },
  );
}
