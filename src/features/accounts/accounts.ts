import type { Context } from '../../access/context.ts';
import { platformActor, type Platform } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { conflict } from '../../lib/errors.ts';
import { accountReasons } from './reasons.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { setCommitProof, transaction, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { InvitedAgain } from '../invitations/contract.ts';
import { addInvitation, replaceInvitation } from '../invitations/invitations.ts';
import { linkToCopy, makeInvitation } from '../invitations/link.ts';
import { readAddress } from '../users/address.ts';
import { eraseUser } from '../users/people/erasure.ts';
import { findByAddress, hasSigningAdmin } from '../users/sql/people.ts';
import { addUser } from '../users/users.ts';
import type { Account, AccountOpened, AccountState } from './contract.ts';
import * as queries from './sql/accounts.ts';
import { findRemoval } from './sql/removals.ts';

export type NewAccount = { name: string; admin: { email: string; full_name: string; password: string } };

/** An account begins with its first admin. */
export async function createAccount(
  { db, now }: Platform,
  { name, admin }: NewAccount,
): Promise<{ account_id: string; user_id: string }> {
  const account_id = newId(now);
  const password_hash = await hashPassword(admin.password);
  return transaction(db, async (tx) => {
    await queries.insertAccount(tx, account_id, name, now);
    const person = { email: admin.email, full_name: admin.full_name, is_admin: true, password_hash };
    const user_id = await addUser(tx, { account_id, now }, person);
    setCommitProof(tx, (later) => queries.isAccount(later, account_id));
    return { account_id, user_id };
  });
}

export type AccountToOpen = { account_name: string; full_name: string; email: string };

/** Creates an account whose admin is invited and chooses a password. */
export async function openAccount(platform: Platform, input: AccountToOpen): Promise<AccountOpened> {
  const { db, now } = platform;
  const { account_name, full_name } = input;
  const admin = { full_name, email: readAddress(input.email), is_admin: true, password_hash: null };
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
  return { account_id, user_id, email: admin.email, link: linkToCopy(ctx, invitation) };
}

/** Only until an admin has a password: from then on the account invites its own people. */
export async function inviteAdminAgain(
  platform: Platform,
  { account_id, user_id }: { account_id: string; user_id: string },
): Promise<InvitedAgain> {
  const ctx = actOnAccount(platform, account_id);
  const invitation = makeInvitation(ctx);
  await transaction(platform.db, async (tx) => {
    if (!(await queries.lockAccount(tx, account_id))) throw notFound('Account');
    if (await hasSigningAdmin(tx, account_id)) throw conflict('account_id', accountReasons.admin_can_invite);
    await replaceInvitation(tx, ctx, user_id, invitation);
  });
  return { invited: true, link: linkToCopy(ctx, invitation) };
}

/** Staff see no people of an account but its admins: they know the address of who asks to be forgotten. */
export async function eraseUserByEmail(
  platform: Platform,
  account_id: string,
  email: string,
): Promise<{ erased: true; user_id: string }> {
  await assertAccount(platform, account_id);
  const user_id = await findByAddress(platform.db, account_id, readAddress(email));
  if (user_id === undefined) throw notFound('Person');
  await eraseUser(actOnAccount(platform, account_id), user_id);
  return { erased: true, user_id };
}

function actOnAccount(platform: Platform, account_id: string): Context {
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

export async function assertAccount({ db }: Platform, account_id: string): Promise<void> {
  if (!(await queries.isAccount(db, account_id))) throw notFound('Account');
}

/** From the next request on all keys, tokens, glasses and users of the account are refused. */
export function suspendAccount(platform: Platform, account_id: string): Promise<{ state: AccountState }> {
  return changeState(platform, account_id, 'suspended');
}

/** Credentials that were not revoked work again. */
export function reactivateAccount(platform: Platform, account_id: string): Promise<{ state: AccountState }> {
  return changeState(platform, account_id, 'active');
}

async function changeState(
  platform: Platform,
  account_id: string,
  state: AccountState,
): Promise<{ state: AccountState }> {
  return transaction(platform.db, async (tx) => {
    const before = await queries.lockAccount(tx, account_id);
    if (!before) throw notFound('Account');
    if (before.state === state) return { state };
    if ((await findRemoval(tx, account_id))?.started_at)
      throw conflict(null, accountReasons.account_being_deleted);
    await queries.setState(tx, account_id, state);
    const by = { account_id, actor: platformActor(platform), now: platform.now };
    await recordAudit(tx, by, { action: state === 'active' ? 'account.reactivated' : 'account.suspended' });
    return { state };
  });
}

/** Nothing of the account gets in any more. */
export function suspendForRemoval(tx: Transaction, account_id: string): Promise<void> {
  return queries.setState(tx, account_id, 'suspended');
}

/** The last row of an account that is deleted. */
export function removeAccountRow(tx: Transaction, account_id: string): Promise<void> {
  return queries.deleteAccount(tx, account_id);
}

/** Sets the language in which documents are read and searched; false when it is so already. */
export function setAccountLanguage(tx: Transaction, account_id: string, language: string): Promise<boolean> {
  return queries.setAccountLanguage(tx, account_id, language);
}
