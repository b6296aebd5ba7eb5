import type { Scope } from '../../../access/scopes.ts';
import { hideFromPlanner, type Fragment, type Queryable, type Transaction } from '../../../lib/sql/sql.ts';
import type { TokenUse } from '../replay.ts';

export type AuthorizationCode = TokenUse & {
  client_id: string;
  user_id: string;
  redirect_uri: string;
  scopes: Scope[];
  code_challenge: string;
  decided_at: string;
  grant_id: string | null;
};

/** Finds a code only while the user who allowed the app is still an active admin. */
export async function findAuthorizationCode(
  db: Queryable,
  account_id: string,
  code_hash: Buffer,
): Promise<AuthorizationCode | undefined> {
  const [code] = await db<UsedAt<AuthorizationCode>[]>`
    select
      asked.client_id,
      asked.user_id,
      asked.redirect_uri,
      asked.scopes,
      asked.code_challenge,
      asked.decided_at,
      asked.grant_id,
      asked.redeemed_at as used_at,
      asked.redeemed_at is not null and ${wasUsedAfter(db, account_id, 'asked', 'asked.redeemed_at')} as is_succeeded
    from oauth_authorizations as asked
    join accounts as account
      on account.id = asked.account_id
      and account.state = 'active'
    join users as person
      on person.account_id = ${account_id}
      and person.id = asked.user_id
      and person.status = 'active'
      and person.is_admin
    where asked.account_id = ${account_id}
      and (asked.code_hash = ${code_hash} or asked.other_code_hash = ${code_hash})
      and asked.decision = 'allowed'
      and asked.ended_at is null`;
  return code && sinceUse(db, code);
}

/** Marks a code as redeemed. Returns false if another request redeemed it first; the row lock decides. */
export async function redeemCode(tx: Transaction, account_id: string, code_hash: Buffer): Promise<boolean> {
  const taken = await tx`
    update oauth_authorizations
    set redeemed_at = statement_timestamp(),
        code_hash = ${code_hash},
        other_code_hash = null
    where account_id = ${account_id}
      and (code_hash = ${code_hash} or other_code_hash = ${code_hash})
      and redeemed_at is null
      and ended_at is null
    returning id`;
  return taken.length === 1;
}

/** Stores the grant that a replay of the code revokes. */
export async function setGrantOfAuthorizationCode(
  tx: Transaction,
  account_id: string,
  code_hash: Buffer,
  grant_id: string,
): Promise<void> {
  await tx`
    update oauth_authorizations
    set grant_id = ${grant_id}
    where account_id = ${account_id}
      and code_hash = ${code_hash}`;
}

export type GrantRow = {
  id: string;
  client_id: string;
  user_id: string;
  scopes: Scope[];
  created_at: Date;
};

export async function insertGrant(tx: Transaction, account_id: string, grant: GrantRow): Promise<void> {
  await tx`
    insert into oauth_grants ${tx({ account_id, ...grant })}`;
}

export type AccessTokenRow = {
  id: string;
  grant_id: string;
  token_hash: Buffer;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
};

export async function insertAccessToken(
  tx: Transaction,
  account_id: string,
  token: AccessTokenRow,
): Promise<void> {
  await tx`
    insert into oauth_access_tokens ${tx({ account_id, ...token })}`;
}

