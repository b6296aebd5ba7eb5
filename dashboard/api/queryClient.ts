import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './client.ts';

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Also without a connection, so that its loss is noticed and said.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => isPassing(error) && failures < RETRIES,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Only what may be better next time is tried again; a refusal stays one. */
function isPassing(error: unknown): boolean {
  return !(error instanceof Refusal) || error.status === 0 || error.status >= 500;
}
