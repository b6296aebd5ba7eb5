import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../concurrency/backoff.ts';
import { Failure } from '../../errors.ts';
import { runWithoutSpan } from '../../process/tracing/spans.ts';
import { unmarkRetrySafe } from '../retrySafety.ts';
import { errorCode, isConnectionLoss, isDatabaseUnavailable, isWorthRetrying } from './failures.ts';
import {
  transactionState,
  type CommitProof,
  type Queryable,
  type Transaction,
  type TransactionState,
} from './queryable.ts';

type Database = Queryable & { begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> };

/** An attempt whose COMMIT was sent but not answered. `done` has the result of its work if the work had returned. */
type UnconfirmedCommit<T> = { done: { result: T } | undefined } & Pick<TransactionState, 'proof' | 'effects'>;

const MAX_ATTEMPTS = 5;
/**
 * Time for which the outcome of an unanswered COMMIT is looked up while the database is unavailable: a standby may be
 * promoted meanwhile. Shorter than the deadline of a request.
 */
const RESOLVE_COMMIT_TIMEOUT_MS = 1_800;
const RESOLVE_COMMIT_EVERY_MS = 100;
const UNIQUE_VIOLATION = '23505';

/**
 * Runs the work in one transaction and retries it after serialization failures, deadlocks and connection losses. The
 * work may run several times, so it must have no effects outside the database.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let is_outcome_unknown = false;
  let resolve_until_ms = -Infinity;
  let was_outcome_unknown = false;
  const unconfirmed_commits: UnconfirmedCommit<T>[] = [];
  for (let attempt = 1; ; attempt++) {
    let begun: TransactionState | undefined;
    let done: { result: T } | undefined;
    try {
      const result = await db.begin(async (tx) => {
        begun = tx[transactionState];
        await assertNoneCommitted(tx, unconfirmed_commits);
        done = { result: await work(tx) };
        // An earlier attempt may have committed while this one waited for locks.
        const of_attempts = unconfirmed_commits.filter(({ proof }) => proof?.is_of_try);
        if (!tx[transactionState].is_over) await assertNoneCommitted(tx, of_attempts);
        return done.result;
      });
      runEffects(begun?.effects ?? []);
      return result;
    } catch (error) {
      if (error instanceof EarlierCommitFound) return (error as EarlierCommitFound<T>).useResult();
      // If an earlier COMMIT takes effect while the work runs again, the work fails with a Failure or a unique
      // violation. The next attempt finds the committed row.
      const has_proof = unconfirmed_commits.some(({ proof }) => proof);
      const may_be_own_commit = has_proof && error instanceof Failure && !was_outcome_unknown;
      const may_have_committed =
        is_outcome_unknown && (may_be_own_commit || errorCode(error) === UNIQUE_VIOLATION);
      was_outcome_unknown = is_outcome_unknown;
      if (is_outcome_unknown) unmarkRetrySafe(error);
      if (isDatabaseUnavailable(error) && performance.now() < resolve_until_ms) {
        attempt--;
        await sleep(RESOLVE_COMMIT_EVERY_MS);
        continue;
      }
      if (attempt === MAX_ATTEMPTS || !(may_have_committed || isWorthRetrying(error))) throw error;
      if (begun?.committed && isConnectionLoss(error)) {
        resolve_until_ms = is_outcome_unknown
          ? resolve_until_ms
          : performance.now() + RESOLVE_COMMIT_TIMEOUT_MS;
        is_outcome_unknown = true;
        unconfirmed_commits.push({ done, proof: begun.proof, effects: begun.effects });
      }
      await pauseBeforeRetry(attempt);
    }
  }
}

/** Thrown inside a repeated attempt to roll it back: an earlier attempt has committed. */
class EarlierCommitFound<T> extends Error {
  readonly #result: T;
  readonly #effects: TransactionState['effects'];

  constructor(result: T, effects: TransactionState['effects']) {
    super('an earlier COMMIT has succeeded');
    this.#result = result;
    this.#effects = effects;
  }

  useResult(): T {
    runEffects(this.#effects);
    return this.#result;
  }
}

async function assertNoneCommitted<T>(
  tx: Transaction,
  unconfirmed_commits: readonly UnconfirmedCommit<T>[],
): Promise<void> {
  for (const { done, proof, effects } of unconfirmed_commits) {
    const found = await proof?.find(tx);
    if (found) throw new EarlierCommitFound(done ? done.result : (found as T), effects);
  }
}

function runEffects(effects: TransactionState['effects']): void {
  runWithoutSpan(() => effects.forEach((effect) => effect()));
}

const RETRY_PAUSE = { first_ms: 20, longest_ms: 1_000 };

/** The pause is random, so that transactions that deadlocked do not collide again. */
function pauseBeforeRetry(attempt: number): Promise<void> {
  return sleep(backoffMs(attempt, RETRY_PAUSE) * (0.5 + Math.random()));
}

/**
 * Registers a commit proof: a row that each attempt writes under the same key. If the answer to COMMIT is lost and the
 * row exists, the work does not run again; the result and effects of the committed attempt are used. If an earlier
 * attempt commits while a later one runs, the later one must violate the unique key or throw a Failure; then the row is
 * looked up again. Work with a pipelined COMMIT loses its result together with the answers, so its proof must return
 * the result.
 */
export function setCommitProof(tx: Transaction, find: CommitProof): void {
  tx[transactionState].proof = { find, is_of_try: false };
}

/**
 * Registers a commit proof by a row whose id this attempt generated. A later attempt writes another id and violates no
 * unique key, so the row is also looked up after its work.
 */
export function setAttemptProof(tx: Transaction, find: CommitProof): void {
  tx[transactionState].proof = { find, is_of_try: true };
}

/** Runs the effect after the commit. A crash loses it, so it is only for wake-ups that may be lost. */
export function afterCommit(tx: Transaction, effect: () => void): void {
  tx[transactionState].effects.push(effect);
}

/**
 * Sends COMMIT in one write with the statements of this turn of the event loop, which must be the last ones; only an
 * error of one of them causes a rollback. Does nothing if a `beforeCommit` step follows.
 */
export function pipelineCommit(tx: Transaction): void {
  if (!tx[transactionState].has_last_step) tx[transactionState].pipelineCommit();
}
