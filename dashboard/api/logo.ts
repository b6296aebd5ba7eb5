import { queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { MINUTE_MS } from '../../src/lib/time/clock.ts';

export const accountLogoQuery = queryOptions({
  queryKey: ['account-logo'],
  queryFn: ({ signal }) => callApi('GET /account/logo', { signal }),
  staleTime: 5 * MINUTE_MS,
});
