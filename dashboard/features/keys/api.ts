import { queryOptions } from '@tanstack/react-query';
import type { Key, KeyChanges, KeyMade, NewKey, ScopeList } from '../../../src/features/keys/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { useAct } from '../../api/useAct.ts';
import { LIST, type Listed } from '../../api/list.ts';
import { t, translated } from '../../language/t.ts';

export type { Key, KeyChanges, KeyMade, NewKey };
export type OfferedScope = ScopeList['scopes'][number];

export function keysQuery(filter: QueryOf<'GET /keys'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['keys', filter],
    queryFn: async ({ signal }): Promise<Listed<Key>> => {
      const { keys, ...page } = await ask('GET /keys', { query: filter, signal });
      return { rows: keys, ...page };
    },
  });
}

/** The scopes that a key may have, with their descriptions. */
export const scopesQuery = queryOptions({
  queryKey: ['scopes'],
  queryFn: async ({ signal }) => {
    const { scopes } = await ask('GET /scopes', { signal });
    return { scopes: scopes.map((one) => ({ ...one, about: translated(one.about) })) };
  },
  staleTime: Infinity,
});

export function useCreateKey(onDone: (made: KeyMade) => void) {
  return useAct((ask, key: NewKey) => ask('POST /keys', { body: key }), {
    changes: ['keys', 'home'],
    onDone,
    showsErrorsItself: true,
  });
}

export function useChangeKey(key_id: string, onDone: () => void) {
  return useAct((ask, changes: KeyChanges) => ask('PATCH /keys', { query: { key_id }, body: changes }), {
    changes: ['keys', 'home'],
    says: t('Key changed'),
    onDone,
    showsErrorsItself: true,
  });
}

export function useRollKey(onDone: (made: KeyMade) => void) {
  return useAct((ask, key_id: string) => ask('POST /keys/roll', { query: { key_id } }), {
    changes: ['keys'],
    onDone,
  });
}

export function useRevokeKey(onDone: () => void) {
  return useAct((ask, key_id: string) => ask('DELETE /keys', { query: { key_id } }), {
    changes: ['keys'],
    says: t('Key revoked'),
    onDone,
  });
}
