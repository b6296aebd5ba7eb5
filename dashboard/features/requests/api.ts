import { queryOptions } from '@tanstack/react-query';
import type { LoggedRequest, RequestDetail, RequestSeries } from '../../../src/features/requests/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { queryClient } from '../../api/queryClient.ts';
import { filterRecordOptions, type RecordSource } from '../../components/picker/source.ts';
import { convertFilterDaysToInstants } from '../../format/format.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import { verbatim } from '../../language/t.ts';

export type { LoggedRequest, RequestDetail, RequestSeries };

const LIVE_MS = 5_000;
const CALM_MS = 15_000;

export function requestsQuery(filter: OperationQuery<'GET /requests'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['requests', filter],
    queryFn: ({ signal }) =>
      toListPage(
        'requests',
        callApi('GET /requests', { query: convertFilterDaysToInstants(filter), signal }),
      ),
    refetchInterval: LIVE_MS,
  });
}

export function requestSeriesQuery(filter: OperationQuery<'GET /requests/series'>) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['requests', 'series', filter],
    queryFn: ({ signal }) => callApi('GET /requests/series', { query: filter, signal }),
    refetchInterval: CALM_MS,
  });
}

/** Reads a logged request once, because it never changes. */
export function loggedRequestQuery(id: string) {
  return queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => callApi('GET /request', { query: { id }, signal }),
    staleTime: Infinity,
  });
}

/** API keys, for the filter by caller. */
export const CALLING_KEY_SOURCE: RecordSource = {
  key: ['keys', 'choice'],
  read: async ({ search, ids, limit }, signal) => {
    const query = ids === undefined ? { search, limit } : { key_ids: ids, limit };
    const { keys, total } = await callApi('GET /keys', { query, signal });
    const options = keys.map(({ id, name, last4 }) => ({
      value: id,
      label: verbatim(name),
      detail: `…${last4}`,
    }));
    return { options, total };
  },
};

const connectionsQuery = queryOptions({
  queryKey: ['connections', 'choice'],
  queryFn: ({ signal }) => callApi('GET /connections', { signal }),
});

/** Connected apps, for the filter by caller. */
export const CALLING_APP_SOURCE: RecordSource = {
  key: ['connections', 'options'],
  read: async (filter) => {
    const { connections } = await queryClient.fetchQuery(connectionsQuery);
    return filterRecordOptions(
      connections.map(({ client_id, name }) => ({ value: client_id, label: verbatim(name) })),
      filter,
    );
  },
};
