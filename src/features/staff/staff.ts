import type { Platform } from '../../access/platform.ts';
import { conflict } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { transaction } from '../../lib/sql.ts';
import { reserveAddress } from '../users/queries.ts';
import * as queries from './queries.ts';

export type NewStaff = { email: string; full_name: string; password: string };

export async function createStaff({ db, now }: Platform, input: NewStaff): Promise<{ user_id: string }> {
  const id = newId(now);
  const email = input.email.toLowerCase();
  const password_hash = await hashPassword(input.password);
  return transaction(db, async (tx) => {
    if (!(await reserveAddress(tx, { email, account_id: null, user_id: id }))) {
      throw conflict('email: this address cannot be added');
    }
    await queries.insertStaff(tx, { id, email, full_name: input.full_name, password_hash, created_at: now });
    return { user_id: id };
  });
}
