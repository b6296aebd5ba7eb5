import { assertStillAdmin } from '../../access/admins.ts';
import type { Context } from '../../access/context.ts';
import { assertBelowLimit } from '../../access/limits/limits.ts';
import { notFound } from '../../access/notFound.ts';
import { conflict } from '../../lib/errors.ts';
import { userReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { addInvitation } from '../invitations/invitations.ts';
import { invitationLinkToCopy, makeInvitation, type Invitation } from '../invitations/link.ts';
import { endPasswordResets } from '../signin/sql/passwordReset.ts';
import { endAllSignIns } from '../signin/signIns.ts';
import { createSeatOfNewUser } from '../seats/seats.ts';
import { revokeUserAccess, type DeactivationOptions } from './access/access.ts';
import type { InvitationAnswer, Invitee, NewInvitation, User, UserPage, UserQuery } from './contract.ts';
import { normalizeEmail } from './address.ts';
import { isUserErased } from './sql/people.ts';
import type { SeatOfNewUserInput } from './people/contract.ts';
import * as queries from './sql/users.ts';

export type CreateUserInput = { email: string; full_name: string; is_admin: boolean; password: string };

export async function createUser(
  ctx: Context,
  { password, ...person }: CreateUserInput,
): Promise<{ user_id: string }> {
  return createUserWithHash(ctx, { ...person, password_hash: await hashPassword(password) });
}

export function createUserWithHash(ctx: Context, person: NewUserRow): Promise<{ user_id: string }> {
  return transaction(ctx.db, async (tx) => {
    const user_id = await addUser(tx, ctx, person);
    await recordAudit(tx, ctx, {
      action: 'user.created',
      target_id: user_id,
      details: { is_admin: person.is_admin },
    });
    return { user_id };
  });
}

/** Creates an admin without a password and queues the invitation mail in the same transaction. */
export function inviteAdmin(ctx: Context, { email, full_name }: Invitee): Promise<InvitationAnswer> {
  return inviteWith(ctx, { email, full_name, is_admin: true }, {}, makeInvitation(ctx));
}

/** Invites an admin or a member over the API. The response never contains the invitation link. */
export function inviteUserByApi(
  ctx: Context,
  { email, full_name, access }: NewInvitation,
): Promise<InvitationAnswer> {
  return inviteWith(ctx, { email, full_name, is_admin: access === 'admin' }, {}, makeInvitation(ctx));
}

type InvitedUser = Omit<CreateUserInput, 'password'> & { seat?: SeatOfNewUserInput };

/** Invites a user from the dashboard, optionally with a seat. */
export function inviteUserFromDashboard(
  ctx: Context,
  person: InvitedUser,
): Promise<InvitationAnswer & { link: string | null }> {
  const invitation = makeInvitation(ctx);
  return inviteWith(ctx, person, { link: invitationLinkToCopy(ctx, invitation) }, invitation);
}

async function inviteWith<More>(
  ctx: Context,
  { email, full_name, is_admin, seat }: InvitedUser,
  more: More,
  invitation: Invitation,
): Promise<InvitationAnswer & More> {
  const { db, now } = ctx;
  const user_id = newId(now);
  const person = { email: normalizeEmail(email), full_name, is_admin, password_hash: null };
  const invited: InvitationAnswer & More = {
    success: true,
    user_id,
    email: person.email,
    full_name,
    roles: is_admin ? ['admin'] : [],
    message: `An invitation was sent to ${person.email}`,
    ...more,
  };
  return transaction(db, async (tx) => {
    await assertStillAdmin(tx, ctx);
    await assertBelowLimit(tx, ctx, 'invitations');
    await addUser(tx, ctx, person, user_id);
    await addInvitation(tx, ctx, user_id, invitation);
    await recordAudit(tx, ctx, { action: 'user.invited', target_id: user_id, details: { ...seat } });
    if (seat) await createSeatOfNewUser(tx, ctx, user_id, seat);
    return invited;
  });
}

export async function listUsers(
  { db, account_id }: Context,
  { email, ...filter }: Omit<UserQuery, 'user_id'>,
): Promise<UserPage> {
  const where = email === undefined ? filter : { ...filter, email: normalizeEmail(email) };
  const { users, total } = await queries.listUsers(db, account_id, where);
  return { users, total, limit: filter.limit, offset: filter.offset };
}

export async function readUser({ db, account_id }: Context, id: string): Promise<User> {
  const user = await queries.findUser(db, account_id, id);
  if (!user) throw notFound('User');
  return user;
}

export type NewUserRow = Pick<queries.UserRow, 'email' | 'full_name' | 'is_admin' | 'password_hash'>;

/**
 * Adds a user. The error for a taken address is the same for all accounts, so that it reveals no other account's users.
 */
export async function addUser(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  person: NewUserRow,
  user_id = newId(now),
): Promise<string> {
  await assertBelowLimit(tx, { account_id, now }, 'users');
  const email = normalizeEmail(person.email);
  if (!(await queries.reserveEmail(tx, { email, account_id, user_id }))) {
    throw conflict('email', userReasons.address_taken);
  }
  await queries.insertUser(tx, account_id, { ...person, email, id: user_id, created_at: now });
  return user_id;
}

/** Deactivates a user: ends all sign-ins, and revokes keys and apps unless `keep_access` is set. */
export function deactivateUser(
  ctx: Context,
  id: string,
  kept: DeactivationOptions = {},
): Promise<{ status: queries.UserStatus }> {
  return changeStatus(ctx, id, { status: 'inactive', ...kept });
}

export function reactivateUser(ctx: Context, id: string): Promise<{ status: queries.UserStatus }> {
  return changeStatus(ctx, id, { status: 'active' });
}

async function changeStatus(ctx: Context, id: string, change: StatusChange) {
  return transaction(ctx.db, (tx) => applyUserStatus(tx, ctx, id, change));
}

type StatusChange = DeactivationOptions & { status: queries.UserStatus };

/** Sets the status. Deactivating an inactive user again revokes keys and apps that were kept before. */
export async function applyUserStatus(
  tx: Transaction,
  ctx: Context,
  id: string,
  { status, ...kept }: StatusChange,
) {
  const is_new = await queries.setUserStatus(tx, ctx.account_id, id, status);
  if (status === 'active' && (await isUserErased(tx, ctx.account_id, id)))
    throw conflict('user_id', userReasons.person_erased);
  if (!is_new && !(await queries.hasUser(tx, ctx.account_id, id))) throw notFound('User');
  if (status === 'inactive') await endSignIns(tx, ctx, id);
  const ended = status === 'inactive' ? await revokeUserAccess(tx, ctx, id, kept) : {};
  const has_ended = Object.values(ended).some((count) => count > 0);
  const action = status === 'active' ? 'user.reactivated' : 'user.deactivated';
  if (is_new || has_ended) await recordAudit(tx, ctx, { action, target_id: id, details: ended });
  return { status };
}

/** Ends all sign-ins and open password links. Otherwise the links would work again after a reactivation. */
async function endSignIns(tx: Transaction, ctx: Context, id: string): Promise<void> {
  await endAllSignIns(tx, ctx, id);
  await endPasswordResets(tx, ctx.account_id, id, ctx.now);
}
