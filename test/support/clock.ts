import type { TestContext } from 'node:test';
import type { Clock } from '../../src/lib/time/clock.ts';

export type HeldClock = Clock & { advance(ms: number): void };

/** Returns a clock that stands still until a test advances it. */
export function holdClock(start = '2026-03-02T09:00:00.000Z'): HeldClock {
  let now_ms = Date.parse(start);
  return {
    now: () => new Date(now_ms),
    advance(ms) {
      now_ms += ms;
    },
  };
}

/**
 * Stops the monotonic clock of this process until the test ends, so that no time limit is reached, however slow the
 * test is.
 */
export function holdMonotonicClock(t: TestContext): void {
  const held_ms = performance.now();
  t.mock.method(performance, 'now', () => held_ms);
}
