import type { Platform } from '../../access/platform.ts';
import { momentOf } from '../../lib/ids.ts';
import type { Queryable } from '../../lib/sql/sql.ts';
import { readRecentOutcomes } from '../webhooks/endpoints/status.ts';
import type { FailingEndpoint, Queues } from './contract.ts';
import * as queries from './queries.ts';

/** The state of all background queues. */
export async function readQueues({ db, now }: Platform): Promise<Queues> {
  const [{ oldest_event_id, ...deliveries }, retries, mails, deletions, documents, failing_endpoints] =
    await Promise.all([
      queries.measureDeliveryQueue(db, now),
      queries.measureRetries(db),
      queries.measureMails(db, now),
      queries.measureDeletions(db, now),
      queries.measureDocuments(db, now),
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

/** Endpoints that fail or failed lately, those that fail now first. */
async function listFailingEndpoints(db: Queryable): Promise<FailingEndpoint[]> {
  const watched = await queries.listWatched(db);
  const recent = await readRecentOutcomes(db, watched);
  const are = (status: string) => watched.filter(({ id }) => recent.get(id)?.recent.status === status);
  const shown = [...are('failing'), ...are('recovering')].slice(0, MOST_SHOWN);
  const receivers = shown.length === 0 ? [] : await queries.listReceivers(db, shown);
  return receivers.flatMap((receiver) => {
    const found = recent.get(receiver.id);
    return found ? [{ ...receiver, ...found }] : [];
  });
}
