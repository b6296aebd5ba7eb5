import { collectGarbage } from '../../support/measured/collect.ts';

/** Returns the used heap after a garbage collection, in MiB. */
export function heldMemory(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
