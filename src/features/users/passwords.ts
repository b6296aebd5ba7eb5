import type { Transaction } from '../../lib/sql.ts';
import * as queries from './sql/passwords.ts';

/** False when the user left, or set a password in the meantime. */
export function setFirstPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  return queries.setFirstPassword(tx, account_id, user_id, password_hash);
}

/** False when the user has left in the meantime. */
export function setPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  return queries.setPassword(tx, account_id, user_id, password_hash);
}

/** Whether this password arrived, asked when the answer to the commit was lost. */
export function hasPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  return queries.hasPassword(tx, account_id, user_id, password_hash);
}
