import { tooManyRequests } from '../lib/errors.ts';
import { accessReasons } from './reasons.ts';
import { Limiter, type Slot } from '../lib/concurrency/limiter.ts';

const AGAIN_MS = 10_000;

/**
 * Limits concurrent exports, because an export occupies a database connection until the client has read the last row.
 */
const exporting = new Limiter({ most: 2, most_per_key: () => 1 });

/**
 * Acquires the slot of an export: at most one per account and two per process. Acquire the slot with `using` in the
 * generator that produces the export, so that the end of the generator releases the slot.
 */
export function acquireExportSlot(account_id: string): Slot {
  const place = exporting.tryAcquire(account_id);
  if (!place) throw tooManyRequests(null, accessReasons.export_running, AGAIN_MS);
  return place;
}

/** The number of exports that run in this process. */
export function countRunningExports(): number {
  return exporting.taken;
}
