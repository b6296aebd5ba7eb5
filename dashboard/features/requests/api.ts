import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LoggedRequest, RequestDetail, RequestSeries } from '../../../src/features/requests/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import type { Option } from '../../components/FilterBar.tsx';
import { inMoments } from '../../format/format.ts';
import { LIST, type Listed } from '../../api/list.ts';

export type { LoggedRequest, RequestDetail, RequestSeries };

const LIVE_MS = 5_000;
const CALM_MS = 15_000;

export function requestsQuery(filter: QueryOf<'GET /requests'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['requests', filter],
    queryFn: async ({ signal }): Promise<Listed<LoggedRequest>> => {
      const { requests, ...page } = await ask('GET /requests', { query: inMoments(filter), signal });
      return { rows: requests, ...page };
    },
    refetchInterval: LIVE_MS,
  });
}

export function seriesQuery(filter: QueryOf<'GET /requests/series'>) {
  return queryOptions({
    ...LIST,
    queryKey: ['requests', 'series', filter],
    queryFn: ({ signal }) => ask('GET /requests/series', { query: filter, signal }),
    refetchInterval: CALM_MS,
  });
}

/** A logged request never changes. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => ask('GET /request', { query: { id }, signal }),
    staleTime: Infinity,
  });
}

const MOST = 100;

const callersQuery = queryOptions({
  queryKey: ['keys', 'choice'],
  queryFn: async ({ signal }) => {
    const [{ keys }, { connections }] = await Promise.all([
      ask('GET /keys', { query: { limit: MOST }, signal }),
      ask('GET /connections', { signal }),
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
