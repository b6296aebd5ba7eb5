import { queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';

export const accountLogoQuery = queryOptions({
  queryKey: ['account-logo'],
  queryFn: ({ signal }) => callApi('GET /account/logo', { signal }),
  staleTime: 5 * 60_000,
});
