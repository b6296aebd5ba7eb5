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
  take(name: string, work: () => Promise<unknown>): Promise<boolean>;
  /** The pieces that have to wait. */
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

  const waits = (name: string) => {
    const setback = setbacks.get(name);
    return setback !== undefined && setback.until > clock.now();
  };

  const noteFailure = (name: string, err: unknown) => {
    onFailure?.();
    // Of several that failed together only the first is a failure more.
    if (waits(name)) return;
    const failures = (setbacks.get(name)?.failures ?? 0) + 1;
    const until = nextAttemptAt(clock.now(), failures, longest_ms);
    setbacks.set(name, { failures, until });
    if (setbacks.size > MOST_REMEMBERED) setbacks.delete(setbacks.keys().next().value ?? '');
    log.error({ err, loop, piece: name, failures, again_at: until }, 'a piece of background work failed');
  };

  return {
    putOff: () => [...setbacks.keys()].filter(waits),
    async take(name, work) {
      if (waits(name)) return false;
      try {
        await work();
        setbacks.delete(name);
        return true;
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        noteFailure(name, error);
        return false;
      }
    },
  };
}
