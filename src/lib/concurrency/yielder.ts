import { setImmediate } from 'node:timers/promises';

const MOST_MS = 10;

/**
 * Returns a function for long synchronous work: it yields to the event loop if 10 ms have passed since the last yield.
 */
export function createYielder(): () => Promise<void> {
  let since_ms = performance.now();
  return async () => {
    if (performance.now() - since_ms < MOST_MS) return;
    await setImmediate();
    since_ms = performance.now();
  };
}
