import { useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** True if some visible data is outdated because its refetch failed. */
export function useHasStaleData(): boolean {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const listen = useCallback((act: () => void) => cache.subscribe(act), [cache]);
  return useSyncExternalStore(listen, () => cache.findAll({ type: 'active', predicate: isOld }).length > 0);
}

function isOld({ state }: Query): boolean {
  return state.data !== undefined && state.fetchFailureCount > 1;
}
