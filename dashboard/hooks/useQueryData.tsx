import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { isTransient } from '../api/client.ts';
import { retryFailingQueries } from '../api/queryClient.ts';
import { LoadingPlaceholder, SkeletonBlock } from '../components/LoadingPlaceholder.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { useLoadingStage } from './useLoadingStage.ts';

type DataOrPlaceholder<D> =
  | { data: D; placeholder: undefined; isStale: boolean }
  | { data: undefined; placeholder: ReactElement; isStale: false };

/**
 * Returns the data of a query, or a placeholder: a skeleton, a text if loading is slow, or the error. Data of a
 * previous query disappears within a second; outdated data of this query stays visible after a transient error.
 */
export function useQueryData<D>(
  query: UseQueryResult<D>,
  skeleton: ReactNode = <SkeletonBlock height={260} />,
): DataOrPlaceholder<D> {
  const client = useQueryClient();
  const isOld = query.isPlaceholderData;
  const waiting = useLoadingStage(query.isPending || isOld);
  const { data } = query;
  const error = visibleError(query);
  const withPlaceholder = (placeholder: ReactElement) =>
    ({ data: undefined, placeholder, isStale: false }) as const;
  if (error && (data === undefined || isOld || !isTransient(error)))
    return withPlaceholder(<ErrorState error={error} retry={() => void retryFailingQueries(client)} />);
  if (data === undefined || (isOld && waiting !== 'short'))
    return withPlaceholder(<LoadingPlaceholder isSlow={waiting === 'slow'}>{skeleton}</LoadingPlaceholder>);
  return { data, placeholder: undefined, isStale: isOld };
}

type QueryErrors = Pick<UseQueryResult, 'error' | 'failureCount' | 'failureReason'>;

/** A single failed attempt is not shown, because the retry usually succeeds. */
export function visibleError({ error, failureCount, failureReason }: QueryErrors): Error | null {
  return error ?? (failureCount > 1 ? failureReason : null);
}
