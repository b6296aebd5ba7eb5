import type { Transaction } from '../../lib/sql/sql.ts';
import * as queries from './sql/passwords.ts';

/** Returns false if the user is inactive or already has a password. */
export function setFirstPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  return queries.setFirstPassword(tx, account_id, user_id, password_hash);
}

/** Returns false if the user is inactive. */
export function setPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  return queries.setPassword(tx, account_id, user_id, password_hash);
}
