import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { AppLogo } from '../logo/contract.ts';

export type AppLogos = { logo: string | null; reviewed_logo: string | null };

export async function findAppLogos(db: Queryable, account_id: string, client_id: string): Promise<AppLogos> {
  const [logos = { logo: null, reviewed_logo: null }] = await db<AppLogos[]>`
    select app.logo, app.reviewed_logo
    from oauth_apps as app
    where app.account_id = ${account_id}
      and app.client_id = ${client_id}`;
  return logos;
}

export async function listAppLogos(db: Queryable, account_id: string): Promise<AppLogo[]> {
  return db<AppLogo[]>`
    select app.client_id, app.logo
    from oauth_apps as app
    where app.account_id = ${account_id}
      and app.logo is not null
      and app.deleted_at is null
    order by app.client_id`;
}

// across accounts: customers of all accounts see the logo of an app
export async function findPublishedAppLogo(db: Queryable, client_id: string): Promise<string | null> {
  const [app] = await db<{ logo: string | null }[]>`
    select case when app.reviewed is null then app.logo else app.reviewed_logo end as logo
    from oauth_apps as app
    where app.client_id = ${client_id}`;
  return app?.logo ?? null;
}

export async function setAppLogo(
  tx: Transaction,
  account_id: string,
  client_id: string,
  logo: string | null,
): Promise<void> {
  await tx`
    update oauth_apps
    set logo = ${logo}
    where account_id = ${account_id}
      and client_id = ${client_id}`;
}

/** Publishes the logo; customers see it until the next approval. */
export async function publishAppLogo(tx: Transaction, account_id: string, client_id: string): Promise<void> {
  await tx`
    update oauth_apps
    set reviewed_logo = logo
    where account_id = ${account_id}
      and client_id = ${client_id}`;
}
