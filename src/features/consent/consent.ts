import type { UserSignIn, SignIn } from '../../access/signIn.ts';
import type { PageRequest } from '../../doors/page.ts';
import { failureOf, forbidden, type Failure } from '../../lib/errors.ts';
import { consentReasons } from './reasons.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { readAccountLogo } from '../accounts/logo.ts';
import { findAppLogo, findClient, type Client } from '../apps/clients.ts';
import { recordAudit } from '../../audit/audit.ts';
import * as authorizations from '../oauth/authorizations.ts';
import {
  readClientId,
  readRedirectUri,
  parseAuthorizeRequest,
  findAuthorizationError,
  grantedScopes,
  type AuthorizeRequest,
} from './request.ts';
import { redirectLocation } from './location.ts';

const QUESTION_LIFETIME_MS = 10 * 60_000;
const SECOND_CLICK_MS = 10_000;

export type ConsentQuestion = {
  person: UserSignIn;
  authorization_id: string;
  client: Client;
  logos: { app: string | null; account: string | null };
  redirect_uri: string;
  scopes: authorizations.AuthorizationRow['scopes'];
};

export type ConsentStep =
  | { kind: 'stop'; reason: 'unknown-app' | 'suspended-app' | 'wrong-redirect' }
  | { kind: 'sign-in' }
  | { kind: 'no-account' }
  | { kind: 'redirect'; to: string }
  | { kind: 'ask'; question: ConsentQuestion };

/**
 * `GET /oauth/authorize`: checks the app, the redirect URI, the sign-in and then the request. Redirects
 * nowhere before the first three are known.
 */
export async function checkAuthorizeRequest(visit: PageRequest): Promise<ConsentStep> {
  const request = parseAuthorizeRequest(visit.query, visit.raw_query);
  const client_id = readClientId(request);
  const client = client_id && (await findClient(visit.db, client_id));
  if (!client) return { kind: 'stop', reason: 'unknown-app' };
  if (client.status === 'suspended') return { kind: 'stop', reason: 'suspended-app' };
  const redirect_uri = readRedirectUri(request, client);
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
  { request, client, redirect_uri }: { request: AuthorizeRequest; client: Client; redirect_uri: string },
): Promise<ConsentStep> {
  const authorization_id = newId(visit.now);
  const scopes = grantedScopes(request, client);
  await authorizations.recordQuestion(visit.databaseFor(sign_in.account_id), sign_in.account_id, {
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
  const question = { person: sign_in, authorization_id, client, logos, redirect_uri, scopes };
  return { kind: 'ask', question };
}

/** Records the user's decision once, by the sign-in that was asked, and returns to the app. */
export async function answerConsent(
  visit: PageRequest,
  sign_in: SignIn,
  answered: { authorization_id: string; decision: authorizations.Decision },
): Promise<string> {
  if (sign_in.role === 'staff' || (answered.decision === 'allowed' && sign_in.role !== 'admin'))
    throw forbidden(null, consentReasons.admin_connects_apps);
  if (!isUuid(answered.authorization_id)) throw overtaken();
  const code = makeToken('toc_', sign_in.account_id);
  const ctx = visit.actAs(sign_in);
  const asked = await transaction(ctx.db, async (tx) => {
    const asked = await readAsked(tx, visit, sign_in, answered);
    const code_hash = answered.decision === 'allowed' ? hashToken(code) : null;
    const { decision } = answered;
    await authorizations.recordDecision(tx, sign_in.account_id, asked.id, {
      decision,
      decided_at: ctx.now,
      code_hash,
    });
    const act = { target_id: asked.client_id, details: { scopes: asked.scopes } };
    if (!asked.is_second_click) await recordAudit(tx, ctx, { action: `consent.${decision}`, ...act });
    return asked;
  });
  const answer = answered.decision === 'allowed' ? { code } : { error: 'access_denied' };
  return redirectLocation(
    asked.redirect_uri,
    { ...answer, iss: ctx.tools.public_url },
    asked.state ?? undefined,
  );
}

/** The app may have changed since the page was shown. */
async function readAsked(
  tx: Transaction,
  visit: PageRequest,
  sign_in: UserSignIn,
  { authorization_id, decision }: { authorization_id: string; decision: authorizations.Decision },
): Promise<authorizations.Asked> {
  const asked = await authorizations.lockQuestion(tx, sign_in.account_id, authorization_id, {
    browser_session_id: sign_in.id,
    asked_after: new Date(visit.now.getTime() - QUESTION_LIFETIME_MS),
    decision,
    clicked_after: new Date(visit.now.getTime() - SECOND_CLICK_MS),
  });
  const client = asked && (await findClient(visit.db, asked.client_id));
  const still_stands =
    client && client.status !== 'suspended' && client.redirect_uris.includes(asked.redirect_uri);
  if (!still_stands) throw overtaken();
  return asked;
}

function overtaken(): Failure {
  return failureOf('NOT_FOUND', null, consentReasons.question_answered);
}
