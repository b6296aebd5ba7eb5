import { queryOptions } from '@tanstack/react-query';
import type { CatalogueEntry, Review } from '../../../src/features/procedures/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { CatalogueEntry };

export function proceduresQuery(filter: QueryOf<'GET /procedures'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['procedures', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<CatalogueEntry> & { total: number }> => {
      const { procedures, ...page } = await ask('GET /procedures', { query: filter, signal });
      return { rows: procedures, ...page };
    },
  });
}

type Decision = { procedure: CatalogueEntry; review: Review };

/** A decision is one stroke, so it can be taken back in the tab that the procedure went to. */
export function useReview({ shows_errors_itself = false } = {}) {
  return useAct(
    ({ procedure, review }: Decision) =>
      ask('PATCH /procedures', { query: { procedure_id: procedure.id }, body: review }),
    {
      changes: ['procedures', 'home'],
      says: ({ title, status }) =>
        status === 'approved' ? `${title} is in the catalogue` : `${title} was turned down`,
      shows_errors_itself,
    },
  );
}