export async function hasAccessToken(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from oauth_access_tokens as token
    where token.account_id = ${account_id}
      and token.id = ${id}`;
  return found.length === 1;
}

export type RefreshTokenRow = Omit<AccessTokenRow, 'scopes'>;

export async function insertRefreshToken(
  tx: Transaction,
  account_id: string,
  token: RefreshTokenRow,
): Promise<void> {
  await tx`
    insert into oauth_refresh_tokens ${tx({ account_id, ...token })}`;
}

export type RefreshToken = TokenUse & {
  grant_id: string;
  client_id: string;
  scopes: Scope[];
  expires_at: string;
  revoked: boolean;
};

export async function findRefreshToken(
  db: Queryable,
  account_id: string,
  token_hash: Buffer,
): Promise<RefreshToken | undefined> {
  const [token] = await db<UsedAt<RefreshToken>[]>`
    select
      token.grant_id,
      given.client_id,
      given.scopes,
      token.expires_at,
      given.revoked_at is not null as revoked,
      token.rotated_at as used_at,
      token.rotated_at is not null and ${wasUsedAfter(db, account_id, 'token', 'token.rotated_at')} as is_succeeded
    from oauth_refresh_tokens as token
    join oauth_grants as given
      on given.account_id = ${account_id}
      and given.id = token.grant_id
    join accounts as account
      on account.id = token.account_id
      and account.state = 'active'
    where token.account_id = ${account_id}
      and token.token_hash = ${token_hash}`;
  return token && sinceUse(db, token);
}

/** Marks a refresh token as used. Returns false if another request used it first. */
export async function useRefreshToken(
  tx: Transaction,
  account_id: string,
  token_hash: Buffer,
): Promise<boolean> {
  const taken = await tx`
    update oauth_refresh_tokens
    set rotated_at = statement_timestamp()
    where account_id = ${account_id}
      and token_hash = ${token_hash}
      and rotated_at is null
    returning id`;
  return taken.length === 1;
}

export type LiveAccessToken = {
  token_hash: Buffer;
  grant_id: string;
  client_id: string;
  scopes: Scope[];
  expires_at: string;
};

/**
 * Finds tokens that are neither expired nor revoked. The same query checks the grant, the app and the account, so a
 * revocation or suspension applies from the next request.
 */
export async function findLiveAccessTokens(
  db: Queryable,
  account_id: string,
  token_hashes: readonly Buffer[],
  now: Date,
): Promise<LiveAccessToken[]> {
  return db<LiveAccessToken[]>`
    select
      token.token_hash,
      token.grant_id,
      token.expires_at,
      given.client_id,
      array(select unnest(token.scopes) intersect select unnest(app.scopes)) as scopes
    from oauth_access_tokens as token
    join oauth_grants as given
      on given.account_id = ${account_id}
      and given.id = token.grant_id
      and given.revoked_at is null
    join oauth_apps as app
      on app.client_id = given.client_id
      and app.status in ('development', 'active')
      and app.deleted_at is null
    join accounts as account
      on account.id = token.account_id
      and account.state = 'active'
    where token.account_id = ${account_id}
      and token.token_hash = any (${hideFromPlanner(db, 'bytea[]', token_hashes)}::bytea[])
      and token.expires_at > ${now}
      and token.revoked_at is null`;
}

export type EndedGrant = { id: string; client_id: string };

/** Returns undefined if the grant was already revoked. */
export async function revokeGrant(
  tx: Transaction,
  account_id: string,
  id: string,
  now: Date,
): Promise<EndedGrant | undefined> {
  const [ended] = await tx<EndedGrant[]>`
    update oauth_grants
    set revoked_at = ${now}
    where account_id = ${account_id}
      and id = ${id}
      and revoked_at is null
    returning id, client_id`;
  return ended;
}

export type TokenRevocation = { client_id: string; token_hash: Buffer; now: Date };

export async function revokeGrantOfRefreshToken(
  tx: Transaction,
  account_id: string,
  { client_id, token_hash, now }: TokenRevocation,
): Promise<EndedGrant | undefined> {
  const [ended] = await tx<EndedGrant[]>`
    update oauth_grants as given
    set revoked_at = ${now}
    from oauth_refresh_tokens as token
    where given.account_id = ${account_id}
      and given.client_id = ${client_id}
      and token.account_id = ${account_id}
      and token.grant_id = given.id
      and token.token_hash = ${token_hash}
      and given.revoked_at is null
    returning given.id, given.client_id`;
  return ended;
}

export async function revokeAccessToken(
  db: Queryable,
  account_id: string,
  { client_id, token_hash, now }: TokenRevocation,
): Promise<void> {
  await db`
    update oauth_access_tokens as token
    set revoked_at = coalesce(token.revoked_at, ${now})
    from oauth_grants as given
    where token.account_id = ${account_id}
      and token.token_hash = ${token_hash}
      and given.account_id = ${account_id}
      and given.id = token.grant_id
      and given.client_id = ${client_id}`;
}

type UsedAt<U extends TokenUse> = U & { used_at: string | null };

/**
 * Computes the time since the use with the clock that recorded it. In a sharded database, the rows of the account are
 * on a server with another clock.
 */
async function sinceUse<U extends TokenUse>(db: Queryable, row: UsedAt<U>): Promise<U> {
  const { used_at } = row;
  if (used_at === null) return { ...row, used_since_ms: null };
  const [since] = await db<[{ ms: number }]>`
    select (extract(epoch from clock_timestamp() - ${used_at}::timestamptz) * 1000)::float8 as ms`;
  return { ...row, used_since_ms: since.ms };
}

/** True if the grant of a row was refreshed after a time, which proves that a later token was used. */
function wasUsedAfter(db: Queryable, account_id: string, row: string, time: string): Fragment {
  return db`exists (
    select 1
    from oauth_refresh_tokens as later
    where later.account_id = ${account_id}
      and later.grant_id = ${db(`${row}.grant_id`)}
      and later.rotated_at > ${db(time)}
  )`;
}
