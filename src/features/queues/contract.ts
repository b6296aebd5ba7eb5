import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Recent } from '../webhooks/endpoints/contract.ts';
import { Answer, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const QUEUES = ['deliveries', 'retries', 'mails', 'deletions', 'documents'] as const;

/** A background queue and how far it is behind. */
export const QueueHealth = Answer({
  queue: OneOf(QUEUES),
  /** All open items. */
  depth: Type.Integer(),
  /** Items that are due. */
  due: Type.Integer(),
  /** Items that failed at least once and are tried again. */
  retrying: Type.Integer(),
  oldest_at: Nullable(Timestamp),
  /** The oldest due time that has passed. */
  overdue_since: Nullable(Timestamp),
});
export type QueueHealth = Static<typeof QueueHealth>;

const FailingEndpoint = Answer({
  id: Uuid,
  account: Answer({ id: Uuid, name: Type.String() }),
  name: Nullable(Type.String()),
  url: Type.String(),
  recent: Recent,
  waiting: Type.Integer(),
  last_triggered_at: Nullable(Timestamp),
});
export type FailingEndpoint = Static<typeof FailingEndpoint>;

export const Queues = Answer({
  queues: Type.Array(QueueHealth),
  failing_endpoints: Type.Array(FailingEndpoint),
  at: Timestamp,
});
export type Queues = Static<typeof Queues>;

export const queuesApi = consoleApi(
  {
    'GET /staff/queues': { summary: 'Show how the queues are', role: 'staff', answer: Queues },
  },
  { tag: 'Staff' },
);
