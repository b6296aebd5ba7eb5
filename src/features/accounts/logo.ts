import type { Context } from '../../access/context.ts';
import { recordAudit } from '../../audit/audit.ts';
import { notFound } from '../../access/notFound.ts';
import { makeSmallPicture } from '../../lib/images/smallPicture.ts';
import { transaction, type Queryable } from '../../lib/sql/sql.ts';
import type { AccountLogo } from './contract.ts';
import * as queries from './sql/accounts.ts';

/** Returns the logo of the account as a data URL. */
export async function readAccountLogo(db: Queryable, account_id: string): Promise<string | null> {
  return (await queries.findAccountLogo(db, account_id)) ?? null;
}

export async function setAccountLogo(ctx: Context, base64: string): Promise<AccountLogo> {
  const { db, account_id } = ctx;
  const logo = await makeSmallPicture(account_id, base64, 'logo');
  await transaction(db, async (tx) => {
    if (await queries.setAccountLogo(tx, account_id, logo))
      await recordAudit(tx, ctx, { action: 'account.logo_changed', target_id: account_id });
  });
  return { account_id, logo };
}

export async function removeAccountLogo(ctx: Context): Promise<AccountLogo> {
  const { db, account_id } = ctx;
  await transaction(db, async (tx) => {
    if (!(await queries.setAccountLogo(tx, account_id, null))) throw notFound('Logo');
    await recordAudit(tx, ctx, { action: 'account.logo_removed', target_id: account_id });
  });
  return { account_id, logo: null };
}
