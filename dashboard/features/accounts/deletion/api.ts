import { queryOptions } from '@tanstack/react-query';
import type { AccountRemoval } from '../../../../src/features/accounts/removal/contract.ts';
import { callApi } from '../../../api/client.ts';
import type { OperationBody } from '../../../api/operations.ts';
import { useApiMutation } from '../../../api/useApiMutation.ts';
import { t } from '../../../language/t.ts';
import { MINUTE_MS } from '../../../../src/lib/time/clock.ts';

export type { AccountRemoval };

/** Reads the deletion of the user's own account or, for staff, of the account with the given id. */
export function accountDeletionQuery(account_id?: string) {
  return queryOptions({
    queryKey: ['deletion', account_id ?? 'own'],
    queryFn: async ({ signal }) => {
      const { deletion } =
        account_id === undefined
          ? await callApi('GET /account/deletion', { signal })
          : await callApi('GET /staff/account/deletion', { query: { account_id }, signal });
      return deletion;
    },
    staleTime: 5 * MINUTE_MS,
  });
}

export function useRequestAccountDeletion(account_id: string | undefined, onDone: () => void) {
  return useApiMutation(
    (callApi, body: OperationBody<'POST /account/deletion'>) =>
      account_id === undefined
        ? callApi('POST /account/deletion', { body })
        : callApi('POST /staff/account/deletion', { query: { account_id }, body }),
    { changes: ['deletion'], says: t('Account deletion scheduled'), onDone, showsErrorsItself: true },
  );
}

export function useCancelAccountDeletion(account_id: string | undefined) {
  return useApiMutation(
    (callApi) =>
      account_id === undefined
        ? callApi('DELETE /account/deletion')
        : callApi('DELETE /staff/account/deletion', { query: { account_id } }),
    { changes: ['deletion'], says: t('Account deletion cancelled') },
  );
}
