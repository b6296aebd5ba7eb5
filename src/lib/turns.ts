import { nextAttemptAt } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { isDatabaseAway } from './sql.ts';

/** What a loop does piece by piece, so that one piece that fails keeps no other waiting. */
export type Turns = {
  /**
   * Does one piece; false when it failed, or failed so lately that it has to wait. A failure is logged, counted and
   * not thrown. Only a database that cannot be asked ends the whole turn: that is no fault of the piece.
   */
  take(piece: string, work: () => Promise<unknown>): Promise<boolean>;
  /** The parts of `take`, for work whose piece is known only while it is done. */
  waits(piece: string): boolean;
  succeed(piece: string): void;
  fail(piece: string, error: unknown): void;
  /** All that have to wait. */
  putOff(): string[];
};

export type TurnTools = {
  clock: Clock;
  log: Log;
  onFailure?: () => void;
  /** The longest that a piece has to wait after having failed again and again. */
  longest_ms?: number;
};

type Setback = { failures: number; until: Date };

/** Those that failed first are forgotten first, and then tried again at once. */
const MOST_REMEMBERED = 10_000;

export function createTurns(loop: string, { clock, log, onFailure, longest_ms }: TurnTools): Turns {
  const setbacks = new Map<string, Setback>();

  const waits = (piece: string) => {
    const setback = setbacks.get(piece);
    return setback !== undefined && setback.until > clock.now();
  };

  const fail = (piece: string, err: unknown) => {
    if (isDatabaseAway(err)) throw err;
    onFailure?.();
    // Of several that failed together only the first is a failure more.
    if (waits(piece)) return;
    const failures = (setbacks.get(piece)?.failures ?? 0) + 1;
    const until = nextAttemptAt(clock.now(), failures, longest_ms);
    setbacks.set(piece, { failures, until });
    if (setbacks.size > MOST_REMEMBERED) setbacks.delete(setbacks.keys().next().value ?? '');
    log.error({ err, loop, piece, failures, again_at: until }, 'a piece of background work failed');
  };

  const succeed = (piece: string) => void setbacks.delete(piece);

  return {
    waits,
    succeed,
    fail,
    putOff: () => [...setbacks.keys()].filter(waits),
    async take(piece, work) {
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

/** For whoever does the work by hand: the first failure ends it and is theirs. */
export const allAtOnce: Turns = {
  async take(_piece, work) {
    await work();
    return true;
  },
  waits: () => false,
  succeed() {},
  fail(_piece, error) {
    throw error;
  },
  putOff: () => [],
};
