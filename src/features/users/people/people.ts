import { userIdOf } from '../../../access/actor.ts';
import type { ApiContext, Context } from '../../../access/context.ts';
import { assertNoEditConflict, type ExpectedValues } from '../../../access/editConflict.ts';
import { notFound } from '../../../access/notFound.ts';
import { badRequest, conflict, forbidden } from '../../../lib/errors.ts';
import { accessReasons } from '../../../access/reasons.ts';
import { userReasons } from '../reasons.ts';
import { untranslated } from '../../../lib/text/reasons.ts';
import { transaction, type Transaction } from '../../../lib/sql/sql.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { findLastChange } from '../../../audit/lastChange.ts';
import { withdrawInvitation } from '../../invitations/invitations.ts';
import { lockCredentialAndFindUserId } from '../../keys/keys.ts';
import { revokeUserAccess, listUserAccess, type DeactivationOptions } from '../access/access.ts';
import type { UserAccess } from '../access/contract.ts';
import type { User } from '../contract.ts';
import { findUser, hasUser } from '../sql/users.ts';
import { applyUserStatus } from '../users.ts';
import type { UserChanges, AccountUser, AccountUserFilter, AccountUserPage } from './contract.ts';
import * as queries from '../sql/people.ts';

/** Lists the users of the account for the dashboard, with invitations and access. */
export async function listAccountUsers(
  { db, account_id }: Context,
  filter: AccountUserFilter,
): Promise<AccountUserPage> {
  const { people, total } = await queries.listAccountUsers(db, account_id, filter);
  return { people, total, limit: filter.limit, offset: filter.offset };
}

export async function readAccountUser({ db, account_id }: Context, id: string): Promise<AccountUser> {
  const user = await queries.findAccountUser(db, account_id, id);
  if (!user) throw notFound('Person');
  return user;
}

const ACCESS_ACTIONS = ['user.access_changed', 'user.deactivated', 'user.reactivated'];

/**
 * Changes a user. Admins cannot change their own access, so that an account always has an admin. With `expected`, fails
 * with a 409 if another admin has changed one of these values meanwhile.
 */
export async function changeUser(
  ctx: Context,
  id: string,
  { access, status, keep_access = false }: UserChanges,
  expected?: ExpectedValues,
): Promise<{ changed: true }> {
  await transaction(ctx.db, async (tx) => {
    await assertMayManageUser(tx, ctx, id);
    const record = { target_id: id, actions: ACCESS_ACTIONS };
    await assertNoEditConflict({
      expected,
      changes: { access, status },
      current: (await queries.findAccessAndStatus(tx, ctx.account_id, id)) ?? {},
      findLastChange: (members) => findLastChange(tx, ctx.account_id, record, members),
    });
    if (access) await changeAccess(tx, ctx, id, { access, keep_access });
    if (status) await applyUserStatus(tx, ctx, id, { status, keep_access });
  });
  return { changed: true };
}

type StatusChange = DeactivationOptions & { status: 'active' | 'inactive' };

/** Deactivates or reactivates a user over the API, with the same rules as in the dashboard. */
export async function changeUserStatusByKey(
  ctx: ApiContext,
  id: string,
  change: StatusChange,
): Promise<User> {
  return transaction(ctx.db, async (tx) => {
    await assertKeyGoverns(tx, ctx, id, change.status);
    await applyUserStatus(tx, ctx, id, change);
    const user = await findUser(tx, ctx.account_id, id);
    if (!user) throw notFound('User');
    return user;
  });
}

/** Lists the keys and apps that would be revoked with the user's access. */
export async function readUserAccess(ctx: Context, id: string): Promise<UserAccess> {
  if (!(await hasUser(ctx.db, ctx.account_id, id))) throw notFound('Person');
  return listUserAccess(ctx, id);
}

/**
 * Cancels the invitation and deactivates the user. The email address stays reserved, and the user can be invited again.
 */
export async function cancelInvitation(ctx: Context, id: string): Promise<{ cancelled: true }> {
  await transaction(ctx.db, async (tx) => {
    await withdrawInvitation(tx, ctx.account_id, id);
    await applyUserStatus(tx, ctx, id, { status: 'inactive' });
    await recordAudit(tx, ctx, { action: 'user.invitation_cancelled', target_id: id });
  });
  return { cancelled: true };
}

type AccessChange = DeactivationOptions & { access: 'admin' | 'member' };

async function changeAccess(tx: Transaction, ctx: Context, id: string, { access, ...kept }: AccessChange) {
  if (!(await queries.setAdmin(tx, ctx.account_id, id, access === 'admin'))) return;
  const ended = access === 'member' ? await revokeUserAccess(tx, ctx, id, kept) : {};
  await recordAudit(tx, ctx, { action: 'user.access_changed', target_id: id, details: { access, ...ended } });
}

/**
 * Throws unless the acting user may manage the other user. It locks both, so that two admins cannot remove each other
 * at the same time.
 */
export async function assertMayManageUser(
  tx: Transaction,
  { account_id, actor }: Context,
  id: string,
): Promise<void> {
  const actor_id = userIdOf(actor);
  if (id === actor_id) throw badRequest('user_id', userReasons.own_user);
  const people = await queries.lockUsers(tx, account_id, actor_id === null ? [id] : [id, actor_id]);
  if (!people.some((person) => person.id === id)) throw notFound('Person');
  const acting = people.find((person) => person.id === actor_id);
  if (acting && !acting.governs) throw forbidden(null, accessReasons.needs_admin);
}

/**
 * Throws unless the key may change the status of the user. A key acts for the admin who created it, and admins cannot
 * change their own access. A key without a creator can deactivate every admin except the last one who can sign in. All
 * admins are locked, so that two concurrent requests cannot deactivate the last two.
 */
async function assertKeyGoverns(
  tx: Transaction,
  { account_id, credential }: ApiContext,
  id: string,
  status: StatusChange['status'],
): Promise<void> {
  if ((await lockCredentialAndFindUserId(tx, account_id, credential)) === id)
    throw badRequest(
      'user_id',
      untranslated('this user created the key or token of this request; ask another admin'),
    );
  const people = await queries.lockUserAndAdmins(tx, account_id, id);
  const person = people.find((one) => one.id === id);
  if (!person) throw notFound('User');
  const others = people.filter((one) => one.id !== id);
  if (status === 'inactive' && person.governs && !others.some(({ signs_in }) => signs_in))
    throw conflict('user_id', userReasons.last_admin);
}
