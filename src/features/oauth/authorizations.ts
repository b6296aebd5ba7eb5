import type { Queryable, Transaction } from '../../lib/sql/sql.ts';
import * as queries from './sql/authorizations.ts';

export type AuthorizationRequestRow = queries.AuthorizationRequestRow;
export type AuthorizationDecision = queries.AuthorizationDecision;
export type PendingAuthorizationRequest = queries.PendingAuthorizationRequest;

/** Stores an authorization request until the user allows or denies the app. */
export function recordAuthorizationRequest(
  db: Queryable,
  account_id: string,
  authorization: AuthorizationRequestRow,
): Promise<void> {
  return queries.insertAuthorizationRequest(db, account_id, authorization);
}

/** Locks the undecided authorization request of a sign-in. */
export function lockAuthorizationRequest(
  tx: Transaction,
  account_id: string,
  id: string,
  of: Parameters<typeof queries.lockAuthorizationRequest>[3],
): Promise<PendingAuthorizationRequest | undefined> {
  return queries.lockAuthorizationRequest(tx, account_id, id, of);
}

/** Stores the decision of the user and, if the app was allowed, the hash of the code. */
export function recordAuthorizationDecision(
  tx: Transaction,
  account_id: string,
  id: string,
  decided: { decision: AuthorizationDecision; decided_at: Date; code_hash: Buffer | null },
): Promise<void> {
  return queries.updateAuthorizationDecision(tx, account_id, id, decided);
}
