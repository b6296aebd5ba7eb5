import { setImmediate } from 'node:timers/promises';

/**
 * Returns the longest time that the event loop was blocked during the work, in milliseconds of processor time, so that
 * other processes do not count.
 */
export async function longestEventLoopBlock(work: () => Promise<unknown>): Promise<number> {
  const state = { goes_on: true };
  const done = setImmediate()
    .then(work)
    .finally(() => (state.goes_on = false));
  let longest_us = 0;
  while (state.goes_on) {
    const before = process.threadCpuUsage();
    await setImmediate();
    const { user, system } = process.threadCpuUsage(before);
    longest_us = Math.max(longest_us, user + system);
  }
  await done;
  return longest_us / 1_000;
}
