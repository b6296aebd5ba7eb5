import { queryOptions } from '@tanstack/react-query';
import type { Bundle, AllocationList, NewBundle } from '../../../src/features/bundles/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationBody } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { Bundle, NewBundle };
export type AllocatedBundle = AllocationList['bundles'][number];

export const bundlesQuery = queryOptions({
  queryKey: ['bundles', 'list'],
  queryFn: async ({ signal }): Promise<ListPageData<Bundle>> => {
    const { bundles } = await callApi('GET /staff/bundles', { signal });
    return { rows: bundles, total: bundles.length, limit: bundles.length, offset: 0 };
  },
});

export function allocatedBundlesQuery(account_id: string) {
  return queryOptions({
    queryKey: ['bundles', 'given', account_id],
    queryFn: ({ signal }) => callApi('GET /staff/allocations', { query: { account_id }, signal }),
  });
}

export function holdersQuery(bundle_id: string) {
  return queryOptions({
    queryKey: ['bundles', 'holders', bundle_id],
    queryFn: ({ signal }) => callApi('GET /staff/bundles/accounts', { query: { bundle_id }, signal }),
  });
}

export function approvedProceduresQuery(search: string) {
  return queryOptions({
    ...LIST,
    queryKey: ['bundles', 'approved', search],
    queryFn: ({ signal }) => callApi('GET /staff/procedures', { query: { search }, signal }),
  });
}

export function useDeleteBundle(onDone: () => void) {
  return useApiMutation(
    (callApi, bundle_id: string) => callApi('DELETE /staff/bundles', { query: { bundle_id } }),
    {
      changes: ['bundles'],
      says: t('Bundle deleted'),
      onDone,
    },
  );
}

export function useSaveBundle(bundle: Bundle | undefined, onDone: () => void) {
  return useApiMutation(
    (callApi, input: NewBundle) =>
      bundle
        ? callApi('PATCH /staff/bundles', { query: { bundle_id: bundle.id }, body: input })
        : callApi('POST /staff/bundles', { body: input }),
    {
      changes: ['bundles'],
      says: bundle ? t('Bundle changed') : t('Bundle created'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

type AllocationInput = OperationBody<'POST /staff/allocations'>;

export function useAllocate(onDone: () => void) {
  return useApiMutation(
    (callApi, input: AllocationInput) => callApi('POST /staff/allocations', { body: input }),
    {
      changes: ['bundles'],
      says: t('Bundle allocated'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useWithdraw(onDone: () => void) {
  return useApiMutation(
    (callApi, input: AllocationInput) => callApi('DELETE /staff/allocations', { body: input }),
    {
      changes: ['bundles'],
      says: t('Bundle withdrawn'),
      onDone,
    },
  );
}
