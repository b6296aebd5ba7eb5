import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchHit } from '../../../src/features/search/contract.ts';
import { callApi } from '../../api/client.ts';

export type { SearchHit as SearchResult };

export function recordSearchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => callApi('GET /search', { query: { text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
}
