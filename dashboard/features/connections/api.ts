import { queryOptions } from '@tanstack/react-query';
import type { AppConnection } from '../../../src/features/connections/contract.ts';
import { callApi } from '../../api/client.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import type { ListPageData } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { AppConnection };

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }): Promise<ListPageData<AppConnection>> => {
    const { connections } = await callApi('GET /connections', { signal });
    return { rows: connections, total: connections.length, limit: connections.length, offset: 0 };
  },
});

export function useDisconnect(onDone: () => void) {
  return useApiMutation(
    (callApi, client_id: string) => callApi('DELETE /connections', { query: { client_id } }),
    {
      changes: ['connections', 'apps'],
      says: t('App disconnected. Its tokens no longer work.'),
      onDone,
    },
  );
}
