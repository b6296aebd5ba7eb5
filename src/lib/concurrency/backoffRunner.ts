import { nextAttemptAt } from './backoff.ts';
import { Cache } from './cache.ts';
import type { Clock } from '../time/clock.ts';
import type { Log } from '../log.ts';
import { isDatabaseUnavailable, isLockTimeout } from '../sql/sql.ts';

/** Runs the pieces of a loop so that a failing one does not stop the others. */
export type BackoffRunner = {
  /**
   * Runs one piece; false when it failed, or failed recently and must wait. Failures are logged, counted and
   * not thrown, unless the database is away. A lock that another transaction holds is no failure.
   */
  run(piece: string, work: () => Promise<unknown>): Promise<boolean>;
  /** Throws LoopStopped once the process stops; asked before more is claimed. */
  throwIfStopping(): void;
  /** The parts of `run`. */
  isBackingOff(piece: string): boolean;
  succeed(piece: string): void;
  fail(piece: string, error: unknown): void;
  /** The names that must wait. */
  postponed(): string[];
};

export type BackoffTools = {
  clock: Clock;
  log: Log;
  onFailure?: () => void;
  /** The longest that a piece has to wait after having failed again and again. */
  longest_ms?: number;
  /** Once it is aborted, no piece begins. */
  ending?: AbortSignal;
};

/** Thrown through a loop whose process stops. */
export class LoopStopped extends Error {
  override name = 'LoopEnds';
}

type FailureState = { failures: number; until: Date };

/** The most failed pieces that are remembered. A forgotten piece runs again at once. */
const MOST_REMEMBERED = 10_000;

export function createBackoffRunner(
  loop: string,
  { clock, log, onFailure, longest_ms, ending }: BackoffTools,
): BackoffRunner {
  const failure_states = new Cache<string, FailureState>(MOST_REMEMBERED);

  const isBackingOff = (piece: string) => {
    const setback = failure_states.get(piece);
    return setback !== undefined && setback.until > clock.now();
  };

  const throwIfStopping = () => {
    if (ending?.aborted) throw new LoopStopped('the process stops');
  };

  /** A lock says nothing about the piece: it is neither a failure nor a reason for a longer pause. */
  const waitForLock = (piece: string, err: unknown) => {
    const failures = failure_states.get(piece)?.failures ?? 0;
    const until = nextAttemptAt(clock.now(), 1);
    failure_states.set(piece, { failures, until });
    log.warn({ err, loop, piece, again_at: until }, 'a piece of background work isBackingOff for a lock');
  };

  const fail = (piece: string, err: unknown) => {
    if (err instanceof LoopStopped || isDatabaseUnavailable(err)) throw err;
    if (isLockTimeout(err)) return waitForLock(piece, err);
    onFailure?.();
    // Several failures at once count as one.
    if (isBackingOff(piece)) return;
    const failures = (failure_states.get(piece)?.failures ?? 0) + 1;
    const until = nextAttemptAt(clock.now(), failures, longest_ms);
    failure_states.set(piece, { failures, until });
    log.error({ err, loop, piece, failures, again_at: until }, 'a piece of background work failed');
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

/** For work by hand and in tests: the first failure is thrown. */
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
