import { collectGarbage } from '../../support/measured/collect.ts';

/** What is still held, in MiB: garbage is collected first. */
export function heldMemory(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
