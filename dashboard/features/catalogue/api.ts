import { queryOptions } from '@tanstack/react-query';
import type {
  CatalogueEntry,
  Procedure,
  ProcedurePage,
  Review,
} from '../../../src/features/procedures/contract.ts';
import { consoleClient, type Query } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { CatalogueEntry };

export function proceduresQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['procedures', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<CatalogueEntry> & { total: number }> => {
      const { procedures, ...page } = await consoleClient.get<ProcedurePage>('/procedures', filter, signal);
      return { rows: procedures, ...page };
    },
  });
}

type Decision = { procedure: CatalogueEntry; review: Review };

/** A decision is one stroke, so it can be taken back in the tab that the procedure went to. */
export function useReview({ shows_errors_itself = false } = {}) {
  return useAct(
    ({ procedure, review }: Decision) =>
      consoleClient.patch<Procedure>('/procedures', { procedure_id: procedure.id }, review),
    {
      changes: ['procedures', 'home'],
      says: ({ title, status }) =>
        status === 'approved' ? `${title} is in the catalogue` : `${title} was turned down`,
      shows_errors_itself,
    },
  );
}
