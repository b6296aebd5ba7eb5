import { actAsPlatform, PLATFORM_ACCOUNT_ID, type PlatformContext } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, conflict, forbidden } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import { userReasons } from '../users/reasons.ts';
import { staffReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import type { AuditActionName } from '../../audit/actions.ts';
import { recordAudit } from '../../audit/audit.ts';
import { endAllSignIns } from '../signin/signIns.ts';
import { normalizeEmail } from '../users/address.ts';
import { reserveEmail } from '../users/sql/users.ts';
import type { StaffFilter, StaffPage } from './contract.ts';
import * as queries from './queries.ts';

export type StaffWithPassword = { email: string; full_name: string; password: string };

export async function createStaffMember(
  platform: PlatformContext,
  input: StaffWithPassword,
): Promise<{ user_id: string }> {
  const { db, now } = platform;
  const id = newId(now);
  const email = normalizeEmail(input.email);
  const password_hash = await hashPassword(input.password);
  return transaction(db, async (tx) => {
    await insertStaffMember(tx, { id, email, full_name: input.full_name, password_hash, created_at: now });
    await recordStaffAudit(tx, platform, 'staff.created', id);
    return { user_id: id };
  });
}

/**
 * Inserts a member of staff. Fails with the same message for every email address that is in use, so that the message
 * does not reveal in which account the address is used.
 */
export async function insertStaffMember(tx: Transaction, row: queries.NewStaffRow): Promise<void> {
  const { id: user_id, email } = row;
  if (!(await reserveEmail(tx, { email, account_id: null, user_id })))
    throw conflict('email', userReasons.address_taken);
  await queries.insertStaffRow(tx, row);
}

export async function listStaff({ db, now }: PlatformContext, filter: StaffFilter): Promise<StaffPage> {
  const [members, total] = await Promise.all([
    queries.listStaff(db, { ...filter, now }),
    queries.countStaff(db),
  ]);
  return { members, total, limit: filter.limit, offset: filter.offset };
}

/** Deactivates a member of staff and ends all their sign-ins. */
export function deactivateStaff(
  platform: PlatformContext,
  id: string,
): Promise<{ status: queries.StaffStatus }> {
  return changeStatus(platform, id, 'inactive');
}

export function reactivateStaff(
  platform: PlatformContext,
  id: string,
): Promise<{ status: queries.StaffStatus }> {
  return changeStatus(platform, id, 'active');
}

async function changeStatus(platform: PlatformContext, id: string, status: queries.StaffStatus) {
  return transaction(platform.db, async (tx) => {
    const before = await lockOther(tx, platform, id);
    if (before.status === status) return { status };
    await queries.setStaffStatus(tx, id, status);
    if (status === 'inactive')
      await endAllSignIns(tx, { account_id: PLATFORM_ACCOUNT_ID, now: platform.now }, id);
    await recordStaffAudit(tx, platform, status === 'active' ? 'staff.reactivated' : 'staff.deactivated', id);
    return { status };
  });
}

/**
 * Locks the member to change and the member who acts. Two members therefore cannot deactivate each other concurrently,
 * and at least one active member remains.
 */
async function lockOther(
  tx: Transaction,
  { staff_id }: PlatformContext,
  id: string,
): Promise<queries.StaffRowForUpdate> {
  if (id === staff_id) throw badRequest('user_id', staffReasons.own_staff_member);
  const locked = await queries.lockStaff(tx, staff_id === undefined ? [id] : [id, staff_id]);
  const other = locked.find((person) => person.id === id);
  if (!other) throw notFound('Staff');
  if (locked.some((person) => person.id === staff_id && person.status === 'inactive'))
    throw forbidden(null, accessReasons.needs_staff);
  return other;
}

/**
 * Throws unless the acting member is still active. Call it first in a transaction that grants access, because the
 * member may have been deactivated since the request was authenticated.
 */
export async function assertActiveStaffMember(tx: Transaction, { staff_id }: PlatformContext): Promise<void> {
  if (staff_id === undefined) return;
  const [acting] = await queries.lockStaff(tx, [staff_id]);
  if (acting?.status !== 'active') throw forbidden(null, accessReasons.needs_staff);
}

async function recordStaffAudit(
  tx: Transaction,
  platform: PlatformContext,
  action: Extract<AuditActionName, `staff.${string}`>,
  target_id: string,
): Promise<void> {
  await recordAudit(tx, actAsPlatform(platform), { action, target_id });
}
