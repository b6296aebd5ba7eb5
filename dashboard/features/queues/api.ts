import { queryOptions } from '@tanstack/react-query';
import type { FailingEndpoint, QueueHealth } from '../../../src/features/queues/contract.ts';
import { ask } from '../../api/client.ts';

export type { FailingEndpoint, QueueHealth };

const EVERY_MS = 5_000;

/** Asked again and again, as long as somebody looks. */
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: ({ signal }) => ask('GET /staff/queues', { signal }),
  refetchInterval: EVERY_MS,
});
