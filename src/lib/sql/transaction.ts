import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../concurrency/backoff.ts';
import { Failure } from '../errors.ts';
import { runOutside } from '../process/tracing/spans.ts';
import { noteServed } from './away.ts';
import { errorCode, isConnectionLoss, isDatabaseAway, isWorthRetrying } from './failures.ts';
import { sendCommit, type Queryable, type Transaction } from './queryable.ts';

type Database = Queryable & { begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> };

export type TransactionOptions<T> = {
  /**
   * Called when the connection died during COMMIT: reads what the transaction wrote, if it committed. For work that
   * commits along with its last statements, whose result is then unknown.
   */
  landed?: (tx: Transaction) => Promise<T | undefined>;
};

type Proof = (tx: Transaction) => Promise<boolean>;
type Effects = (() => void)[];
/** What the work gave whose COMMIT was sent. */
type Sent<T> = { result: T; proof: Proof | undefined; effects: Effects };

const MAX_ATTEMPTS = 5;
/**
 * How long a lost COMMIT is asked for while no server answers: a standby may be promoted meanwhile. Shorter than the
 * deadline of a request.
 */
const FIND_OUT_WITHIN_MS = 1_800;
const FIND_OUT_EVERY_MS = 100;
const UNIQUE_VIOLATION = '23505';

/**
 * Runs the work in one transaction and retries what the database asks to retry; the work must therefore be
 * free of effects outside the database.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  { landed }: TransactionOptions<T> = {},
): Promise<T> {
  let lost = false;
  let find_out_until_ms = -Infinity;
  let doubted = false;
  const unanswered: Sent<T>[] = [];
  for (let attempt = 1; ; attempt++) {
    let committing = false;
    const sent: Sent<T>[] = [];
    try {
      return await beginOnce(db, async (tx, effects) => {
        onCommitSent.set(tx, () => (committing = true));
        const earlier = lost && landed ? await landed(tx) : undefined;
        if (earlier !== undefined) return earlier;
        await assertNoneLanded(tx, unanswered);
        const result = await work(tx);
        // Another may have landed while the work waited for its rows.
        await assertNoneLanded(tx, unanswered);
        sent.push({ result, proof: proofs.get(tx), effects });
        committing = true;
        return result;
      });
    } catch (error) {
      if (error instanceof Landed) return (error as Landed<T>).takeOver();
      // A lost COMMIT may land while the work runs again, which then refuses or collides; the next check sees it.
      const can_tell = landed !== undefined || unanswered.some(({ proof }) => proof);
      const is_doubtful = can_tell && error instanceof Failure && !doubted;
      const overtaken = lost && (is_doubtful || errorCode(error) === UNIQUE_VIOLATION);
      doubted = lost;
      if (lost) noteServed(error);
      if (isDatabaseAway(error) && performance.now() < find_out_until_ms) {
        attempt--;
        await sleep(FIND_OUT_EVERY_MS);
        continue;
      }
      if (attempt === MAX_ATTEMPTS || !(overtaken || isWorthRetrying(error))) throw error;
      if (committing && isConnectionLoss(error)) {
        find_out_until_ms = lost ? find_out_until_ms : performance.now() + FIND_OUT_WITHIN_MS;
        lost = true;
        unanswered.push(...sent);
      }
      await pauseBeforeRetry(attempt);
    }
  }
}

/** Rolls back what was begun anew. */
class Landed<T> extends Error {
  readonly #sent: Sent<T>;

  constructor(sent: Sent<T>) {
    super('an earlier COMMIT has landed');
    this.#sent = sent;
  }

  takeOver(): T {
    const { effects, result } = this.#sent;
    run(effects);
    return result;
  }
}

async function assertNoneLanded<T>(tx: Transaction, unanswered: readonly Sent<T>[]): Promise<void> {
  for (const sent of unanswered) if (await sent.proof?.(tx)) throw new Landed(sent);
}

async function beginOnce<T>(
  db: Database,
  work: (tx: Transaction, effects: Effects) => Promise<T>,
): Promise<T> {
  const effects: Effects = [];
  const result = await db.begin((tx) => {
    afterCommits.set(tx, effects);
    keepOrigin(tx, db);
    return work(tx, effects);
  });
  run(effects);
  return result;
}

function run(effects: Effects): void {
  runOutside(() => effects.forEach((effect) => effect()));
}

const RETRY_PAUSE = { first_ms: 20, longest_ms: 1_000 };

/** The pause is random, so that transactions that blocked each other do not meet again. */
function pauseBeforeRetry(attempt: number): Promise<void> {
  return sleep(backoffMs(attempt, RETRY_PAUSE) * (0.5 + Math.random()));
}

const proofs = new WeakMap<Transaction, Proof>();

/**
 * Whether a row is there that this transaction alone writes. Where the answer to its COMMIT is lost and the row is found,
 * the work is not done again: its result and effects count.
 */
export function provenBy(tx: Transaction, proof: Proof): void {
  proofs.set(tx, proof);
}

const afterCommits = new WeakMap<Transaction, Effects>();

/** Runs the effect after the commit; for hints that may be lost. */
export function afterCommit(tx: Transaction, effect: () => void): void {
  afterCommits.get(tx)?.push(effect);
}

const onCommitSent = new WeakMap<Transaction, () => void>();
const withLastStep = new WeakSet<Transaction>();

/**
 * COMMIT leaves in one write with the statements of this turn, which end the transaction: whatever they answer, only a
 * failure of one of them undoes it. Without effect where a step before the commit follows.
 */
export function commitAlong(tx: Transaction): void {
  if (withLastStep.has(tx)) return;
  onCommitSent.get(tx)?.();
  sendCommit(tx);
}

/** A step before its commit follows. */
export function takesLastStep(tx: Transaction): void {
  withLastStep.add(tx);
}

const origins = new WeakMap<object, object>();

/** Stands for the database of a transaction: the same object, however the database was wrapped. */
export function originOf(database: Queryable): object {
  return origins.get(database) ?? database;
}

export function keepOrigin(of: Queryable, database: Queryable): void {
  origins.set(of, originOf(database));
}
