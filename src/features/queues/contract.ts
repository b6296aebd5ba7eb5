import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { RecentDeliveries } from '../webhooks/endpoints/contract.ts';
import { Answer, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const QUEUES = ['deliveries', 'retries', 'mails', 'deletions', 'documents'] as const;

/** The length of a background queue and its delay. */
export const QueueHealth = Answer({
  queue: OneOf(QUEUES),
  /** Number of all unfinished items. */
  depth: Type.Integer(),
  /** Number of items that are due now. */
  due: Type.Integer(),
  /** Number of items that failed at least once and will be retried. */
  retrying: Type.Integer(),
  oldest_at: Nullable(Timestamp),
  /** The due time of the item that has been overdue for the longest time. Null if no item is overdue. */
  overdue_since: Nullable(Timestamp),
});
export type QueueHealth = Static<typeof QueueHealth>;

const FailingEndpoint = Answer({
  id: Uuid,
  account: Answer({ id: Uuid, name: Type.String() }),
  name: Nullable(Type.String()),
  url: Type.String(),
  recent: RecentDeliveries,
  waiting: Type.Integer(),
  last_triggered_at: Nullable(Timestamp),
});
export type FailingEndpoint = Static<typeof FailingEndpoint>;

export const QueueOverview = Answer({
  queues: Type.Array(QueueHealth),
  failing_endpoints: Type.Array(FailingEndpoint),
  at: Timestamp,
});
export type QueueOverview = Static<typeof QueueOverview>;

export const queuesApi = defineDashboardApi({
  'GET /staff/queues': { role: 'staff', answer: QueueOverview },
});
