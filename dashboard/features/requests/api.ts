import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Connection } from '../../../src/features/connections/contract.ts';
import type { KeyPage } from '../../../src/features/keys/contract.ts';
import type {
  LoggedRequest,
  RequestDetail,
  RequestPage,
  RequestSeries,
} from '../../../src/features/requests/contract.ts';
import { consoleClient, type Query } from '../../api/client.ts';
import type { Option } from '../../components/FilterBar.tsx';
import { LIST, type Listed } from '../../components/list.ts';

export type { LoggedRequest, RequestDetail, RequestSeries };

const LIVE_MS = 5_000;
const CALM_MS = 15_000;

export function requestsQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['requests', filter],
    queryFn: async ({ signal }): Promise<Listed<LoggedRequest>> => {
      const { requests, ...page } = await consoleClient.get<RequestPage>('/requests', filter, signal);
      return { rows: requests, ...page };
    },
    refetchInterval: LIVE_MS,
  });
}

export function seriesQuery(filter: Query) {
  return queryOptions({
    ...LIST,
    queryKey: ['requests', 'series', filter],
    queryFn: ({ signal }) => consoleClient.get<RequestSeries>('/requests/series', filter, signal),
    refetchInterval: CALM_MS,
  });
}

/** What is written down stays as it is. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => consoleClient.get<RequestDetail>('/request', { id }, signal),
    staleTime: Infinity,
  });
}

const MOST = 100;

const callersQuery = queryOptions({
  queryKey: ['keys', 'choice'],
  queryFn: async ({ signal }) => {
    const [{ keys }, { connections }] = await Promise.all([
      consoleClient.get<KeyPage>('/keys', { limit: MOST }, signal),
      consoleClient.get<{ connections: Connection[] }>('/connections', {}, signal),
    ]);
    return {
      keys: keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` })),
      apps: connections.map(({ client_id, name }) => ({ value: client_id, label: name })),
    };
  },
  staleTime: 60_000,
});

/** Who may have asked, to choose from. */
export function useCallers(): { keys: readonly Option[]; apps: readonly Option[] } {
  return useQuery(callersQuery).data ?? { keys: [], apps: [] };
}
