import { queryOptions } from '@tanstack/react-query';
import type { FailingEndpoint, QueueHealth } from '../../../src/features/queues/contract.ts';
import { callApi } from '../../api/client.ts';

export type { FailingEndpoint, QueueHealth };

const EVERY_MS = 5_000;

/** Polls while the page is visible. */
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: ({ signal }) => callApi('GET /staff/queues', { signal }),
  refetchInterval: EVERY_MS,
});
