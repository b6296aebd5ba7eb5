import { forbidden } from '../lib/errors.ts';
import { accessReasons } from './reasons.ts';
import type { Transaction } from '../lib/sql/sql.ts';
import { userOf } from './actor.ts';
import type { Context } from './context.ts';
import * as queries from './sql/admins.ts';

/** Call first where an admin gives access: the right may have ended while the body was on its way. */
export async function assertStillAdmin(tx: Transaction, { account_id, actor }: Context): Promise<void> {
  const user_id = userOf(actor);
  if (user_id !== null && !(await queries.lockAdmin(tx, account_id, user_id)))
    throw forbidden(null, accessReasons.needs_admin);
}
