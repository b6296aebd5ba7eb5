import { queryOptions } from '@tanstack/react-query';
import type { Key, KeyMade, KeyPage, NewKey, ScopeList } from '../../../src/features/keys/contract.ts';
import { consoleClient, type Query } from '../../api/client.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../components/list.ts';

export type { Key, KeyMade, NewKey };
export type OfferedScope = ScopeList['scopes'][number];

export function keysQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['keys', filter],
    queryFn: async ({ signal }): Promise<Listed<Key>> => {
      const { keys, ...page } = await consoleClient.get<KeyPage>('/keys', filter, signal);
      return { rows: keys, ...page };
    },
  });
}

/** What a key made here may hold, in plain words. */
export const scopesQuery = queryOptions({
  queryKey: ['scopes'],
  queryFn: ({ signal }) => consoleClient.get<ScopeList>('/scopes', {}, signal),
  staleTime: Infinity,
});

export function useCreateKey(onDone: (made: KeyMade) => void) {
  return useAct((key: NewKey) => consoleClient.post<KeyMade>('/keys', key), {
    changes: ['keys', 'home'],
    onDone,
    shows_errors_itself: true,
  });
}

export function useRollKey(onDone: (made: KeyMade) => void) {
  return useAct((key_id: string) => consoleClient.post<KeyMade>('/keys/roll', undefined, { key_id }), {
    changes: ['keys'],
    onDone,
  });
}

export function useRevokeKey(onDone: () => void) {
  return useAct((key_id: string) => consoleClient.delete('/keys', { key_id }), {
    changes: ['keys'],
    says: 'Key revoked',
    onDone,
  });
}
