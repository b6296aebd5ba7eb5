import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Me } from '../../src/features/signin/contract.ts';
import { setFormats } from '../format/format.ts';
import { callApi, isTransient, setFormToken } from './client.ts';
import { setKeyedOperations } from './idempotencyKeys.ts';
import type { OperationKey } from './operations.ts';

export type { Me };

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await callApi('GET /me', { signal });
    setFormToken(me.form_token, me.user.user_id);
    setKeyedOperations(me.once);
    setFormats({ locale: me.user.locale, zone: me.account?.time_zone ?? 'UTC' });
    return me;
  },
  staleTime: 5 * 60_000,
  // Another tab may have signed in another user.
  refetchOnWindowFocus: 'always',
  // Nothing is shown before it: a failure must be.
  retry: (failures, error) => isTransient(error) && failures < 2,
});

export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Returns a function that tells if the user may call an operation: `may('POST /keys')`. */
export function useMay(): (operation: OperationKey) => boolean {
  const { may } = useMe();
  return (operation) => may.includes(operation);
}
