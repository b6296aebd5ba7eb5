import { actAsPlatform, PLATFORM, type Platform } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, conflict, forbidden } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import { userReasons } from '../users/reasons.ts';
import { staffReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { endAllSignIns } from '../signin/signIns.ts';
import { readAddress } from '../users/address.ts';
import { reserveAddress } from '../users/sql/users.ts';
import type { StaffFilter, StaffPage } from './contract.ts';
import * as queries from './queries.ts';

export type NewStaff = { email: string; full_name: string; password: string };

export async function createStaff(platform: Platform, input: NewStaff): Promise<{ user_id: string }> {
  const { db, now } = platform;
  const id = newId(now);
  const email = readAddress(input.email);
  const password_hash = await hashPassword(input.password);
  return transaction(db, async (tx) => {
    await insertStaffMember(tx, { id, email, full_name: input.full_name, password_hash, created_at: now });
    await writeDown(tx, platform, 'staff.created', id);
    return { user_id: id };
  });
}

/** One message for every taken address, so that it does not reveal where a user works. */
export async function insertStaffMember(tx: Transaction, row: queries.StaffRow): Promise<void> {
  const { id: user_id, email } = row;
  if (!(await reserveAddress(tx, { email, account_id: null, user_id })))
    throw conflict('email', userReasons.address_taken);
  await queries.insertStaff(tx, row);
}

export async function listStaff({ db, now }: Platform, filter: StaffFilter): Promise<StaffPage> {
  const [members, total] = await Promise.all([
    queries.listStaff(db, { ...filter, now }),
    queries.countStaff(db),
  ]);
  return { members, total, limit: filter.limit, offset: filter.offset };
}

/** Ends all sign-ins of the staff member. */
export function deactivateStaff(platform: Platform, id: string): Promise<{ status: queries.StaffStatus }> {
  return changeStatus(platform, id, 'inactive');
}

export function reactivateStaff(platform: Platform, id: string): Promise<{ status: queries.StaffStatus }> {
  return changeStatus(platform, id, 'active');
}

async function changeStatus(platform: Platform, id: string, status: queries.StaffStatus) {
  return transaction(platform.db, async (tx) => {
    const before = await lockOther(tx, platform, id);
    if (before.status === status) return { status };
    await queries.setStaffStatus(tx, id, status);
    if (status === 'inactive') await endAllSignIns(tx, { account_id: PLATFORM, now: platform.now }, id);
    await writeDown(tx, platform, status === 'active' ? 'staff.reactivated' : 'staff.deactivated', id);
    return { status };
  });
}

/** Locks both, so that two cannot deactivate each other at once: a member who acts always stays. */
async function lockOther(tx: Transaction, { staff_id }: Platform, id: string): Promise<queries.LockedStaff> {
  if (id === staff_id) throw badRequest('user_id', staffReasons.own_staff_member);
  const locked = await queries.lockStaff(tx, staff_id === undefined ? [id] : [id, staff_id]);
  const other = locked.find((person) => person.id === id);
  if (!other) throw notFound('Staff');
  if (locked.some((person) => person.id === staff_id && person.status === 'inactive'))
    throw forbidden(null, accessReasons.needs_staff);
  return other;
}

/** Call first where a member gives access: the right may have ended while the body was on its way. */
export async function assertStillStaff(tx: Transaction, { staff_id }: Platform): Promise<void> {
  if (staff_id === undefined) return;
  const [acting] = await queries.lockStaff(tx, [staff_id]);
  if (acting?.status !== 'active') throw forbidden(null, accessReasons.needs_staff);
}

async function writeDown(
  tx: Transaction,
  platform: Platform,
  action: `staff.${string}`,
  target_id: string,
): Promise<void> {
  await recordAudit(tx, actAsPlatform(platform), { action, target_id });
}
