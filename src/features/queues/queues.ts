import type { Platform } from '../../access/platform.ts';
import { momentOf } from '../../lib/ids.ts';
import type { Queues } from './contract.ts';
import * as queries from './queries.ts';

/** The state of all background queues. */
export async function readQueues({ db, now }: Platform): Promise<Queues> {
  const [{ oldest_event_id, ...deliveries }, retries, mails, deletions, documents, failing_endpoints] =
    await Promise.all([
      queries.measureDeliveries(db, now),
      queries.measureRetries(db),
      queries.measureMails(db, now),
      queries.measureDeletions(db, now),
      queries.measureDocuments(db, now),
      queries.listFailingEndpoints(db),
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
