import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './client.ts';

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Queries run without a connection too, so that its loss is noticed.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => isPassing(error) && failures < RETRIES,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Retries failures that may pass; never a refusal. */
function isPassing(error: unknown): boolean {
  return !(error instanceof Refusal) || error.status === 0 || error.status >= 500;
}
