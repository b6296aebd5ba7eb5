import { tooManyRequests } from '../lib/errors.ts';
import { accessReasons } from './reasons.ts';
import { Limiter, type Slot } from '../lib/concurrency/limiter.ts';

const AGAIN_MS = 10_000;

/** Each export takes a connection for as long as its reader needs. */
const exporting = new Limiter({ most: 2, most_per_key: () => 1 });

/**
 * An export holds a place from its first row to its last: one for an account, two for the process. Take it with
 * `using` in the generator that produces the export, so that the end of the generator gives it back.
 */
export function acquireExportSlot(account_id: string): Slot {
  const place = exporting.tryTake(account_id);
  if (!place) throw tooManyRequests(null, accessReasons.export_running, AGAIN_MS);
  return place;
}

/** How many exports are being read in this process. */
export function countRunningExports(): number {
  return exporting.taken;
}
