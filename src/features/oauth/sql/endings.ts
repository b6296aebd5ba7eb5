import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';

/** Selects all grants of an app, or all grants of a user. */
export type ConsentSelector = { client_id: string } | { user_id: string };

/** Ends unredeemed codes and returns the number of those that had not expired. */
export async function endAuthorizationCodes(
  tx: Transaction,
  account_id: string,
  selector: ConsentSelector,
  { now, made_after, alive_after }: { now: Date; made_after: Date; alive_after: Date },
): Promise<number> {
  const ended = await tx<{ was_alive: boolean }[]>`
    update oauth_authorizations
    set ended_at = ${now}
    where account_id = ${account_id}
      and ${whereSelected(tx, selector)}
      and decision = 'allowed'
      and decided_at > ${made_after}
      and redeemed_at is null
      and ended_at is null
    returning decided_at > ${alive_after} as was_alive`;
  return ended.filter(({ was_alive }) => was_alive).length;
}

/** An app that a user allowed: the number of its endpoints, the first consent and the last use. */
export type AllowedApp = {
  client_id: string;
  name: string;
  endpoints: number;
  allowed_at: string;
  last_used_at: string | null;
};

export async function listAllowedAppsOfUser(
  db: Queryable,
  account_id: string,
  user_id: string,
): Promise<AllowedApp[]> {
  return db<AllowedApp[]>`
    select
      app.client_id,
      coalesce(app.reviewed ->> 'name', app.name) as name,
      count(endpoint.id)::int as endpoints,
      min(given.created_at) as allowed_at,
      max(given.last_used_at) as last_used_at
    from oauth_grants as given
    join oauth_apps as app
      on app.client_id = given.client_id
    left join webhook_endpoints as endpoint
      on endpoint.account_id = ${account_id}
      and endpoint.grant_id = given.id
      and endpoint.deleted_at is null
    where given.account_id = ${account_id}
      and given.user_id = ${user_id}
      and (given.revoked_at is null or endpoint.id is not null)
    group by app.client_id
    order by allowed_at desc, app.client_id`;
}

/** Revokes grants and returns the number of those that were active. */
export async function revokeGrants(
  tx: Transaction,
  account_id: string,
  selector: ConsentSelector,
  now: Date,
): Promise<number> {
  const ended = await tx`
    update oauth_grants
    set revoked_at = ${now}
    where account_id = ${account_id}
      and ${whereSelected(tx, selector)}
      and revoked_at is null`;
  return ended.count;
}

// across accounts: a suspended or deleted app loses its access to all accounts
export async function endAuthorizationCodesOfApp(
  tx: Transaction,
  client_id: string,
  now: Date,
): Promise<void> {
  await tx`
    update oauth_authorizations
    set ended_at = ${now}
    where client_id = ${client_id}
      and redeemed_at is null
      and ended_at is null`;
}

// across accounts: a suspended or deleted app loses its access to all accounts
export async function revokeGrantsOfApp(tx: Transaction, client_id: string, now: Date): Promise<void> {
  await tx`
    update oauth_grants
    set revoked_at = ${now}
    where client_id = ${client_id}
      and revoked_at is null`;
}

// across accounts: cleanup applies to the whole installation
export async function deleteExpiredTokens(db: Queryable, before: Date): Promise<void> {
  await db`delete from oauth_access_tokens where expires_at < ${before}`;
  await db`delete from oauth_refresh_tokens where expires_at < ${before}`;
  await db`delete from oauth_authorizations where created_at < ${before}`;
}

function whereSelected(db: Queryable, selector: ConsentSelector): Fragment {
  return 'client_id' in selector ? db`client_id = ${selector.client_id}` : db`user_id = ${selector.user_id}`;
}
