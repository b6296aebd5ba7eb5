import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

export const accountLogoQuery = queryOptions({
  queryKey: ['account-logo'],
  queryFn: ({ signal }) => ask('GET /account/logo', { signal }),
  staleTime: 5 * 60_000,
});
