import { tooManyRequests } from '../lib/errors.ts';

/** Each takes a connection for as long as its reader needs. */
const MOST_AT_ONCE = 2;
const AGAIN_MS = 10_000;

/** Accounts whose exports are being read. */
const reading = new Set<string>();

/** One at a time for an account; what it returns is called when the connection has been given back, maybe twice. */
export function beginExport(account_id: string): () => void {
  if (reading.has(account_id) || reading.size >= MOST_AT_ONCE)
    throw tooManyRequests('Other exports are being read, try again soon', AGAIN_MS);
  reading.add(account_id);
  let has_ended = false;
  return () => {
    if (!has_ended) reading.delete(account_id);
    has_ended = true;
  };
}
