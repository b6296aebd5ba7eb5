import { queryOptions } from '@tanstack/react-query';
import type { Bundle, GivenList, NewBundle } from '../../../src/features/bundles/contract.ts';
import { ask } from '../../api/client.ts';
import type { BodyOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Bundle, NewBundle };
export type Given = GivenList['bundles'][number];

export const bundlesQuery = queryOptions({
  queryKey: ['bundles', 'list'],
  queryFn: async ({ signal }): Promise<Listed<Bundle>> => {
    const { bundles } = await ask('GET /staff/bundles', { signal });
    return { rows: bundles, total: bundles.length, limit: bundles.length, offset: 0 };
  },
});

export function givenQuery(account_id: string) {
  return queryOptions({
    queryKey: ['bundles', 'given', account_id],
    queryFn: ({ signal }) => ask('GET /staff/allocations', { query: { account_id }, signal }),
  });
}

export function holdersQuery(bundle_id: string) {
  return queryOptions({
    queryKey: ['bundles', 'holders', bundle_id],
    queryFn: ({ signal }) => ask('GET /staff/bundles/accounts', { query: { bundle_id }, signal }),
  });
}

export function approvedQuery(search: string) {
  return queryOptions({
    ...LIST,
    queryKey: ['bundles', 'approved', search],
    queryFn: ({ signal }) => ask('GET /staff/procedures', { query: { search }, signal }),
  });
}

export function useDeleteBundle(onDone: () => void) {
  return useAct((ask, bundle_id: string) => ask('DELETE /staff/bundles', { query: { bundle_id } }), {
    changes: ['bundles'],
    says: t('Bundle deleted'),
    onDone,
  });
}

export function useSaveBundle(bundle: Bundle | undefined, onDone: () => void) {
  return useAct(
    (ask, input: NewBundle) =>
      bundle
        ? ask('PATCH /staff/bundles', { query: { bundle_id: bundle.id }, body: input })
        : ask('POST /staff/bundles', { body: input }),
    {
      changes: ['bundles'],
      says: bundle ? t('Bundle changed') : t('Bundle created'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

type Allocating = BodyOf<'POST /staff/allocations'>;

export function useAllocate(onDone: () => void) {
  return useAct((ask, input: Allocating) => ask('POST /staff/allocations', { body: input }), {
    changes: ['bundles'],
    says: t('Bundle allocated'),
    onDone,
    showsErrorsItself: true,
  });
}

export function useWithdraw(onDone: () => void) {
  return useAct((ask, input: Allocating) => ask('DELETE /staff/allocations', { body: input }), {
    changes: ['bundles'],
    says: t('Withdrawn'),
    onDone,
  });
}
