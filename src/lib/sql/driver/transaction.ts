import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../concurrency/backoff.ts';
import { Failure } from '../../errors.ts';
import { runOutside } from '../../process/tracing/spans.ts';
import { unmarkRetrySafe } from '../retrySafety.ts';
import { errorCode, isConnectionLoss, isDatabaseUnavailable, isWorthRetrying } from './failures.ts';
import {
  state,
  type CommitProof,
  type Queryable,
  type Transaction,
  type TransactionState,
} from './queryable.ts';

type Database = Queryable & { begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> };

/** A try whose COMMIT was sent and not answered, with the result of its work if that was known. */
type Unanswered<T> = { done: { result: T } | undefined } & Pick<TransactionState, 'proof' | 'effects'>;

const MAX_ATTEMPTS = 5;
/**
 * How long a lost COMMIT is asked for while no server answers: a standby may be promoted meanwhile. Shorter than the
 * deadline of a request.
 */
const RESOLVE_COMMIT_TIMEOUT_MS = 1_800;
const RESOLVE_COMMIT_EVERY_MS = 100;
const UNIQUE_VIOLATION = '23505';

/**
 * Runs the work in one transaction and retries what the database asks to retry; the work must therefore be
 * free of effects outside the database.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let lost = false;
  let find_out_until_ms = -Infinity;
  let doubted = false;
  const unanswered: Unanswered<T>[] = [];
  for (let attempt = 1; ; attempt++) {
    let begun: TransactionState | undefined;
    let done: { result: T } | undefined;
    try {
      const result = await db.begin(async (tx) => {
        begun = tx[state];
        await assertNoneLanded(tx, unanswered);
        done = { result: await work(tx) };
        // Another may have landed while the work waited for its rows.
        const of_try = unanswered.filter(({ proof }) => proof?.is_of_try);
        if (!tx[state].is_over) await assertNoneLanded(tx, of_try);
        return done.result;
      });
      run(begun?.effects ?? []);
      return result;
    } catch (error) {
      if (error instanceof EarlierCommitFound) return (error as EarlierCommitFound<T>).takeOver();
      // A lost COMMIT may land while the work runs again, which then refuses or collides; the next check sees it.
      const can_tell = unanswered.some(({ proof }) => proof);
      const is_doubtful = can_tell && error instanceof Failure && !doubted;
      const overtaken = lost && (is_doubtful || errorCode(error) === UNIQUE_VIOLATION);
      doubted = lost;
      if (lost) unmarkRetrySafe(error);
      if (isDatabaseUnavailable(error) && performance.now() < find_out_until_ms) {
        attempt--;
        await sleep(RESOLVE_COMMIT_EVERY_MS);
        continue;
      }
      if (attempt === MAX_ATTEMPTS || !(overtaken || isWorthRetrying(error))) throw error;
      if (begun?.committed && isConnectionLoss(error)) {
        find_out_until_ms = lost ? find_out_until_ms : performance.now() + RESOLVE_COMMIT_TIMEOUT_MS;
        lost = true;
        unanswered.push({ done, proof: begun.proof, effects: begun.effects });
      }
      await pauseBeforeRetry(attempt);
    }
  }
}

/** Rolls back what was begun anew. */
class EarlierCommitFound<T> extends Error {
  readonly #result: T;
  readonly #effects: TransactionState['effects'];

  constructor(result: T, effects: TransactionState['effects']) {
    super('an earlier COMMIT has landed');
    this.#result = result;
    this.#effects = effects;
  }

  takeOver(): T {
    run(this.#effects);
    return this.#result;
  }
}

async function assertNoneLanded<T>(tx: Transaction, unanswered: readonly Unanswered<T>[]): Promise<void> {
  for (const { done, proof, effects } of unanswered) {
    const found = await proof?.find(tx);
    if (found) throw new EarlierCommitFound(done ? done.result : (found as T), effects);
  }
}

function run(effects: TransactionState['effects']): void {
  runOutside(() => effects.forEach((effect) => effect()));
}

const RETRY_PAUSE = { first_ms: 20, longest_ms: 1_000 };

/** The pause is random, so that transactions that blocked each other do not meet again. */
function pauseBeforeRetry(attempt: number): Promise<void> {
  return sleep(backoffMs(attempt, RETRY_PAUSE) * (0.5 + Math.random()));
}

/**
 * Tells whether the transaction committed, by a row that each try of the work writes under the same key. Where the answer
 * to its COMMIT is lost and the row is found, the work is not done again: its result and effects count. If an earlier try
 * commits while a later one works, the later one must collide with its row or throw a Failure, so that the row is looked
 * for again. Work that commits along loses its result with the answers, so its proof reads it.
 */
export function setCommitProof(tx: Transaction, find: CommitProof): void {
  tx[state].proof = { find, is_of_try: false };
}

/**
 * Tells whether the transaction committed, by a row whose id this try of the work made. It is looked for after the work of
 * a later try as well, which writes a row of its own and collides with nothing.
 */
export function setTryProof(tx: Transaction, find: CommitProof): void {
  tx[state].proof = { find, is_of_try: true };
}

/** Runs the effect after the commit; for hints that may be lost. */
export function afterCommit(tx: Transaction, effect: () => void): void {
  tx[state].effects.push(effect);
}

/**
 * COMMIT leaves in one write with the statements of this turn, which end the transaction: whatever they answer, only a
 * failure of one of them undoes it. Without effect where a step before the commit follows.
 */
export function pipelineCommit(tx: Transaction): void {
  if (!tx[state].has_last_step) tx[state].pipelineCommit();
}
