import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * The timeout. It is long, because only a failing test reaches it, and a busy machine can be thirty times slower than
 * an idle one. A run of planted mistakes, in which most tests fail, sets a shorter one.
 */
const WITHIN_MS = Number(process.env['TEST_EVENTUALLY_MS'] ?? 120_000);

/** Waits until a condition holds; fails with its description. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  holds: (value: T) => boolean,
  within_ms = WITHIN_MS,
  pause_ms = 5,
): Promise<T> {
  // The time is not from `performance.now`, because some tests stop that clock.
  const until_s = process.uptime() + within_ms / 1_000;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (process.uptime() > until_s) throw new Error(`never came true: ${inspect(value, { depth: 4 })}`);
    await sleep(pause_ms);
  }
}
