import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Waits until a condition holds; fails with its description. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  holds: (value: T) => boolean,
  within_ms = 20_000,
  pause_ms = 5,
): Promise<T> {
  const until = performance.now() + within_ms;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > until) throw new Error(`never came true: ${inspect(value, { depth: 4 })}`);
    await sleep(pause_ms);
  }
}
