import type { Context } from '../../access/context.ts';
import type { TrainingAppReply, TrainingApp } from '../../access/tools.ts';
import { nextAttemptAt } from '../../lib/concurrency/backoff.ts';
import { leasedQueue, type QueueWork, type Result } from '../../lib/concurrency/queue/queue.ts';
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
import { findTrainingApp, type EndpointTools } from './endpoints.ts';
import * as queries from './sql/deletions.ts';
import { andEndpointOpen, type EndpointsToCall } from './sql/endpoints.ts';
import { isEndpointDelayed, listDelayedAccounts } from './sql/held.ts';
import { wakeOldest, wakeQueued, wakeQueuedOf } from './sql/waking.ts';

const IN_REQUEST_MS = 3_000;
const LATER_MS = 15_000;
const LEASE_MS = 20_000;
const PROBE_EVERY_MS = 30_000;

/**
 * Queues a deletion in its transaction. With a claim the caller sends it itself after the commit; if the
 * process ends first, the worker sends it after the lease.
 */
export async function queueDeletion(
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

/** Queues the deletion of some sessions of an account that were not deleted; says how many. */
export function queueDeletionsOf(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  limit: number,
): Promise<number> {
  return queries.queueSessions(tx, account_id, { now, limit });
}

/** True if the training app has not accepted all deletions of an account. */
export function areDeletionsOpen(db: Queryable, account_id: string): Promise<boolean> {
  return queries.hasUnsent(db, account_id);
}

export async function readDeletion(db: Transaction, account_id: string, session_id: string) {
  const deletion = await queries.findDeletion(db, account_id, session_id);
  if (!deletion) throw new Error('a deleted session without its deletion');
  return deletion;
}

/** The endpoint for a deletion of this moment; undefined where there is none, or a `Retry-After` holds it back. */
export async function findReadyTrainingApp({
  db,
  account_id,
  now,
  tools,
}: Pick<Context, 'db' | 'account_id' | 'now' | 'tools'>): Promise<TrainingApp | undefined> {
  const found = await findTrainingApp(db, tools, account_id);
  return found && !(await isEndpointDelayed(db, account_id, now)) ? found.app : undefined;
}

/** Tells the training app within the request and stores its answer. */
export async function sendImmediately(
  { db, account_id, now }: Context,
  app: TrainingApp,
  deletion: { session_id: string; deleted_at: string; claim_id: string },
): Promise<DeletionState> {
  const { session_id, deleted_at, claim_id } = deletion;
  const reply = await app.forget({ account_id, session_id, deleted_at }, IN_REQUEST_MS);
  await DELETION_QUEUE.settle(db, { account_id, id: session_id, claim_id }, resultOf(reply, 1, now));
  return reply.state;
}

/** The deletion as the dashboard shows it. */
export async function listDeletions(
  { db, account_id }: Context,
  filter: DeletionFilter,
): Promise<DeletionPage> {
  const { deletions, total } = await queries.listDeletions(db, account_id, filter);
  return { deletions, total, limit: filter.limit, offset: filter.offset };
}

/** The deletions as keys and tokens see them. */
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
  const deletion = await queries.findFullDeletion(db, account_id, session_id);
  if (!deletion) throw notFound('Deletion');
  return withoutError(deletion);
}

function withoutError({ last_error, ...deletion }: Deletion): SessionDeletion {
  return deletion;
}

/** Makes it due, so that the worker's next turn sends it. */
export async function retryDeletion(
  { db, account_id, now }: Context,
  session_id: string,
): Promise<{ queued: true }> {
  if (!(await queries.makeDeletionDue(db, account_id, session_id, now))) throw notFound('Waiting deletion');
  return { queued: true };
}

export type DeletionSender = QueueWork & { tools: EndpointTools };

/** Sends deletions that are due and whose endpoint named no later time. */
export const DELETION_QUEUE = leasedQueue<queries.ClaimedDeletion, DeletionSender>({
  ...queries.DELETIONS,
  name: 'deletion',
  lease_ms: LEASE_MS,
  at_once: 10,
  async andOpen({ db, tools }, now) {
    const open = await findOpenEndpoints(db, now, tools);
    return (queryable) => andEndpointOpen(queryable, open);
  },
  work: sendClaimed,
});

/**
 * One turn of the worker: sends what is due. While nothing is due, it tries the oldest every 30 s, and a
 * success makes all others due that go to the same endpoint and are not held back by its `Retry-After`.
 */
export function createDeletionRound(sender: DeletionSender): () => Promise<void> {
  const { db, clock, tools } = sender;
  let last_try_ms = 0;
  return async () => {
    const now = clock.now();
    let count = await DELETION_QUEUE.run(sender);
    if (count === 0 && now.getTime() - last_try_ms >= PROBE_EVERY_MS)
      if (await wakeOldest(db, now, await findOpenEndpoints(db, now, tools)))
        count = await DELETION_QUEUE.run(sender);
    if (count > 0) last_try_ms = now.getTime();
  };
}

/** Without those that a `Retry-After` holds back: it is said of the endpoint, so all its deletions wait. */
async function findOpenEndpoints(db: Database, now: Date, tools: EndpointTools): Promise<EndpointsToCall> {
  const held = await listDelayedAccounts(db, now);
  const is_default_held = held.some(({ is_own }) => !is_own);
  return {
    has_default: tools.training_app !== undefined && !is_default_held,
    held_accounts: held.filter(({ is_own }) => is_own).map(({ account_id }) => account_id),
  };
}

/** Nothing is sent when the account's endpoint was removed since the claim; the lease makes it due again. */
async function sendClaimed(
  { db, clock, tools }: DeletionSender,
  { account_id, id: session_id, deleted_at, attempts }: queries.ClaimedDeletion,
): Promise<Result | undefined> {
  const found = await findTrainingApp(db, tools, account_id);
  if (!found) return undefined;
  const reply = await found.app.forget({ account_id, session_id, deleted_at }, LATER_MS);
  const now = clock.now();
  const wake = () => (found.is_own ? wakeQueuedOf(db, account_id, now) : wakeQueued(db, now));
  return { set: resultOf(reply, attempts, now), ...(reply.state === 'sent' && { onWritten: wake }) };
}

function resultOf(
  { state, status, error, retry_after_ms }: TrainingAppReply,
  attempts: number,
  now: Date,
): Result['set'] {
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
