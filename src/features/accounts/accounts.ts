import type { Context } from '../../access/context.ts';
import { platformActor, type Platform } from '../../access/platform.ts';
import { notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { transaction, type Transaction } from '../../lib/sql.ts';
import { audit } from '../../audit/audit.ts';
import { addUser } from '../users/users.ts';
import type { Account, AccountState } from './contract.ts';
import * as queries from './sql/accounts.ts';

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
    return { account_id, user_id };
  });
}

export async function renameAccount(ctx: Context, name: string): Promise<Account> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    const before = await queries.lockAccount(tx, account_id);
    if (!before) throw notFound('Account');
    if (before.name === name) return { account_id, name };
    await queries.renameAccount(tx, account_id, name);
    await audit(tx, ctx, { action: 'account.renamed', target_id: account_id, details: { name } });
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
    await queries.setState(tx, account_id, state);
    const by = { account_id, actor: platformActor(platform), now: platform.now };
    await audit(tx, by, { action: state === 'active' ? 'account.reactivated' : 'account.suspended' });
    return { state };
  });
}

/** Sets the language in which documents are read and searched; false when it is so already. */
export function setLanguage(tx: Transaction, account_id: string, language: string): Promise<boolean> {
  return queries.setLanguage(tx, account_id, language);
}
