import { QueryClient, type Query } from '@tanstack/react-query';
import { isTransient, ApiError } from './client.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Queries run without a connection too, so that its loss is noticed.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (_, error) => isTransient(error),
      retryDelay: pauseAfter,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Transient errors are retried for as long as the page needs the data, no earlier than Retry-After. */
function pauseAfter(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retry_after_ms : undefined;
  return Math.max(asked ?? 0, Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS));
}

/** Asks at once for whatever is shown and waits for its next attempt. */
export async function retryNow(client: QueryClient): Promise<void> {
  const waiting = client.getQueryCache().findAll({ type: 'active', predicate: isFailing });
  await Promise.all(waiting.map((query) => query.cancel({ revert: true })));
  await client.refetchQueries({ type: 'active', predicate: (query) => waiting.includes(query) });
}

function isFailing({ state }: Query): boolean {
  return state.fetchFailureCount > 0 || state.status === 'error';
}
