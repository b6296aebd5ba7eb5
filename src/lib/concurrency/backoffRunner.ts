import { nextAttemptAt } from './backoff.ts';
import { Cache } from './cache.ts';
import type { Clock } from '../time/clock.ts';
import type { Log } from '../log.ts';
import { isDatabaseUnavailable, isLockTimeout } from '../sql/sql.ts';

/**
 * Runs the pieces of a background loop with a backoff for each piece, so that a failing piece does not stop the others.
 */
export type BackoffRunner = {
  /**
   * Runs one piece. Returns false if it failed or is still backing off. Failures are logged and counted, not thrown,
   * except if the database is unavailable. A lock timeout delays the piece but does not count as a failure.
   */
  run(piece: string, work: () => Promise<unknown>): Promise<boolean>;
  /** Throws LoopStopped if the process is stopping. Call it before claiming more work. */
  throwIfStopping(): void;
  /** `isBackingOff`, `succeed` and `fail` are the steps of `run`, for callers that run a piece themselves. */
  isBackingOff(piece: string): boolean;
  succeed(piece: string): void;
  fail(piece: string, error: unknown): void;
  /** Returns the names of the pieces that are backing off. */
  postponed(): string[];
};

export type BackoffRunnerOptions = {
  clock: Clock;
  log: Log;
  onFailure?: () => void;
  /** Maximum pause after repeated failures. */
  longest_ms?: number;
  /** After this signal is aborted, `run` starts no piece. */
  ending?: AbortSignal;
};

/** Thrown to end a loop because the process is stopping. */
export class LoopStopped extends Error {
  override name = 'LoopStopped';
}

type FailureState = { failures: number; until: Date };

/** Maximum number of remembered failed pieces. A piece that is forgotten runs again without a pause. */
const MOST_REMEMBERED = 10_000;

export function createBackoffRunner(
  loop: string,
  { clock, log, onFailure, longest_ms, ending }: BackoffRunnerOptions,
): BackoffRunner {
  const failure_states = new Cache<string, FailureState>(MOST_REMEMBERED);

  const isBackingOff = (piece: string) => {
    const failure_state = failure_states.get(piece);
    return failure_state !== undefined && failure_state.until > clock.now();
  };

  const throwIfStopping = () => {
    if (ending?.aborted) throw new LoopStopped('the process stops');
  };

  /**
   * Delays the piece by the shortest pause. A lock timeout is not a failure of the piece, so the failure count stays.
   */
  const waitForLock = (piece: string, err: unknown) => {
    const failures = failure_states.get(piece)?.failures ?? 0;
    const until = nextAttemptAt(clock.now(), 1);
    failure_states.set(piece, { failures, until });
    log.warn({ err, loop, piece, again_at: until }, 'background work item waits for a lock');
  };

  const fail = (piece: string, err: unknown) => {
    if (err instanceof LoopStopped || isDatabaseUnavailable(err)) throw err;
    if (isLockTimeout(err)) return waitForLock(piece, err);
    onFailure?.();
    // Failures that end during the pause are not counted again.
    if (isBackingOff(piece)) return;
    const failures = (failure_states.get(piece)?.failures ?? 0) + 1;
    const until = nextAttemptAt(clock.now(), failures, longest_ms);
    failure_states.set(piece, { failures, until });
    log.error({ err, loop, piece, failures, again_at: until }, 'background work item failed');
  };

  const succeed = (piece: string) => failure_states.delete(piece);

  return {
    isBackingOff,
    throwIfStopping,
    succeed,
    fail,
    postponed: () => [...failure_states.keys()].filter(isBackingOff),
    async run(piece, work) {
      throwIfStopping();
      if (isBackingOff(piece)) return false;
      try {
        await work();
      } catch (error) {
        fail(piece, error);
        return false;
      }
      succeed(piece);
      return true;
    },
  };
}

/** A runner without backoff that throws the first failure; for manual commands and tests. */
export const failFast: BackoffRunner = {
  async run(_piece, work) {
    await work();
    return true;
  },
  isBackingOff: () => false,
  throwIfStopping() {},
  succeed() {},
  fail(_piece, error) {
    throw error;
  },
  postponed: () => [],
};
