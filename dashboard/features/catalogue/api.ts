import { queryOptions } from '@tanstack/react-query';
import type { CatalogueEntry, Review } from '../../../src/features/procedures/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

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

/** A decision takes one key, so it can be taken back in the procedure's tab. */
export function useReview({ shows_errors_itself: showsErrorsItself = false } = {}) {
  return useAct(
    (ask, { procedure, review }: Decision) =>
      ask('PATCH /procedures', { query: { procedure_id: procedure.id }, body: review }),
    {
      changes: ['procedures', 'home'],
      says: ({ title, status }) =>
        status === 'approved'
          ? t('{title} is in the catalogue', { title })
          : t('{title} was turned down', { title }),
      showsErrorsItself,
    },
  );
}
