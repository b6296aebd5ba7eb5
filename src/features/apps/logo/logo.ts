import type { Context } from '../../../access/context.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { notFound } from '../../../access/notFound.ts';
import { makeSmallPicture } from '../../../lib/images/smallPicture.ts';
import { transaction } from '../../../lib/sql/sql.ts';
import type { AppLogo } from './contract.ts';
import { lockApp } from '../sql/apps.ts';
import * as queries from '../sql/logos.ts';

/** The logos of the account's own apps, as their makers see them. */
export async function listAppLogos({ db, account_id }: Context): Promise<{ logos: AppLogo[] }> {
  return { logos: await queries.listLogos(db, account_id) };
}

/** Customers of a reviewed app see it from the next approval on. */
export async function setAppLogo(ctx: Context, client_id: string, base64: string): Promise<AppLogo> {
  const logo = await makeSmallPicture(ctx.account_id, base64, 'logo');
  return changeLogo(ctx, client_id, logo);
}

export function removeAppLogo(ctx: Context, client_id: string): Promise<AppLogo> {
  return changeLogo(ctx, client_id, null);
}

async function changeLogo(ctx: Context, client_id: string, logo: string | null): Promise<AppLogo> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    if (!(await lockApp(tx, account_id, client_id))) throw notFound('App');
    const before = await queries.findLogos(tx, account_id, client_id);
    if (logo === null && before.logo === null) throw notFound('Logo');
    if (logo === before.logo) return { client_id, logo };
    await queries.setAppLogo(tx, account_id, client_id, logo);
    const action = logo === null ? 'app.logo_removed' : 'app.logo_changed';
    await recordAudit(tx, ctx, { action, target_id: client_id });
    return { client_id, logo };
  });
}
