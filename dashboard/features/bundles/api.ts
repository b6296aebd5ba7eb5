import { queryOptions } from '@tanstack/react-query';
import type {
  ApprovedList,
  Bundle,
  BundleList,
  GivenList,
  HolderList,
  NewBundle,
} from '../../../src/features/bundles/contract.ts';
import { consoleClient } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { Bundle, NewBundle };
export type Given = GivenList['bundles'][number];

export const bundlesQuery = queryOptions({
  queryKey: ['bundles', 'list'],
  queryFn: async ({ signal }): Promise<Listed<Bundle>> => {
    const { bundles } = await consoleClient.get<BundleList>('/staff/bundles', {}, signal);
    return { rows: bundles, total: bundles.length, limit: bundles.length, offset: 0 };
  },
});

export function givenQuery(account_id: string) {
  return queryOptions({
    queryKey: ['bundles', 'given', account_id],
    queryFn: ({ signal }) => consoleClient.get<GivenList>('/staff/allocations', { account_id }, signal),
  });
}

export function holdersQuery(bundle_id: string) {
  return queryOptions({
    queryKey: ['bundles', 'holders', bundle_id],
    queryFn: ({ signal }) => consoleClient.get<HolderList>('/staff/bundles/accounts', { bundle_id }, signal),
  });
}

export function approvedQuery(search: string) {
  return queryOptions({
    ...LIST,
    queryKey: ['bundles', 'approved', search],
    queryFn: ({ signal }) => consoleClient.get<ApprovedList>('/staff/procedures', { search }, signal),
  });
}

export function useDeleteBundle(onDone: () => void) {
  return useAct((bundle_id: string) => consoleClient.delete('/staff/bundles', { bundle_id }), {
    changes: ['bundles'],
    says: 'Bundle deleted',
    onDone,
  });
}

export function useSaveBundle(bundle: Bundle | undefined, onDone: () => void) {
  return useAct(
    (input: NewBundle) =>
      bundle
        ? consoleClient.patch<Bundle>('/staff/bundles', { bundle_id: bundle.id }, input)
        : consoleClient.post<Bundle>('/staff/bundles', input),
    {
      changes: ['bundles'],
      says: bundle ? 'Bundle changed' : 'Bundle created',
      onDone,
      shows_errors_itself: true,
    },
  );
}

type Allocating = { account_id: string; bundle_id: string; seat_ids?: string[] };

export function useAllocate(onDone: () => void) {
  return useAct((input: Allocating) => consoleClient.post('/staff/allocations', input), {
    changes: ['bundles'],
    says: 'Bundle allocated',
    onDone,
    shows_errors_itself: true,
  });
}

export function useWithdraw(onDone: () => void) {
  return useAct((input: Allocating) => consoleClient.delete('/staff/allocations', {}, input), {
    changes: ['bundles'],
    says: 'Withdrawn',
    onDone,
  });
}
