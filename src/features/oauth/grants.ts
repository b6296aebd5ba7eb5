import { transaction, type Database, type Transaction } from '../../lib/sql.ts';
import { audit } from '../audit/audit.ts';
import * as queries from './queries.ts';

/** Every customer's consent to an app ends, and with it every token. */
export function endGrantsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  return queries.endGrantsOfApp(tx, client_id, now);
}

/** One consent ends without anybody of the account: its app gave it back, or a token of it was used twice. */
export function endGrant(
  db: Database,
  where: { account_id: string; now: Date },
  how: 'given_back' | 'replayed',
  end: (tx: Transaction) => Promise<queries.EndedGrant | undefined>,
): Promise<void> {
  return transaction(db, async (tx) => {
    const ended = await end(tx);
    if (!ended) return;
    const act = { target_id: ended.client_id, details: { grant_id: ended.id } };
    await audit(tx, { ...where, actor: { kind: 'system' } }, { action: `connection.${how}`, ...act });
  });
}
