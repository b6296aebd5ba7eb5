import type { UserSignIn, SignIn } from '../../access/signIn.ts';
import type { PageRequest } from '../../doors/page.ts';
import { failureOf, forbidden, type Failure } from '../../lib/errors.ts';
import { consentReasons } from './reasons.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { readAccountLogo } from '../accounts/logo.ts';
import { findAppLogo, findOAuthClient, type OAuthClient } from '../apps/clients.ts';
import { recordAudit } from '../../audit/audit.ts';
import * as authorizations from '../oauth/authorizations.ts';
import {
  readClientId,
  findRegisteredRedirectUri,
  parseAuthorizeRequest,
  findAuthorizationError,
  grantableScopes,
  type AuthorizeRequest,
} from './request.ts';
import { redirectLocation } from './location.ts';
import { MINUTE_MS } from '../../lib/time/clock.ts';

const QUESTION_LIFETIME_MS = 10 * MINUTE_MS;
const SECOND_CLICK_MS = 10_000;

export type ConsentQuestion = {
  sign_in: UserSignIn;
  authorization_id: string;
  client: OAuthClient;
  logos: { app: string | null; account: string | null };
  redirect_uri: string;
  scopes: authorizations.AuthorizationRequestRow['scopes'];
};

export type AuthorizeOutcome =
  | { kind: 'stop'; reason: 'unknown-app' | 'suspended-app' | 'wrong-redirect' }
  | { kind: 'sign-in' }
  | { kind: 'no-account' }
  | { kind: 'redirect'; to: string }
  | { kind: 'ask'; question: ConsentQuestion };

/**
 * Handles `GET /oauth/authorize`: checks the app, the redirect URI, the sign-in and then the other parameters, in this
 * order. Errors of the first two checks are shown on a page and never redirected, so that the path is no open
 * redirector.
 */
export async function checkAuthorizeRequest(visit: PageRequest): Promise<AuthorizeOutcome> {
  const request = parseAuthorizeRequest(visit.query, visit.raw_query);
  const client_id = readClientId(request);
  const client = client_id && (await findOAuthClient(visit.db, client_id));
  if (!client) return { kind: 'stop', reason: 'unknown-app' };
  if (client.status === 'suspended') return { kind: 'stop', reason: 'suspended-app' };
  const redirect_uri = findRegisteredRedirectUri(request, client);
  if (redirect_uri === undefined) return { kind: 'stop', reason: 'wrong-redirect' };
  if (!visit.sign_in) return { kind: 'sign-in' };
  if (visit.sign_in.role === 'staff') return { kind: 'no-account' };

  const authorization_error = findAuthorizationError(request, client, visit.sign_in);
  if (!authorization_error) return ask(visit, visit.sign_in, { request, client, redirect_uri });
  const { error, description } = authorization_error;
  const answer = { error, error_description: description, iss: visit.tools.public_url };
  return { kind: 'redirect', to: redirectLocation(redirect_uri, answer, request.raw_state) };
}

async function ask(
  visit: PageRequest,
  sign_in: UserSignIn,
  { request, client, redirect_uri }: { request: AuthorizeRequest; client: OAuthClient; redirect_uri: string },
): Promise<AuthorizeOutcome> {
  const authorization_id = newId(visit.now);
  const scopes = grantableScopes(request, client);
  await authorizations.recordAuthorizationRequest(visit.databaseFor(sign_in.account_id), sign_in.account_id, {
    id: authorization_id,
    client_id: client.client_id,
    user_id: sign_in.user_id,
    browser_session_id: sign_in.id,
    redirect_uri,
    scopes,
    state: request.raw_state ?? null,
    code_challenge: request.get('code_challenge') ?? '',
    created_at: visit.now,
  });
  const logos = {
    app: await findAppLogo(visit.db, client.client_id),
    account: await readAccountLogo(visit.databaseFor(sign_in.account_id), sign_in.account_id),
  };
  const question = { sign_in, authorization_id, client, logos, redirect_uri, scopes };
  return { kind: 'ask', question };
}

/**
 * Records the user's decision and returns the URL that redirects the browser to the app. Only the sign-in to which the
 * question was shown can answer it. A double click with the same decision within SECOND_CLICK_MS is accepted.
 */
export async function recordConsentDecision(
  visit: PageRequest,
  sign_in: SignIn,
  user_answer: { authorization_id: string; decision: authorizations.AuthorizationDecision },
): Promise<string> {
  if (sign_in.role === 'staff' || (user_answer.decision === 'allowed' && sign_in.role !== 'admin'))
    throw forbidden(null, consentReasons.admin_connects_apps);
  if (!isUuid(user_answer.authorization_id)) throw questionAnswered();
  const code = makeToken('toc_', sign_in.account_id);
  const ctx = visit.actAs(sign_in);
  const asked = await transaction(ctx.db, async (tx) => {
    const asked = await readAsked(tx, visit, sign_in, user_answer);
    const code_hash = user_answer.decision === 'allowed' ? hashToken(code) : null;
    const { decision } = user_answer;
    await authorizations.recordAuthorizationDecision(tx, sign_in.account_id, asked.id, {
      decision,
      decided_at: ctx.now,
      code_hash,
    });
    const act = { target_id: asked.client_id, details: { scopes: asked.scopes } };
    if (!asked.is_second_click) await recordAudit(tx, ctx, { action: `consent.${decision}`, ...act });
    return asked;
  });
  const answer = user_answer.decision === 'allowed' ? { code } : { error: 'access_denied' };
  return redirectLocation(
    asked.redirect_uri,
    { ...answer, iss: ctx.tools.public_url },
    asked.state ?? undefined,
  );
}

/**
 * Locks the open question. Rejects it if, since the page was shown, the app was suspended or its redirect URI was
 * removed.
 */
async function readAsked(
  tx: Transaction,
  visit: PageRequest,
  sign_in: UserSignIn,
  {
    authorization_id,
    decision,
  }: { authorization_id: string; decision: authorizations.AuthorizationDecision },
): Promise<authorizations.PendingAuthorizationRequest> {
  const asked = await authorizations.lockAuthorizationRequest(tx, sign_in.account_id, authorization_id, {
    browser_session_id: sign_in.id,
    asked_after: new Date(visit.now.getTime() - QUESTION_LIFETIME_MS),
    decision,
    clicked_after: new Date(visit.now.getTime() - SECOND_CLICK_MS),
  });
  const client = asked && (await findOAuthClient(visit.db, asked.client_id));
  const still_stands =
    client && client.status !== 'suspended' && client.redirect_uris.includes(asked.redirect_uri);
  if (!still_stands) throw questionAnswered();
  return asked;
}

function questionAnswered(): Failure {
  return failureOf('NOT_FOUND', null, consentReasons.question_answered);
}
