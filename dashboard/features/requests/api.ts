import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LoggedRequest, RequestDetail, RequestSeries } from '../../../src/features/requests/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import type { Option } from '../../components/FilterBar.tsx';
import { filterToInstants } from '../../format/format.ts';
import { LIST, type ListPageData } from '../../api/list.ts';

export type { LoggedRequest, RequestDetail, RequestSeries };

const LIVE_MS = 5_000;
const CALM_MS = 15_000;

export function requestsQuery(filter: OperationQuery<'GET /requests'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['requests', filter],
    queryFn: async ({ signal }): Promise<ListPageData<LoggedRequest>> => {
      const { requests, ...page } = await callApi('GET /requests', {
        query: filterToInstants(filter),
        signal,
      });
      return { rows: requests, ...page };
    },
    refetchInterval: LIVE_MS,
  });
}

export function seriesQuery(filter: OperationQuery<'GET /requests/series'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['requests', 'series', filter],
    queryFn: ({ signal }) => callApi('GET /requests/series', { query: filter, signal }),
    refetchInterval: CALM_MS,
  });
}

/** A logged request never changes. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => callApi('GET /request', { query: { id }, signal }),
    staleTime: Infinity,
  });
}

const MOST = 100;

const callersQuery = queryOptions({
  queryKey: ['keys', 'choice'],
  queryFn: async ({ signal }) => {
    const [{ keys }, { connections }] = await Promise.all([
      callApi('GET /keys', { query: { limit: MOST }, signal }),
      callApi('GET /connections', { signal }),
    ]);
    return {
      keys: keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` })),
      apps: connections.map(({ client_id, name }) => ({ value: client_id, label: name })),
    };
  },
  staleTime: 60_000,
});

/** The callers to filter by. */
export function useCallers(): { keys: readonly Option[]; apps: readonly Option[] } {
  return useQuery(callersQuery).data ?? { keys: [], apps: [] };
}
