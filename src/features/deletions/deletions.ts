/*
 * Reports deleted sessions to the training app, which must delete its data of the session too.
 *
 * The transaction that deletes a session also queues the report, so that no report is lost. The request sends the
 * report itself after the commit, because the caller gets the result; a worker sends it again if that fails. While a
 * training app is unavailable, the worker probes it with one deletion every 30 seconds, and the first success makes all
 * others due.
 */
import type { Context } from '../../access/context.ts';
import type { TrainingAppReply, TrainingApp } from '../../access/tools.ts';
import { nextAttemptAt } from '../../lib/concurrency/backoff.ts';
import {
  leasedQueue,
  type QueueDependencies,
  type QueueItemResult,
} from '../../lib/concurrency/queue/queue.ts';
import { notFound } from '../../access/notFound.ts';
import type { Database, Queryable, Transaction } from '../../lib/sql/sql.ts';
import type {
  Deletion,
  DeletionFilter,
  DeletionPage,
  DeletionState,
  SessionDeletion,
  SessionDeletionPage,
} from './contract.ts';
import { findTrainingApp, type DeletionEndpointTools } from './endpoints.ts';
import * as queries from './sql/deletions.ts';
import { andEndpointCallable, type CallableEndpoints } from './sql/endpoints.ts';
import { isEndpointDelayed, listDelayedAccounts } from './sql/delayedEndpoints.ts';
import {
  makeOldestDeletionDue,
  makeDefaultEndpointDeletionsDue,
  makeAccountDeletionsDue,
} from './sql/makeDue.ts';

const REQUEST_TIMEOUT_MS = 3_000;
const WORKER_TIMEOUT_MS = 15_000;
const LEASE_MS = 20_000;
const PROBE_EVERY_MS = 30_000;

/**
 * Queues the report of a deletion in the transaction that deletes the session. With a `claim_id`, the caller sends the
 * report itself after the commit. If the process stops before that, the worker sends the report once the lease has
 * expired.
 */
export async function queueDeletionReport(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  session_id: string,
  claim_id: string | null,
): Promise<void> {
  await queries.insertDeletion(tx, account_id, {
    session_id,
    deleted_at: now,
    state: 'queued',
    attempts: claim_id === null ? 0 : 1,
    due_at: claim_id === null ? now : new Date(now.getTime() + LEASE_MS),
    claim_id,
    last_attempt_at: claim_id === null ? null : now,
  });
}

/**
 * Queues the deletion reports of up to `limit` sessions of an account and returns their number. Sessions that have a
 * deletion are skipped.
 */
export function queueMissingDeletions(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  limit: number,
): Promise<number> {
  return queries.insertMissingDeletions(tx, account_id, { now, limit });
}

/** True if the training app has not yet accepted every deletion of the account. */
export function hasUnsentDeletions(db: Queryable, account_id: string): Promise<boolean> {
  return queries.hasUnsentDeletions(db, account_id);
}

export async function readDeletionState(db: Transaction, account_id: string, session_id: string) {
  const deletion = await queries.findDeletionState(db, account_id, session_id);
  if (!deletion) throw new Error('a deleted session without its deletion');
  return deletion;
}

/**
 * Finds the endpoint for a deletion that is sent now. Returns undefined if no endpoint is configured, or if the
 * endpoint delayed further calls with `Retry-After`.
 */
export async function findReadyTrainingApp({
  db,
  account_id,
  now,
  tools,
}: Pick<Context, 'db' | 'account_id' | 'now' | 'tools'>): Promise<TrainingApp | undefined> {
  const found = await findTrainingApp(db, tools, account_id);
  return found && !(await isEndpointDelayed(db, account_id, now)) ? found.app : undefined;
}

/** Reports the deletion of a session to the training app while the API request is open, and stores the answer. */
export async function reportSessionDeletionNow(
  { db, account_id, now }: Context,
  app: TrainingApp,
  deletion: { session_id: string; deleted_at: string; claim_id: string },
): Promise<DeletionState> {
  const { session_id, deleted_at, claim_id } = deletion;
  const reply = await app.forget({ account_id, session_id, deleted_at }, REQUEST_TIMEOUT_MS);
  await DELETION_QUEUE.settle(db, { account_id, id: session_id, claim_id }, resultOf(reply, 1, now));
  return reply.state;
}

/** Lists deletions for the dashboard, with the text of the last error. */
export async function listDeletions(
  { db, account_id }: Context,
  filter: DeletionFilter,
): Promise<DeletionPage> {
  const { deletions, total } = await queries.listDeletions(db, account_id, filter);
  return { deletions, total, limit: filter.limit, offset: filter.offset };
}

