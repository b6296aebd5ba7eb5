import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { isPassing } from '../api/client.ts';
import { retryNow } from '../api/queryClient.ts';
import { Awaited, Block } from '../components/Awaited.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { useWaiting } from './useWaiting.ts';

type Loaded<D> =
  | { data: D; standIn: undefined; isStale: boolean }
  | { data: undefined; standIn: ReactElement; isStale: false };

/**
 * The data of a query, or a placeholder: a skeleton, a sentence if loading takes long, or the error. Data of an earlier
 * query is dropped within a second; stale data of this query stays visible after an error.
 */
export function useLoaded<D>(
  query: UseQueryResult<D>,
  skeleton: ReactNode = <Block height={260} />,
): Loaded<D> {
  const client = useQueryClient();
  const isOld = query.isPlaceholderData;
  const waiting = useWaiting(query.isPending || isOld);
  const { data } = query;
  const error = failureOf(query);
  const stand = (standIn: ReactElement) => ({ data: undefined, standIn, isStale: false }) as const;
  if (error && (data === undefined || isOld || !isPassing(error)))
    return stand(<ErrorState error={error} retry={() => void retryNow(client)} />);
  if (data === undefined || (isOld && waiting !== 'short'))
    return stand(<Awaited isSlow={waiting === 'slow'}>{skeleton}</Awaited>);
  return { data, standIn: undefined, isStale: isOld };
}

type Failing = Pick<UseQueryResult, 'error' | 'failureCount' | 'failureReason'>;

/** One failure alone is tried again without a word, unless no answer came at all. */
export function failureOf({ error, failureCount, failureReason }: Failing): Error | null {
  return error ?? (failureCount > 1 ? failureReason : null);
}
