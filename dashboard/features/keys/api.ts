import { queryOptions } from '@tanstack/react-query';
import type { Key, KeyChanges, CreatedKey, NewKey, ScopeList } from '../../../src/features/keys/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { t, translateIfKnown } from '../../language/t.ts';

export type { Key, KeyChanges, CreatedKey, NewKey };
export type KeyScope = ScopeList['scopes'][number];

export function keysQuery(filter: OperationQuery<'GET /keys'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['keys', filter],
    queryFn: ({ signal }) => toListPage('keys', callApi('GET /keys', { query: filter, signal })),
  });
}

/** The scopes that a key may have, with their descriptions. */
export const scopesQuery = queryOptions({
  queryKey: ['scopes'],
  queryFn: async ({ signal }) => {
    const { scopes } = await callApi('GET /scopes', { signal });
    return { scopes: scopes.map((one) => ({ ...one, about: translateIfKnown(one.about) })) };
  },
  staleTime: Infinity,
});

export function useCreateKey(onDone: (made: CreatedKey) => void) {
  return useApiMutation((callApi, key: NewKey) => callApi('POST /keys', { body: key }), {
    changes: ['keys', 'home'],
    onDone,
    showsErrorsItself: true,
  });
}

export function useChangeKey(key_id: string, onDone: () => void) {
  return useApiMutation(
    (callApi, changes: KeyChanges) => callApi('PATCH /keys', { query: { key_id }, body: changes }),
    {
      changes: ['keys', 'home'],
      says: t('Key changed'),
      onDone,
      showsErrorsItself: true,
    },
  );
}

export function useReplaceKey(onDone: (made: CreatedKey) => void) {
  return useApiMutation((callApi, key_id: string) => callApi('POST /keys/roll', { query: { key_id } }), {
    changes: ['keys'],
    onDone,
  });
}

export function useRevokeKey(onDone: () => void) {
  return useApiMutation((callApi, key_id: string) => callApi('DELETE /keys', { query: { key_id } }), {
    changes: ['keys'],
    says: t('Key revoked'),
    onDone,
  });
}
