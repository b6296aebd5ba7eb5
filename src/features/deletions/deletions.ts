import { randomUUID } from 'node:crypto';
import type { Context } from '../../access/context.ts';
import type { Reply, TrainingApp } from '../../access/tools.ts';
import { nextAttemptAt } from '../../lib/concurrency/backoff.ts';
import { claimByAccount, writeWhileLeased } from '../../lib/concurrency/claims.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { notFound } from '../../lib/errors.ts';
import type { Database, Queryable, Transaction } from '../../lib/sql/sql.ts';
import { allAtOnce, type Turns } from '../../lib/concurrency/turns.ts';
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
import type { OpenEndpoints } from './sql/endpoints.ts';
import { isEndpointHeld, listHeldAccounts } from './sql/held.ts';
import { wakeQueued, wakeQueuedOf } from './sql/waking.ts';

const IN_REQUEST_MS = 3_000;
const LATER_MS = 15_000;
const LEASE_MS = 20_000;
const PROBE_EVERY_MS = 30_000;
const AT_ONCE = 10;

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

/** Whether the training app has not taken all of an account's deletions. */
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
  return found && !(await isEndpointHeld(db, account_id, now)) ? found.app : undefined;
}

/** Tells the training app within the request and stores its answer. */
export async function sendAtOnce(
  { db, account_id, now }: Context,
  app: TrainingApp,
  deletion: { session_id: string; deleted_at: string; claim_id: string },
): Promise<DeletionState> {
  const { session_id, deleted_at, claim_id } = deletion;
  const reply = await app.forget({ account_id, session_id, deleted_at }, IN_REQUEST_MS);
  await queries.recordResult(db, account_id, session_id, resultOf(reply, claim_id, 1, now));
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
  if (!(await queries.makeDue(db, account_id, session_id, now))) throw notFound('Waiting deletion');
  return { queued: true };
}

export type DeletionSender = { db: Database; clock: Clock; tools: EndpointTools; turns?: Turns };

/**
 * One turn of the worker: sends what is due. While nothing is due, it tries the oldest every 30 s, and a
 * success makes all others due that go to the same endpoint and are not held back by its `Retry-After`.
 */
export function deletionTurns(sender: DeletionSender): () => Promise<void> {
  const { db, clock, tools, turns = allAtOnce } = sender;
  const has_default = tools.training_app !== undefined;
  let last_try_ms = 0;
  return async () => {
    for (;;) {
      turns.goOn();
      const claim = makeClaim(clock.now());
      const open = await findOpenEndpoints(db, claim.now, has_default);
      let claimed = await claimDue(db, claim, open);
      if (claimed.length === 0 && claim.now.getTime() - last_try_ms >= PROBE_EVERY_MS) {
        claimed = await claimProbe(db, claim, open);
      }
      if (claimed.length === 0) return;
      last_try_ms = claim.now.getTime();
      await wakeSameEndpoint(db, await sendEach(sender, claimed, claim), clock.now());
    }
  };
}

/** Without those that a `Retry-After` holds back: it is said of the endpoint, so all its deletions wait. */
async function findOpenEndpoints(db: Database, now: Date, has_default: boolean): Promise<OpenEndpoints> {
  const held = await listHeldAccounts(db, now);
  const is_default_held = held.some(({ is_own }) => !is_own);
  return {
    has_default: has_default && !is_default_held,
    held_accounts: held.filter(({ is_own }) => is_own).map(({ account_id }) => account_id),
  };
}

async function wakeSameEndpoint(db: Database, sent: readonly Sent[], now: Date): Promise<void> {
  const accepted = sent.filter(({ state }) => state === 'sent');
  if (accepted.some(({ is_own }) => !is_own)) await wakeQueued(db, now);
  const own = new Set(accepted.filter(({ is_own }) => is_own).map(({ account_id }) => account_id));
  for (const account_id of own) await wakeQueuedOf(db, account_id, now);
}

async function claimDue(
  db: Database,
  claim: queries.Claim,
  open: OpenEndpoints,
): Promise<queries.ClaimedDeletion[]> {
  const due = await queries.listDueDeletions(db, claim.now, { ...open, limit: AT_ONCE });
  return claimByAccount(due, (account_id, some) =>
    queries.claimDueDeletions(db, account_id, sessionsOf(some), claim),
  );
}

async function claimProbe(
  db: Database,
  claim: queries.Claim,
  open: OpenEndpoints,
): Promise<queries.ClaimedDeletion[]> {
  return claimByAccount(await queries.findProbe(db, claim.now, open), (account_id, some) =>
    queries.claimProbe(db, account_id, sessionsOf(some), claim),
  );
}

function sessionsOf(waiting: readonly queries.WaitingDeletion[]): string[] {
  return waiting.map(({ session_id }) => session_id);
}

function makeClaim(now: Date): queries.Claim {
  return { claim_id: randomUUID(), now, lease_until: new Date(now.getTime() + LEASE_MS) };
}

type Sent = { account_id: string; state: DeletionState; is_own: boolean };

async function sendEach(
  sender: DeletionSender,
  claimed: readonly queries.ClaimedDeletion[],
  claim: queries.Claim,
): Promise<Sent[]> {
  const { turns = allAtOnce } = sender;
  const sent: Sent[] = [];
  const send = async (one: queries.ClaimedDeletion) =>
    void sent.push(...(await sendClaimed(sender, one, claim)));
  await Promise.all(claimed.map((one) => turns.take(`deletion of ${one.session_id}`, () => send(one))));
  return sent;
}

/** Nothing is sent when the account's endpoint was removed since the claim; the lease makes it due again. */
async function sendClaimed(
  { db, clock, tools }: DeletionSender,
  { account_id, session_id, deleted_at, attempts }: queries.ClaimedDeletion,
  { claim_id, lease_until }: queries.Claim,
): Promise<Sent[]> {
  const found = await findTrainingApp(db, tools, account_id);
  if (!found) return [];
  const reply = await found.app.forget({ account_id, session_id, deleted_at }, LATER_MS);
  const result = resultOf(reply, claim_id, attempts, clock.now());
  await writeWhileLeased({ clock, lease_until }, () =>
    queries.recordResult(db, account_id, session_id, result),
  );
  return [{ account_id, state: reply.state, is_own: found.is_own }];
}

function resultOf(
  { state, status, error, retry_after_ms }: Reply,
  claim_id: string,
  attempts: number,
  now: Date,
): queries.Result {
  const scheduled = nextAttemptAt(now, attempts);
  const not_before = retry_after_ms === undefined ? null : new Date(now.getTime() + retry_after_ms);
  return {
    claim_id,
    state,
    due_at: not_before !== null && not_before > scheduled ? not_before : scheduled,
    not_before,
    last_status: status,
    last_error: error,
    sent_at: state === 'sent' ? now : null,
  };
}
