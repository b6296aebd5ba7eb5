import type { Context } from '../../../access/context.ts';
import { deliveriesWritten } from '../../../events/emit.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { notFound } from '../../../access/notFound.ts';
import { firstIdOf, newId } from '../../../lib/ids.ts';
import {
  afterCommit,
  setCommitProof,
  transaction,
  type Database,
  type Transaction,
} from '../../../lib/sql/sql.ts';
import { readTimestamp } from '../../../lib/time/timestamps.ts';
import { lockedQueue } from '../../../lib/concurrency/queue/queue.ts';
import { failFast } from '../../../lib/concurrency/backoffRunner.ts';
import type { NewRetryJob, RetryJob } from './contract.ts';
import { readEndpoint } from '../endpoints/endpoints.ts';
import * as queries from './sql/retries.ts';

const BATCH = 500;

/** Starts a background retry of failed deliveries, for events since a time and for one or all endpoints. */
export async function startRetryJob(
  ctx: Context,
  { since, endpoint_id = null }: NewRetryJob,
): Promise<RetryJob> {
  const { db, account_id, now } = ctx;
  const { at } = readTimestamp(since);
  if (endpoint_id !== null) await readEndpoint(ctx, endpoint_id);
  const id = newId(now);
  return transaction(db, (tx) => {
    setCommitProof(tx, async (later) => Boolean(await queries.findRetryJob(later, account_id, id)));
    return queries.insertRetryJob(tx, account_id, {
      id,
      endpoint_id,
      since: at,
      first_id: firstIdOf(at),
      created_at: now,
    });
  });
}

export async function readRetryJob({ db, account_id }: Context, id: string): Promise<RetryJob> {
  const retry = await queries.findRetryJob(db, account_id, id);
  if (!retry) throw notFound('Retry');
  return retry;
}

/** Retries that are not finished; any worker continues any retry. */
export const RETRY_QUEUE = lockedQueue(queries.RETRY_JOB_TABLE);

/**
 * Runs open retries batch by batch, in turn. Each batch commits together with its cursor, so a crash neither loses nor
 * repeats deliveries.
 */
export async function runRetryJobs(db: Database, clock: Clock, backoff = failFast): Promise<void> {
  for (let worked = 1; worked > 0;) {
    const now = clock.now();
    const items = await RETRY_QUEUE.listDue(db, now);
    worked = await RETRY_QUEUE.run({
      db,
      now,
      backoff,
      items,
      work: (tx, retry) => workOffStep(tx, retry, now),
    });
  }
}

async function workOffStep(
  tx: Transaction,
  { account_id, id }: queries.OpenRetryJob,
  now: Date,
): Promise<void> {
  const count = await queries.retryNextBatch(tx, account_id, id, { count: BATCH, now });
  if (count > 0) afterCommit(tx, deliveriesWritten.emit);
}
