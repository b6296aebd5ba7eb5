import { QueryClient, type Query } from '@tanstack/react-query';
import { backoffMs } from '../../src/lib/concurrency/backoff.ts';
import { isTransient, ApiError } from './client.ts';

const RETRY_PAUSE = { first_ms: 1_000, longest_ms: 5_000 };

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Queries also run while the browser is offline, so that the page detects the connection problem.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (_, error) => isTransient(error),
      retryDelay: retryDelay,
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * Returns the backoff of a query: exponential, and never earlier than Retry-After. Transient errors are retried without
 * limit.
 */
function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retry_after_ms : undefined;
  return Math.max(asked ?? 0, backoffMs(failures + 1, RETRY_PAUSE));
}

/** Retries all failing visible queries now, without waiting for their backoff. */
export async function retryFailingQueries(client: QueryClient): Promise<void> {
  const waiting = client.getQueryCache().findAll({ type: 'active', predicate: isFailing });
  await Promise.all(waiting.map((query) => query.cancel({ revert: true })));
  await client.refetchQueries({ type: 'active', predicate: (query) => waiting.includes(query) });
}

function isFailing({ state }: Query): boolean {
  return state.fetchFailureCount > 0 || state.status === 'error';
}