/** Lists deletions for API keys and tokens, without the text of the last error. */
export async function listSessionDeletions(
  ctx: Context,
  filter: DeletionFilter,
): Promise<SessionDeletionPage> {
  const { deletions, ...page } = await listDeletions(ctx, filter);
  return { deletions: deletions.map(withoutError), ...page };
}

export async function readSessionDeletion(
  { db, account_id }: Context,
  session_id: string,
): Promise<SessionDeletion> {
  const deletion = await queries.findDeletion(db, account_id, session_id);
  if (!deletion) throw notFound('Deletion');
  return withoutError(deletion);
}

function withoutError({ last_error, ...deletion }: Deletion): SessionDeletion {
  return deletion;
}

/** Makes a waiting deletion due, so that the worker sends it in its next run. */
export async function retryDeletion(
  { db, account_id, now }: Context,
  session_id: string,
): Promise<{ queued: true }> {
  if (!(await queries.makeDeletionDue(db, account_id, session_id, now))) throw notFound('Waiting deletion');
  return { queued: true };
}

export type DeletionQueueDependencies = QueueDependencies & { tools: DeletionEndpointTools };

/** Sends due deletions, except those to endpoints that delayed further calls with `Retry-After`. */
export const DELETION_QUEUE = leasedQueue<queries.ClaimedDeletion, DeletionQueueDependencies>({
  ...queries.DELETION_QUEUE_TABLE,
  name: 'deletion',
  lease_ms: LEASE_MS,
  concurrency_limit: 10,
  async andOpen({ db, tools }, now) {
    const open = await findOpenEndpoints(db, now, tools);
    return (queryable) => andEndpointCallable(queryable, open);
  },
  work: sendClaimed,
});

/**
 * Creates the function that the worker runs periodically. A run sends all due deletions. If none is due, it sends the
 * oldest waiting deletion every 30 s to probe the training app. After a success, all other deletions for that endpoint
 * become due, except those that a `Retry-After` delays.
 */
export function createDeletionRun(sender: DeletionQueueDependencies): () => Promise<void> {
  const { db, clock, tools } = sender;
  let last_try_ms = 0;
  return async () => {
    const now = clock.now();
    let count = await DELETION_QUEUE.run(sender);
    if (count === 0 && now.getTime() - last_try_ms >= PROBE_EVERY_MS)
      if (await makeOldestDeletionDue(db, now, await findOpenEndpoints(db, now, tools)))
        count = await DELETION_QUEUE.run(sender);
    if (count > 0) last_try_ms = now.getTime();
  };
}

/**
 * Finds the endpoints that can be called now. A `Retry-After` in the answer to one deletion delays all deletions for
 * that endpoint.
 */
async function findOpenEndpoints(
  db: Database,
  now: Date,
  tools: DeletionEndpointTools,
): Promise<CallableEndpoints> {
  const held = await listDelayedAccounts(db, now);
  const is_default_held = held.some(({ is_own }) => !is_own);
  return {
    has_default_endpoint: tools.training_app !== undefined && !is_default_held,
    delayed_accounts: held.filter(({ is_own }) => is_own).map(({ account_id }) => account_id),
  };
}

/**
 * Sends nothing if the account's endpoint was removed after the claim; the deletion becomes due again when the lease
 * expires.
 */
async function sendClaimed(
  { db, clock, tools }: DeletionQueueDependencies,
  { account_id, id: session_id, deleted_at, attempts }: queries.ClaimedDeletion,
): Promise<QueueItemResult | undefined> {
  const found = await findTrainingApp(db, tools, account_id);
  if (!found) return undefined;
  const reply = await found.app.forget({ account_id, session_id, deleted_at }, WORKER_TIMEOUT_MS);
  const now = clock.now();
  const wake = () =>
    found.is_own ? makeAccountDeletionsDue(db, account_id, now) : makeDefaultEndpointDeletionsDue(db, now);
  return { set: resultOf(reply, attempts, now), ...(reply.state === 'sent' && { onWritten: wake }) };
}

function resultOf(
  { state, status, error, retry_after_ms }: TrainingAppReply,
  attempts: number,
  now: Date,
): QueueItemResult['set'] {
  const scheduled = nextAttemptAt(now, attempts);
  const not_before = retry_after_ms === undefined ? null : new Date(now.getTime() + retry_after_ms);
  return {
    state,
    due_at: not_before !== null && not_before > scheduled ? not_before : scheduled,
    not_before,
    last_status: status,
    last_error: error,
    sent_at: state === 'sent' ? now : null,
  };
}
