import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { isTransient } from '../api/client.ts';
import { retryNow } from '../api/queryClient.ts';
import { LoadingPlaceholder, SkeletonBlock } from '../components/LoadingPlaceholder.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { useLoadingStage } from './useLoadingStage.ts';

type Loaded<D> =
  | { data: D; placeholder: undefined; isStale: boolean }
  | { data: undefined; placeholder: ReactElement; isStale: false };

/**
 * The data of a query, or a placeholder: a skeleton, a sentence if loading takes long, or the error. Data of an earlier
 * query is dropped within a second; stale data of this query stays visible after an error.
 */
export function useQueryData<D>(
  query: UseQueryResult<D>,
  skeleton: ReactNode = <SkeletonBlock height={260} />,
): Loaded<D> {
  const client = useQueryClient();
  const isOld = query.isPlaceholderData;
  const waiting = useLoadingStage(query.isPending || isOld);
  const { data } = query;
  const error = visibleError(query);
  const withPlaceholder = (placeholder: ReactElement) =>
    ({ data: undefined, placeholder, isStale: false }) as const;
  if (error && (data === undefined || isOld || !isTransient(error)))
    return withPlaceholder(<ErrorState error={error} retry={() => void retryNow(client)} />);
  if (data === undefined || (isOld && waiting !== 'short'))
    return withPlaceholder(<LoadingPlaceholder isSlow={waiting === 'slow'}>{skeleton}</LoadingPlaceholder>);
  return { data, placeholder: undefined, isStale: isOld };
}

type QueryErrors = Pick<UseQueryResult, 'error' | 'failureCount' | 'failureReason'>;

/** One failure alone is tried again without a word, unless no answer came at all. */
export function visibleError({ error, failureCount, failureReason }: QueryErrors): Error | null {
  return error ?? (failureCount > 1 ? failureReason : null);
}
