import type { Transaction } from '../../lib/sql.ts';
import * as queries from './queries.ts';

/** Every customer's consent to an app ends, and with it every token. */
export function endGrantsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  return queries.endGrantsOfApp(tx, client_id, now);
}
