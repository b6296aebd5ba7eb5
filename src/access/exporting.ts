import { tooManyRequests } from '../lib/errors.ts';

/** Each takes a connection for as long as its reader needs. */
const MOST_AT_ONCE = 2;
const AGAIN_MS = 10_000;

/** Accounts whose exports are being read. */
const reading = new Set<string>();

/**
 * An export holds a place from its first row to its last: one for an account, two for the process. Take it with
 * `using` in the generator that produces the export, so that the end of the generator gives it back.
 */
export function takeExportPlace(account_id: string): Disposable {
  if (reading.has(account_id) || reading.size >= MOST_AT_ONCE)
    throw tooManyRequests('Other exports are being read, try again soon', AGAIN_MS);
  reading.add(account_id);
  return { [Symbol.dispose]: () => void reading.delete(account_id) };
}

/** How many exports are being read in this process. */
export function countExports(): number {
  return reading.size;
}
