import { queryOptions } from '@tanstack/react-query';
import type { AccountDetail, AccountPage, AccountUse } from '../../../src/features/accounts/contract.ts';
import { consoleClient, type Query } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { AccountDetail, AccountUse };

export function accountsQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['accounts', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<AccountUse>> => {
      const { accounts, ...page } = await consoleClient.get<AccountPage>('/staff/accounts', filter, signal);
      return { rows: accounts, ...page };
    },
  });
}

export function accountQuery(account_id: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', account_id],
    queryFn: ({ signal }) => consoleClient.get<AccountDetail>('/staff/account', { account_id }, signal),
  });
}

export function useSetAccountState(account_id: string, onDone: () => void) {
  return useAct(
    (state: AccountUse['state']) =>
      consoleClient.patch<{ state: string }>('/staff/accounts', { account_id }, { state }),
    {
      changes: ['accounts'],
      says: ({ state }) => (state === 'active' ? 'Account reactivated' : 'Account suspended'),
      onDone,
    },
  );
}
