import { userOf } from '../../../access/actor.ts';
import type { ApiContext, Context } from '../../../access/context.ts';
import { notFound } from '../../../access/notFound.ts';
import { badRequest, conflict, forbidden } from '../../../lib/errors.ts';
import { accessReasons } from '../../../access/reasons.ts';
import { userReasons } from '../reasons.ts';
import { untranslated } from '../../../lib/text/reasons.ts';
import { transaction, type Transaction } from '../../../lib/sql/sql.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { withdrawInvitation } from '../../invitations/invitations.ts';
import { lockKeyMaker } from '../../keys/keys.ts';
import { endAccess, listAccess, type KeepAccess } from '../access/access.ts';
import type { UserAccess } from '../access/contract.ts';
import type { User } from '../contract.ts';
import { findUser, isUser } from '../sql/users.ts';
import { applyStatus } from '../users.ts';
import type { UserChanges, AccountUserFilter, AccountUserPage } from './contract.ts';
import * as queries from '../sql/people.ts';

/** All users of the account with what the dashboard shows of them. */
export async function listAccountUsers(
  { db, account_id }: Context,
  filter: AccountUserFilter,
): Promise<AccountUserPage> {
  const { people, total } = await queries.listAccountUsers(db, account_id, filter);
  return { people, total, limit: filter.limit, offset: filter.offset };
}

/** Admins cannot change their own access, so that an account always has one. */
export async function changeUser(
  ctx: Context,
  id: string,
  { access, status, keep_access = false }: UserChanges,
): Promise<{ changed: true }> {
  await transaction(ctx.db, async (tx) => {
    await assertMayManage(tx, ctx, id);
    if (access) await changeAccess(tx, ctx, id, { access, keep_access });
    if (status) await applyStatus(tx, ctx, id, { status, keep_access });
  });
  return { changed: true };
}

type StatusChange = KeepAccess & { status: 'active' | 'inactive' };

/** Deactivates or reactivates a user for a key or token, under the rules of the dashboard. */
export async function changeStatusByKey(ctx: ApiContext, id: string, change: StatusChange): Promise<User> {
  return transaction(ctx.db, async (tx) => {
    await assertKeyGoverns(tx, ctx, id, change.status);
    await applyStatus(tx, ctx, id, change);
    const user = await findUser(tx, ctx.account_id, id);
    if (!user) throw notFound('User');
    return user;
  });
}

/** The keys and apps that would end with a user's access. */
export async function readAccess(ctx: Context, id: string): Promise<UserAccess> {
  if (!(await isUser(ctx.db, ctx.account_id, id))) throw notFound('Person');
  return listAccess(ctx, id);
}

/** Cancels the invitation and deactivates the user, who keeps the address and may be invited again. */
export async function cancelInvitation(ctx: Context, id: string): Promise<{ cancelled: true }> {
  await transaction(ctx.db, async (tx) => {
    await withdrawInvitation(tx, ctx.account_id, id);
    await applyStatus(tx, ctx, id, { status: 'inactive' });
    await recordAudit(tx, ctx, { action: 'user.invitation_cancelled', target_id: id });
  });
  return { cancelled: true };
}

type AccessChange = KeepAccess & { access: 'admin' | 'member' };

async function changeAccess(tx: Transaction, ctx: Context, id: string, { access, ...kept }: AccessChange) {
  if (!(await queries.setAdmin(tx, ctx.account_id, id, access === 'admin'))) return;
  const ended = access === 'member' ? await endAccess(tx, ctx, id, kept) : {};
  await recordAudit(tx, ctx, { action: 'user.access_changed', target_id: id, details: { access, ...ended } });
}

/** Locks both users, so that two admins cannot remove each other at once. */
export async function assertMayManage(
  tx: Transaction,
  { account_id, actor }: Context,
  id: string,
): Promise<void> {
  const actor_id = userOf(actor);
  if (id === actor_id) throw badRequest('user_id', userReasons.own_user);
  const people = await queries.lockUsers(tx, account_id, actor_id === null ? [id] : [id, actor_id]);
  if (!people.some((person) => person.id === id)) throw notFound('Person');
  const acting = people.find((person) => person.id === actor_id);
  if (acting && !acting.governs) throw forbidden(null, accessReasons.needs_admin);
}

/**
 * A key acts for the admin who made it, and an admin cannot change their own access. A key without a maker may
 * deactivate every admin but the last who can sign in; the admins are locked together, so that two requests
 * cannot deactivate the last two of them at once.
 */
async function assertKeyGoverns(
  tx: Transaction,
  { account_id, credential }: ApiContext,
  id: string,
  status: StatusChange['status'],
): Promise<void> {
  if ((await lockKeyMaker(tx, account_id, credential)) === id)
    throw badRequest(
      'user_id',
      untranslated('this user made the key or token of this request, ask another admin'),
    );
  const people = await queries.lockWithAdmins(tx, account_id, id);
  const person = people.find((one) => one.id === id);
  if (!person) throw notFound('User');
  const others = people.filter((one) => one.id !== id);
  if (status === 'inactive' && person.governs && !others.some(({ signs_in }) => signs_in))
    throw conflict('user_id', userReasons.last_admin);
}
