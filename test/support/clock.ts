import type { Clock } from '../../src/lib/time/clock.ts';

export type HeldClock = Clock & { advance(ms: number): void };

/** A clock that stands still until a test advances it. */
export function holdClock(start = '2026-03-02T09:00:00.000Z'): HeldClock {
  let now_ms = Date.parse(start);
  return {
    now: () => new Date(now_ms),
    advance(ms) {
      now_ms += ms;
    },
  };
}
