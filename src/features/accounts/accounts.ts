import type { Context } from '../../access/context.ts';
import { platformActor, type PlatformContext } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { conflict } from '../../lib/errors.ts';
import { accountReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { setCommitProof, transaction, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { RepeatedInvitation } from '../invitations/contract.ts';
import { addInvitation, replaceInvitation } from '../invitations/invitations.ts';
import { invitationLinkToCopy, makeInvitation } from '../invitations/link.ts';
import { normalizeEmail } from '../users/address.ts';
import { eraseUser } from '../users/people/erasure.ts';
import { findUserIdByEmail, hasAdminWithPassword } from '../users/sql/people.ts';
import { addUser } from '../users/users.ts';
import type { Account, InvitedAccount, AccountState } from './contract.ts';
import * as queries from './sql/accounts.ts';
import { findAccountRemoval } from './sql/removals.ts';

export type NewAccount = { name: string; admin: { email: string; full_name: string; password: string } };

/** Creates an account with its first admin, who has a password. */
export async function createAccount(
  platform: PlatformContext,
  { name, admin: { password, ...person } }: NewAccount,
): Promise<{ account_id: string; user_id: string }> {
  return createAccountWithHash(platform, name, { ...person, password_hash: await hashPassword(password) });
}

type AdminWithHash = { email: string; full_name: string; password_hash: string };

export function createAccountWithHash(
  { db, now }: PlatformContext,
  name: string,
  { email, full_name, password_hash }: AdminWithHash,
): Promise<{ account_id: string; user_id: string }> {
  const account_id = newId(now);
  return transaction(db, async (tx) => {
    await queries.insertAccount(tx, account_id, name, now);
    const person = { email, full_name, is_admin: true, password_hash };
    const user_id = await addUser(tx, { account_id, now }, person);
    setCommitProof(tx, (later) => queries.hasAccount(later, account_id));
    return { account_id, user_id };
  });
}

export type AccountInvitation = { account_name: string; full_name: string; email: string };

/** Creates an account and invites its first admin, who chooses a password with the link. */
export async function createAccountByInvitation(
  platform: PlatformContext,
  input: AccountInvitation,
): Promise<InvitedAccount> {
  const { db, now } = platform;
  const { account_name, full_name } = input;
  const admin = { full_name, email: normalizeEmail(input.email), is_admin: true, password_hash: null };
  const ctx = actOnAccount(platform, newId(now));
  const { account_id } = ctx;
  const user_id = newId(now);
  const invitation = makeInvitation(ctx);
  await transaction(db, async (tx) => {
    await queries.insertAccount(tx, account_id, account_name, now);
    await addUser(tx, ctx, admin, user_id);
    await addInvitation(tx, ctx, user_id, invitation);
    await recordAudit(tx, ctx, { action: 'account.created', target_id: account_id });
  });
  return { account_id, user_id, email: admin.email, link: invitationLinkToCopy(ctx, invitation) };
}

/** Sends a new invitation to an admin. 409 if an admin of the account has a password, because that admin can invite. */
export async function inviteAdminAgain(
  platform: PlatformContext,
  { account_id, user_id }: { account_id: string; user_id: string },
): Promise<RepeatedInvitation> {
  const ctx = actOnAccount(platform, account_id);
  const invitation = makeInvitation(ctx);
  await transaction(platform.db, async (tx) => {
    if (!(await queries.lockAccount(tx, account_id))) throw notFound('Account');
    if (await hasAdminWithPassword(tx, account_id))
      throw conflict('account_id', accountReasons.admin_can_invite);
    await replaceInvitation(tx, ctx, user_id, invitation);
  });
  return { invited: true, link: invitationLinkToCopy(ctx, invitation) };
}

/** Erases a user by email address. Staff cannot list the users of an account, so they enter the address. */
export async function eraseUserByEmail(
  platform: PlatformContext,
  account_id: string,
  email: string,
): Promise<{ erased: true; user_id: string }> {
  await assertAccountExists(platform, account_id);
  const user_id = await findUserIdByEmail(platform.db, account_id, normalizeEmail(email));
  if (user_id === undefined) throw notFound('Person');
  await eraseUser(actOnAccount(platform, account_id), user_id);
  return { erased: true, user_id };
}

function actOnAccount(platform: PlatformContext, account_id: string): Context {
  const { db, now, tools } = platform;
  return { db, now, tools, account_id, actor: platformActor(platform) };
}

export async function renameAccount(ctx: Context, name: string): Promise<Account> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    const before = await queries.lockAccount(tx, account_id);
    if (!before) throw notFound('Account');
    if (before.name === name) return { account_id, name };
    await queries.renameAccount(tx, account_id, name);
    await recordAudit(tx, ctx, { action: 'account.renamed', target_id: account_id, details: { name } });
    return { account_id, name };
  });
}

export async function assertAccountExists({ db }: PlatformContext, account_id: string): Promise<void> {
  if (!(await queries.hasAccount(db, account_id))) throw notFound('Account');
}

/** Rejects all keys, tokens, glasses and users of the account from the next request on. */
export function suspendAccount(
  platform: PlatformContext,
  account_id: string,
): Promise<{ state: AccountState }> {
  return changeState(platform, account_id, 'suspended');
}

/** Accepts the credentials of the account again, except revoked ones. */
export function reactivateAccount(
  platform: PlatformContext,
  account_id: string,
): Promise<{ state: AccountState }> {
  return changeState(platform, account_id, 'active');
}

async function changeState(
  platform: PlatformContext,
  account_id: string,
  state: AccountState,
): Promise<{ state: AccountState }> {
  return transaction(platform.db, async (tx) => {
    const before = await queries.lockAccount(tx, account_id);
    if (!before) throw notFound('Account');
    if (before.state === state) return { state };
    if ((await findAccountRemoval(tx, account_id))?.started_at)
      throw conflict(null, accountReasons.account_being_deleted);
    await queries.setAccountState(tx, account_id, state);
    const by = { account_id, actor: platformActor(platform), now: platform.now };
    await recordAudit(tx, by, { action: state === 'active' ? 'account.reactivated' : 'account.suspended' });
    return { state };
  });
}

/** Rejects all credentials of the account, so that no new rows are written during the removal. */
export function suspendAccountForRemoval(tx: Transaction, account_id: string): Promise<void> {
  return queries.setAccountState(tx, account_id, 'suspended');
}

/** Deletes the row of the account itself, after all other rows of the account. */
export function removeAccountRow(tx: Transaction, account_id: string): Promise<void> {
  return queries.deleteAccount(tx, account_id);
}

/** Sets the language for reading and searching documents. Returns false if it is already set. */
export function setAccountSearchLanguage(
  tx: Transaction,
  account_id: string,
  language: string,
): Promise<boolean> {
  return queries.setAccountSearchLanguage(tx, account_id, language);
}
