import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Found } from '../../../src/features/search/contract.ts';
import { ask } from '../../api/client.ts';

export type { Found };

export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => ask('GET /search', { query: { text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
}
