import { queryOptions } from '@tanstack/react-query';
import type { AccountRemoval } from '../../../../src/features/accounts/removal/contract.ts';
import { ask } from '../../../api/client.ts';
import { useAct } from '../../../api/useAct.ts';
import { t } from '../../../language/t.ts';

export type { AccountRemoval };

/** The deletion of the own account or, for staff, of the account with this id. */
export function deletionQuery(account_id?: string) {
  return queryOptions({
    queryKey: ['deletion', account_id ?? 'own'],
    queryFn: async ({ signal }) => {
      const { deletion } =
        account_id === undefined
          ? await ask('GET /account/deletion', { signal })
          : await ask('GET /staff/account/deletion', { query: { account_id }, signal });
      return deletion;
    },
    staleTime: 5 * 60_000,
  });
}

export function useRequestDeletion(account_id: string | undefined, onDone: () => void) {
  return useAct(
    (ask, body: { name: string }) =>
      account_id === undefined
        ? ask('POST /account/deletion', { body })
        : ask('POST /staff/account/deletion', { query: { account_id }, body }),
    { changes: ['deletion'], says: t('The account will be deleted'), onDone, showsErrorsItself: true },
  );
}

export function useCancelDeletion(account_id: string | undefined) {
  return useAct(
    (ask) =>
      account_id === undefined
        ? ask('DELETE /account/deletion')
        : ask('DELETE /staff/account/deletion', { query: { account_id } }),
    { changes: ['deletion'], says: t('The deletion was called off') },
  );
}
