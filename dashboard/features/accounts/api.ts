import { queryOptions } from '@tanstack/react-query';
import type { AccountDetail, AccountUse } from '../../../src/features/accounts/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { AccountDetail, AccountUse };

export function accountsQuery(filter: QueryOf<'GET /staff/accounts'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['accounts', 'list', filter],
    queryFn: async ({ signal }): Promise<Listed<AccountUse>> => {
      const { accounts, ...page } = await ask('GET /staff/accounts', { query: filter, signal });
      return { rows: accounts, ...page };
    },
  });
}

export function accountQuery(account_id: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', account_id],
    queryFn: ({ signal }) => ask('GET /staff/account', { query: { account_id }, signal }),
  });
}

export function useSetAccountState(account_id: string, onDone: () => void) {
  return useAct(
    (state: AccountUse['state']) => ask('PATCH /staff/accounts', { query: { account_id }, body: { state } }),
    {
      changes: ['accounts'],
      says: ({ state }) => (state === 'active' ? 'Account reactivated' : 'Account suspended'),
      onDone,
    },
  );
}
