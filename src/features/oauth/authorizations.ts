import type { Queryable, Transaction } from '../../lib/sql/sql.ts';
import * as queries from './sql/authorizations.ts';

export type AuthorizationRow = queries.AuthorizationRow;
export type Decision = queries.AuthorizationDecision;
export type Asked = queries.NewAuthorization;

/** Stores an authorization request until the user answers. */
export function recordQuestion(db: Queryable, account_id: string, asked: AuthorizationRow): Promise<void> {
  return queries.insertAuthorization(db, account_id, asked);
}

/** The open request of a sign-in, locked. */
export function lockQuestion(
  tx: Transaction,
  account_id: string,
  id: string,
  of: Parameters<typeof queries.lockAuthorization>[3],
): Promise<Asked | undefined> {
  return queries.lockAuthorization(tx, account_id, id, of);
}

/** Notes the answer, with the hash of its code where it is a yes. */
export function recordDecision(
  tx: Transaction,
  account_id: string,
  id: string,
  decided: { decision: Decision; decided_at: Date; code_hash: Buffer | null },
): Promise<void> {
  return queries.decideAuthorization(tx, account_id, id, decided);
}
