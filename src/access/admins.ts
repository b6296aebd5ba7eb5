import { forbidden } from '../lib/errors.ts';
import { accessReasons } from './reasons.ts';
import type { Transaction } from '../lib/sql/sql.ts';
import { userIdOf } from './actor.ts';
import type { Context } from './context.ts';
import * as queries from './sql/admins.ts';

/**
 * 403 unless the acting user is still an active admin. Call it first in a transaction that grants access: the user may
 * have lost the role while the request body was read.
 */
export async function assertStillAdmin(tx: Transaction, { account_id, actor }: Context): Promise<void> {
  const user_id = userIdOf(actor);
  if (user_id !== null && !(await queries.lockAdmin(tx, account_id, user_id)))
    throw forbidden(null, accessReasons.needs_admin);
}
