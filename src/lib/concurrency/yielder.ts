import { setImmediate } from 'node:timers/promises';

const MOST_MS = 10;

/** A pause for others after each slice of long work. */
export function createYielder(): () => Promise<void> {
  let since_ms = performance.now();
  return async () => {
    if (performance.now() - since_ms < MOST_MS) return;
    await setImmediate();
    since_ms = performance.now();
  };
}
