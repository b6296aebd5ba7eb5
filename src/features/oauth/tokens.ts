import * as queries from './sql/tokens.ts';
import type { AnonymousCaller } from '../../access/anonymousCaller.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../lib/time/clock.ts';
import { badRequest, Failure, missingMember } from '../../lib/errors.ts';
import { untranslated } from '../../lib/text/reasons.ts';
import { newId } from '../../lib/ids.ts';
import { setCommitProof, transaction, type Database, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken, parseToken, type TokenPrefix } from '../../access/tokens.ts';
import type { OAuthClient } from '../apps/clients.ts';
import { authenticateClient } from './clients.ts';
import type { RevokeAnswer, RevokeRequest, TokenAnswer, TokenRequest } from './contract.ts';
import { AUTHORIZATION_CODE_LIFE_MS, revokeGrantAutomatically } from './grants.ts';
import { matchesPkceChallenge } from './pkce.ts';
import { isReplay, type TokenUse } from './replay.ts';
import { ALL_SCOPES, type Scope } from '../../access/scopes.ts';

const ACCESS_LIFE_MS = HOUR_MS;
const REFRESH_LIFE_MS = 30 * DAY_MS;

/** `POST /oauth-token`: authenticates the app, then redeems a code or refreshes tokens. */
export async function issueTokens(guest: AnonymousCaller, request: TokenRequest): Promise<TokenAnswer> {
  const client = await authenticateClient(guest, request);
  if (request.grant_type === 'authorization_code') return redeemCode(guest, client, request);
  if (request.grant_type === 'refresh_token') return refreshTokens(guest, client, request);
  throw badRequest('grant_type', untranslated('must be authorization_code or refresh_token'));
}

async function redeemCode(
  guest: AnonymousCaller,
  client: OAuthClient,
  request: TokenRequest,
): Promise<TokenAnswer> {
  const { db, account_id, token_hash } = locate(guest, 'code', 'toc_', request.code);
  const code = await queries.findAuthorizationCode(db, account_id, token_hash);
  if (!code || code.client_id !== client.client_id) throw invalidGrant('code: not valid');
  if (code.used_since_ms !== null) return rejectUsedToken(guest, db, account_id, code);
  assertRedeemable(code, request, guest.now);

  const scopes = stillAllowed(code.scopes, client);
  const tokens = makeTokens(account_id, newId(guest.now), scopes, guest.now);
  const grant = { ...pickGrant(code), id: tokens.grant_id, created_at: guest.now };
  return transaction(db, async (tx) => {
    // The statements are sent in one round trip. If another request was first, the error below rolls them back.
    const [is_taken] = await Promise.all([
      queries.redeemCode(tx, account_id, token_hash),
      queries.insertGrant(tx, account_id, grant),
      queries.setGrantOfAuthorizationCode(tx, account_id, token_hash, tokens.grant_id),
      saveTokens(tx, account_id, tokens),
    ]);
    if (!is_taken) throw invalidGrant('code: already used');
    return answerOf(tokens);
  });
}

function assertRedeemable(code: queries.AuthorizationCode, request: TokenRequest, now: Date): void {
  if (Date.parse(code.decided_at) + AUTHORIZATION_CODE_LIFE_MS <= now.getTime())
    throw invalidGrant('code: expired');
  if (request.redirect_uri !== code.redirect_uri)
    throw invalidGrant('redirect_uri: differs from the authorization request');
  if (!matchesPkceChallenge(request.code_verifier, code.code_challenge))
    throw invalidGrant('code_verifier: the PKCE check failed');
}

async function refreshTokens(
  guest: AnonymousCaller,
  client: OAuthClient,
  request: TokenRequest,
): Promise<TokenAnswer> {
  const { db, account_id, token_hash } = locate(guest, 'refresh_token', 'tor_', request.refresh_token);
  const token = await queries.findRefreshToken(db, account_id, token_hash);
  if (!token || token.client_id !== client.client_id) throw invalidGrant('refresh_token: not valid');
  if (token.used_since_ms !== null) return rejectUsedToken(guest, db, account_id, token);
  if (token.revoked || Date.parse(token.expires_at) <= guest.now.getTime())
    throw invalidGrant('refresh_token: revoked or expired');

  const scopes = scopesToRefresh(token.scopes, client, request.scope);
  const tokens = makeTokens(account_id, token.grant_id, scopes, guest.now);
  return transaction(db, async (tx) => {
    // The statements are sent in one round trip. If another request was first, the error below rolls them back.
    const [is_taken] = await Promise.all([
      queries.useRefreshToken(tx, account_id, token_hash),
      saveTokens(tx, account_id, tokens),
    ]);
    if (!is_taken) throw invalidGrant('refresh_token: already used');
    return answerOf(tokens);
  });
}

