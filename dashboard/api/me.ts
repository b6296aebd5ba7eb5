import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Me } from '../../src/features/signin/contract.ts';
import { setReading } from '../format/format.ts';
import { ask, isPassing, setFormToken } from './client.ts';
import { setOnce } from './once.ts';
import type { Key } from './operations.ts';

export type { Me };

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await ask('GET /me', { signal });
    setFormToken(me.form_token, me.user.user_id);
    setOnce(me.once);
    setReading({ locale: me.user.locale, zone: me.account?.time_zone ?? 'UTC' });
    return me;
  },
  staleTime: 5 * 60_000,
  // Another tab may have signed in another user.
  refetchOnWindowFocus: 'always',
  // Nothing is shown before it: a failure must be.
  retry: (failures, error) => isPassing(error) && failures < 2,
});

export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Returns a function that tells if the user may call an operation: `may('POST /keys')`. */
export function useMay(): (operation: Key) => boolean {
  const { may } = useMe();
  return (operation) => may.includes(operation);
}
