import type { Transaction } from '../../lib/sql/sql.ts';
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

/** False when the user was deactivated in the meantime. */
export function setPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  return queries.setPassword(tx, account_id, user_id, password_hash);
}
