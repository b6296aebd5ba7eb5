import { setImmediate } from 'node:timers/promises';

const MOST_MS = 10;

/** For work that is long but not urgent: a pause in which others are served, whenever it has gone on for so long. */
export function createPauses(): () => Promise<void> {
  let since_ms = performance.now();
  return async () => {
    if (performance.now() - since_ms < MOST_MS) return;
    await setImmediate();
    since_ms = performance.now();
  };
}
