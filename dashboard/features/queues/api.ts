import { queryOptions } from '@tanstack/react-query';
import type { FailingEndpoint, QueueHealth, Queues } from '../../../src/features/queues/contract.ts';
import { consoleClient } from '../../api/client.ts';

export type { FailingEndpoint, QueueHealth };

const EVERY_MS = 5_000;

/** Asked again and again, as long as somebody looks. */
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: ({ signal }) => consoleClient.get<Queues>('/staff/queues', {}, signal),
  refetchInterval: EVERY_MS,
});
