import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { CurrentUser } from '../../src/features/signin/contract.ts';
import { setLocaleAndTimeZone } from '../format/format.ts';
import { callApi, isTransient, setFormToken } from './client.ts';
import { importWithRetry } from './importWithRetry.ts';
import { setOperationsWithIdempotencyKey } from './idempotencyKeys.ts';
import type { OperationKey } from './operations.ts';
import { MINUTE_MS } from '../../src/lib/time/clock.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await callApi('GET /me', { signal });
    setFormToken(me.form_token, me.user.user_id);
    void removeOldDrafts(me.user.user_id);
    setOperationsWithIdempotencyKey(me.once);
    setLocaleAndTimeZone({ locale: me.user.locale, zone: me.account?.time_zone ?? 'UTC' });
    return me;
  },
  staleTime: 5 * MINUTE_MS,
  // The user may have signed in as another user in another tab.
  refetchOnWindowFocus: 'always',
  // No page is shown without this query, so its error must become visible after two retries.
  retry: (failures, error) => isTransient(error) && failures < 2,
});

export function useMe(): CurrentUser {
  return useSuspenseQuery(meQuery).data;
}

/** Returns a function that checks if the user may call an operation: `may('POST /keys')`. */
export function useMay(): (operation: OperationKey) => boolean {
  const { may } = useMe();
  return (operation) => may.includes(operation);
}

/** Loads the module of drafts after the page, because the first page needs none of it. */
async function removeOldDrafts(user_id: string): Promise<void> {
  const { deleteObsoleteDrafts: cleanDrafts } = await importWithRetry(() => import('./drafts.ts'));
  cleanDrafts(user_id);
}
