import { queryOptions } from '@tanstack/react-query';
import type { Bundle, AllocatedBundleList, NewBundle } from '../../../src/features/bundles/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationBody } from '../../api/operations.ts';
import { queryClient } from '../../api/queryClient.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { filterRecordOptions, type RecordSource } from '../../components/picker/source.ts';
import { toSinglePage } from '../../api/list.ts';
import { t, verbatim } from '../../language/t.ts';

export type { Bundle, NewBundle };
export type AllocatedBundle = AllocatedBundleList['bundles'][number];

export const bundlesQuery = queryOptions({
  queryKey: ['bundles', 'list'],
  queryFn: ({ signal }) => toSinglePage('bundles', callApi('GET /staff/bundles', { signal })),
});

export function allocatedBundlesQuery(account_id: string) {
  return queryOptions({
    queryKey: ['bundles', 'given', account_id],
    queryFn: ({ signal }) => callApi('GET /staff/allocations', { query: { account_id }, signal }),
  });
}

export function bundleAccountsQuery(bundle_id: string) {
  return queryOptions({
    queryKey: ['bundles', 'holders', bundle_id],
    queryFn: ({ signal }) => callApi('GET /staff/bundles/accounts', { query: { bundle_id }, signal }),
  });
}

/** Approved procedures of all accounts, for a picker. */
export const APPROVED_PROCEDURE_SOURCE: RecordSource = {
  key: ['bundles', 'procedures'],
  read: async ({ search, ids }, signal) => {
    const query = ids === undefined ? { search } : { procedure_ids: ids };
    const { procedures } = await callApi('GET /staff/procedures', { query, signal });
    const options = procedures.map(({ id, name, account_name }) => ({
      value: id,
      label: verbatim(name),
      detail: account_name,
    }));
    return { options, total: options.length };
  },
  empty: t('No approved procedures yet'),
};

export const BUNDLE_SOURCE: RecordSource = {
  key: ['bundles', 'choice'],
  read: async (filter) => {
    const { rows } = await queryClient.fetchQuery(bundlesQuery);
    return filterRecordOptions(
      rows.map(({ id, name }) => ({ value: id, label: verbatim(name) })),
      filter,
    );
  },
  empty: t('No bundles yet. Create them on the bundles page.'),
};

/** Returns the seats of an account, for a picker. */
export function seatSource(account_id: string): RecordSource {
  return {
    key: ['accounts', account_id, 'seats'],
    read: async ({ search, ids, limit }, signal) => {
      const query = ids === undefined ? { account_id, search, limit } : { account_id, seat_ids: ids, limit };
      const { seats, total } = await callApi('GET /staff/account/seats', { query, signal });
      const options = seats.map(({ id, device_name, user_name }) => ({
        value: id,
        label: verbatim(device_name),
        detail: user_name ?? t('No user'),
      }));
      return { options, total };
    },
    empty: t('This account has no seats yet'),
  };
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
    (callApi, input: { edit: OperationBody<'PATCH /staff/bundles'>; bundle: NewBundle }) =>
      bundle
        ? callApi('PATCH /staff/bundles', { query: { bundle_id: bundle.id }, body: input.edit })
        : callApi('POST /staff/bundles', { body: input.bundle }),
    {
      changes: ['bundles'],
      says: bundle ? t('Bundle changed') : t('Bundle created'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

type AllocationInput = OperationBody<'POST /staff/allocations'>;

export function useAllocateBundle(onDone: () => void) {
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

export function useWithdrawBundle(onDone: () => void) {
  return useApiMutation(
    (callApi, input: AllocationInput) => callApi('DELETE /staff/allocations', { body: input }),
    {
      changes: ['bundles'],
      says: t('Bundle withdrawn'),
      onDone,
    },
  );
}
