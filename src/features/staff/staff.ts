import { platformActor, PLATFORM, type Platform } from '../../access/platform.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { transaction, type Transaction } from '../../lib/sql.ts';
import { audit } from '../../audit/audit.ts';
import { endAllSignIns } from '../signin/signIns.ts';
import { readAddress } from '../users/address.ts';
import { reserveAddress } from '../users/sql/users.ts';
import * as queries from './queries.ts';

export type NewStaff = { email: string; full_name: string; password: string };

export async function createStaff(platform: Platform, input: NewStaff): Promise<{ user_id: string }> {
  const { db, now } = platform;
  const id = newId(now);
  const email = readAddress(input.email);
  const password_hash = await hashPassword(input.password);
  return transaction(db, async (tx) => {
    if (!(await reserveAddress(tx, { email, account_id: null, user_id: id }))) {
      throw conflict('email: this address cannot be added');
    }
    await queries.insertStaff(tx, { id, email, full_name: input.full_name, password_hash, created_at: now });
    await writeDown(tx, platform, 'staff.created', id);
    return { user_id: id };
  });
}

/** Ends all sign-ins of the staff member. */
export function deactivateStaff(platform: Platform, id: string): Promise<{ status: queries.StaffStatus }> {
  return changeStatus(platform, id, 'inactive');
}

export function reactivateStaff(platform: Platform, id: string): Promise<{ status: queries.StaffStatus }> {
  return changeStatus(platform, id, 'active');
}

async function changeStatus(platform: Platform, id: string, wanted: queries.StaffStatus) {
  return transaction(platform.db, async (tx) => {
    const status = await queries.setStaffStatus(tx, id, wanted);
    if (!status) throw notFound('Staff');
    if (status === 'inactive') await endAllSignIns(tx, { account_id: PLATFORM, now: platform.now }, id);
    await writeDown(tx, platform, status === 'active' ? 'staff.reactivated' : 'staff.deactivated', id);
    return { status };
  });
}

async function writeDown(
  tx: Transaction,
  platform: Platform,
  action: `staff.${string}`,
  target_id: string,
): Promise<void> {
  const by = { account_id: PLATFORM, actor: platformActor(platform), now: platform.now };
  await audit(tx, by, { action, target_id });
}
