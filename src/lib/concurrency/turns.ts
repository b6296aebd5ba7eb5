import { nextAttemptAt } from './backoff.ts';
import { Cache } from './cache.ts';
import type { Clock } from '../time/clock.ts';
import type { Log } from '../log.ts';
import { isDatabaseAway, isLockTimeout } from '../sql/sql.ts';

/** Runs the pieces of a loop so that a failing one does not stop the others. */
export type Turns = {
  /**
   * Runs one piece; false when it failed, or failed recently and must wait. Failures are logged, counted and
   * not thrown, unless the database is away. A lock that another transaction holds is no failure.
   */
  take(piece: string, work: () => Promise<unknown>): Promise<boolean>;
  /** Throws LoopEnds once the process stops; asked before more is claimed. */
  goOn(): void;
  /** The parts of `take`. */
  waits(piece: string): boolean;
  succeed(piece: string): void;
  fail(piece: string, error: unknown): void;
  /** The names that must wait. */
  postponed(): string[];
};

export type TurnTools = {
  clock: Clock;
  log: Log;
  onFailure?: () => void;
  /** The longest that a piece has to wait after having failed again and again. */
  longest_ms?: number;
  /** Once it is aborted, no piece begins. */
  ending?: AbortSignal;
};

/** Thrown through a loop whose process stops. */
export class LoopEnds extends Error {
  override name = 'LoopEnds';
}

type Setback = { failures: number; until: Date };

/** The most failed pieces that are remembered. A forgotten piece runs again at once. */
const MOST_REMEMBERED = 10_000;

export function createTurns(loop: string, { clock, log, onFailure, longest_ms, ending }: TurnTools): Turns {
  const setbacks = new Cache<string, Setback>(MOST_REMEMBERED);

  const waits = (piece: string) => {
    const setback = setbacks.get(piece);
    return setback !== undefined && setback.until > clock.now();
  };

  const goOn = () => {
    if (ending?.aborted) throw new LoopEnds('the process stops');
  };

  /** A lock says nothing about the piece: it is neither a failure nor a reason for a longer pause. */
  const waitForLock = (piece: string, err: unknown) => {
    const failures = setbacks.get(piece)?.failures ?? 0;
    const until = nextAttemptAt(clock.now(), 1);
    setbacks.set(piece, { failures, until });
    log.warn({ err, loop, piece, again_at: until }, 'a piece of background work waits for a lock');
  };

  const fail = (piece: string, err: unknown) => {
    if (err instanceof LoopEnds || isDatabaseAway(err)) throw err;
    if (isLockTimeout(err)) return waitForLock(piece, err);
    onFailure?.();
    // Several failures at once count as one.
    if (waits(piece)) return;
    const failures = (setbacks.get(piece)?.failures ?? 0) + 1;
    const until = nextAttemptAt(clock.now(), failures, longest_ms);
    setbacks.set(piece, { failures, until });
    log.error({ err, loop, piece, failures, again_at: until }, 'a piece of background work failed');
  };

  const succeed = (piece: string) => setbacks.delete(piece);

  return {
    waits,
    goOn,
    succeed,
    fail,
    postponed: () => [...setbacks.keys()].filter(waits),
    async take(piece, work) {
      goOn();
      if (waits(piece)) return false;
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
export const allAtOnce: Turns = {
  async take(_piece, work) {
    await work();
    return true;
  },
  waits: () => false,
  goOn() {},
  succeed() {},
  fail(_piece, error) {
    throw error;
  },
  postponed: () => [],
};
