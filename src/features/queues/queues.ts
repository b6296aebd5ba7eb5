import type { PlatformContext } from '../../access/platform.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { momentOf } from '../../lib/ids.ts';
import type { Queryable } from '../../lib/sql/sql.ts';
import { readRecentOutcomes } from '../webhooks/endpoints/status.ts';
import { queuesApi, type FailingEndpoint, type QueueOverview } from './contract.ts';
import * as queries from './queries.ts';

export const queuesDashboardRoutes = serveDashboardApi(queuesApi, {
  'GET /staff/queues': (staff) => readQueueOverview(staff),
});

/** Reads the state of all background queues and the endpoints that fail. */
export async function readQueueOverview({
  db,
  now,
}: Pick<PlatformContext, 'db' | 'now'>): Promise<QueueOverview> {
  const [{ oldest_event_id, ...deliveries }, retries, mails, deletions, documents, failing_endpoints] =
    await Promise.all([
      queries.readDeliveryQueueDepth(db, now),
      queries.readRetryQueueDepth(db),
      queries.readMailQueueDepth(db, now),
      queries.readDeletionQueueDepth(db, now),
      queries.readDocumentQueueDepth(db, now),
      listFailingEndpoints(db),
    ]);
  const oldest_at = oldest_event_id === null ? null : momentOf(oldest_event_id).toISOString();
  return {
    queues: [
      { queue: 'deliveries', ...deliveries, oldest_at },
      { queue: 'retries', ...retries },
      { queue: 'mails', ...mails },
      { queue: 'deletions', ...deletions },
      { queue: 'documents', ...documents },
    ],
    failing_endpoints,
    at: now.toISOString(),
  };
}

const MOST_SHOWN = 50;

/** Lists endpoints that fail now, then endpoints that failed recently. */
async function listFailingEndpoints(db: Queryable): Promise<FailingEndpoint[]> {
  const watched = await queries.listPossiblyFailingEndpoints(db);
  const recent = await readRecentOutcomes(db, watched);
  const are = (status: string) => watched.filter(({ id }) => recent.get(id)?.recent.status === status);
  const shown = [...are('failing'), ...are('recovering')].slice(0, MOST_SHOWN);
  const endpoints = shown.length === 0 ? [] : await queries.describeFailingEndpoints(db, shown);
  return endpoints.flatMap((endpoint) => {
    const found = recent.get(endpoint.id);
    return found ? [{ ...endpoint, ...found }] : [];
  });
}
