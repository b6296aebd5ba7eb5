import { queryOptions } from '@tanstack/react-query';
import type { AppConnection } from '../../../src/features/connections/contract.ts';
import { callApi } from '../../api/client.ts';
import { useApiMutation } from '../../api/useApiMutation.ts';
import { toSinglePage } from '../../api/list.ts';
import { t } from '../../language/t.ts';

export type { AppConnection };

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => toSinglePage('connections', callApi('GET /connections', { signal })),
});

export function useDisconnectApp(onDone: () => void) {
  return useApiMutation(
    (callApi, client_id: string) => callApi('DELETE /connections', { query: { client_id } }),
    {
      changes: ['connections', 'apps'],
      says: t('App disconnected. Its tokens no longer work.'),
      onDone,
    },
  );
}
