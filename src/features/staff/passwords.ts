import type { Transaction } from '../../lib/sql/sql.ts';
import * as queries from './queries.ts';

/** Returns false if the staff member was deactivated in the meantime. */
export function setStaffPassword(tx: Transaction, id: string, password_hash: string): Promise<boolean> {
  return queries.setStaffPassword(tx, id, password_hash);
}