/** A refresh can request fewer scopes than were granted, but not more. */
function scopesToRefresh(granted: string[], client: OAuthClient, asked: string | undefined): string[] {
  const wanted = asked?.split(' ').filter((scope) => scope !== '') ?? [];
  if (wanted.some((scope) => !granted.includes(scope)))
    throw new Failure('invalid_scope', 'scope: exceeds the granted scopes');
  return stillAllowed(wanted.length > 0 ? wanted : granted, client);
}

/** Removes scopes that the app has lost since the consent, and throws if none remains. */
function stillAllowed(scopes: string[], client: OAuthClient): string[] {
  const allowed = intersectScopes(scopes, client.scopes);
  if (allowed.length === 0)
    throw new Failure('invalid_scope', 'scope: the app is no longer allowed any of these');
  return allowed;
}

/** `POST /oauth-revoke`: a refresh token revokes its whole grant, an access token only itself. */
export async function revokeToken(guest: AnonymousCaller, request: RevokeRequest): Promise<RevokeAnswer> {
  const client = await authenticateClient(guest, request);
  if (!request.token) throw missingMember('token');
  const parsed = parseToken(request.token);
  if (!parsed) return { success: true };

  const { account_id, prefix } = parsed;
  const db = guest.databaseFor(account_id);
  const token_hash = hashToken(request.token);
  const of = { client_id: client.client_id, token_hash, now: guest.now };
  if (prefix === 'tor_')
    await revokeGrantAutomatically(db, { account_id, now: guest.now }, 'given_back', (tx) =>
      queries.revokeGrantOfRefreshToken(tx, account_id, of),
    );
  if (prefix === 'tao_') await queries.revokeAccessToken(db, account_id, of);
  return { success: true };
}

type Located = { db: Database; account_id: string; token_hash: Buffer };

function locate(
  guest: AnonymousCaller,
  field: string,
  prefix: TokenPrefix,
  token: string | undefined,
): Located {
  if (!token) throw missingMember(field);
  const parsed = parseToken(token);
  if (parsed?.prefix !== prefix) throw invalidGrant(`${field}: not valid`);
  const { account_id } = parsed;
  return { db: guest.databaseFor(account_id), account_id, token_hash: hashToken(token) };
}

async function rejectUsedToken(
  guest: AnonymousCaller,
  db: Database,
  account_id: string,
  used: TokenUse & { grant_id: string | null },
): Promise<never> {
  const { grant_id } = used;
  if (grant_id !== null && isReplay(used, guest.waited_ms()))
    await revokeGrantAutomatically(db, { account_id, now: guest.now }, 'replayed', (tx) =>
      queries.revokeGrant(tx, account_id, grant_id, guest.now),
    );
  throw invalidGrant('already used');
}

type Tokens = {
  grant_id: string;
  access: queries.AccessTokenRow;
  refresh: queries.RefreshTokenRow;
  access_token: string;
  refresh_token: string;
};

function makeTokens(account_id: string, grant_id: string, scopes: string[], now: Date): Tokens {
  const access_token = makeToken('tao_', account_id);
  const refresh_token = makeToken('tor_', account_id);
  const made = { grant_id, created_at: now };
  return {
    grant_id,
    access_token,
    refresh_token,
    access: {
      ...made,
      id: newId(now),
      token_hash: hashToken(access_token),
      scopes,
      expires_at: new Date(now.getTime() + ACCESS_LIFE_MS),
    },
    refresh: {
      ...made,
      id: newId(now),
      token_hash: hashToken(refresh_token),
      expires_at: new Date(now.getTime() + REFRESH_LIFE_MS),
    },
  };
}

async function saveTokens(tx: Transaction, account_id: string, { access, refresh }: Tokens): Promise<void> {
  setCommitProof(tx, (later) => queries.hasAccessToken(later, account_id, access.id));
  await Promise.all([
    queries.insertAccessToken(tx, account_id, access),
    queries.insertRefreshToken(tx, account_id, refresh),
  ]);
}

function answerOf({ access_token, refresh_token, access }: Tokens): TokenAnswer {
  const expires_in = ACCESS_LIFE_MS / SECOND_MS;
  return { access_token, refresh_token, token_type: 'Bearer', expires_in, scope: access.scopes.join(' ') };
}

function pickGrant({ client_id, user_id, scopes }: queries.AuthorizationCode) {
  return { client_id, user_id, scopes };
}

function invalidGrant(message: string): Failure {
  return new Failure('invalid_grant', message);
}

/** The requested scopes that are allowed, each once, in a fixed order. */
export function intersectScopes(asked: readonly string[], allowed: readonly string[]): Scope[] {
  return ALL_SCOPES.filter((scope) => asked.includes(scope) && allowed.includes(scope));
}
