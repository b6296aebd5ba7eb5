import { queryOptions } from '@tanstack/react-query';
import type { AccountRemoval } from '../../../../src/features/accounts/removal/contract.ts';
import { callApi } from '../../../api/client.ts';
import { useApiMutation } from '../../../api/useApiMutation.ts';
import { t } from '../../../language/t.ts';

export type { AccountRemoval };

/** The deletion of the own account or, for staff, of the account with this id. */
export function deletionQuery(account_id?: string) {
  return queryOptions({
    queryKey: ['deletion', account_id ?? 'own'],
    queryFn: async ({ signal }) => {
      const { deletion } =
        account_id === undefined
          ? await callApi('GET /account/deletion', { signal })
          : await callApi('GET /staff/account/deletion', { query: { account_id }, signal });
      return deletion;
    },
    staleTime: 5 * 60_000,
  });
}

export function useRequestDeletion(account_id: string | undefined, onDone: () => void) {
  return useApiMutation(
    (callApi, body: { name: string }) =>
      account_id === undefined
        ? callApi('POST /account/deletion', { body })
        : callApi('POST /staff/account/deletion', { query: { account_id }, body }),
    { changes: ['deletion'], says: t('Account deletion scheduled'), onDone, showsErrorsItself: true },
  );
}

export function useCancelDeletion(account_id: string | undefined) {
  return useApiMutation(
    (callApi) =>
      account_id === undefined
        ? callApi('DELETE /account/deletion')
        : callApi('DELETE /staff/account/deletion', { query: { account_id } }),
    { changes: ['deletion'], says: t('Account deletion cancelled') },
  );
}
