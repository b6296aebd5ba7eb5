import type { Context } from '../../../access/context.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { notFound } from '../../../access/notFound.ts';
import { serveDashboardApi } from '../../../doors/signIn.ts';
import { makeSmallPicture } from '../../../lib/images/smallPicture.ts';
import { transaction } from '../../../lib/sql/sql.ts';
import { appLogosApi, type AppLogo } from './contract.ts';
import { lockApp } from '../sql/apps.ts';
import * as queries from '../sql/logos.ts';

export const appLogosDashboardRoutes = serveDashboardApi(appLogosApi, {
  'GET /apps/logos': (ctx) => listAppLogos(ctx),
  'PUT /app/logo': (ctx, { query, body }) => setAppLogo(ctx, query.client_id, body.logo),
  'DELETE /app/logo': (ctx, { query }) => removeAppLogo(ctx, query.client_id),
});

/** Lists the current logos of the account's own apps, also before their approval. */
async function listAppLogos({ db, account_id }: Context): Promise<{ logos: AppLogo[] }> {
  return { logos: await queries.listAppLogos(db, account_id) };
}

/** Sets the logo of an app. Customers of a reviewed app see the new logo after the next approval. */
export async function setAppLogo(ctx: Context, client_id: string, base64: string): Promise<AppLogo> {
  const logo = await makeSmallPicture(ctx.account_id, base64, 'logo');
  return changeLogo(ctx, client_id, logo);
}

function removeAppLogo(ctx: Context, client_id: string): Promise<AppLogo> {
  return changeLogo(ctx, client_id, null);
}

async function changeLogo(ctx: Context, client_id: string, logo: string | null): Promise<AppLogo> {
  const { db, account_id } = ctx;
  return transaction(db, async (tx) => {
    if (!(await lockApp(tx, account_id, client_id))) throw notFound('App');
    const before = await queries.findAppLogos(tx, account_id, client_id);
    if (logo === null && before.logo === null) throw notFound('Logo');
    if (logo === before.logo) return { client_id, logo };
    await queries.setAppLogo(tx, account_id, client_id, logo);
    const action = logo === null ? 'app.logo_removed' : 'app.logo_changed';
    await recordAudit(tx, ctx, { action, target_id: client_id });
    return { client_id, logo };
  });
}
