import type { Scope } from '../../access/scopes.ts';
import type { UserSignIn } from '../../access/signIn.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import type { OAuthClient } from '../apps/clients.ts';
import { CLIENT_ID_RULE } from '../apps/rules.ts';
import { isPkceChallenge } from '../oauth/pkce.ts';
import { intersectScopes } from '../oauth/tokens.ts';

/** The known parameters of an authorization request; others are ignored. */
const KNOWN = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
type Name = (typeof KNOWN)[number];

export type AuthorizeRequest = {
  get(name: Name): string | undefined;
  repeated: readonly Name[];
  /** The `state` parameter with its original percent-encoding. */
  raw_state: string | undefined;
};

export function parseAuthorizeRequest(query: URLSearchParams, raw_query: string): AuthorizeRequest {
  return {
    get: (name) => query.get(name) || undefined,
    repeated: KNOWN.filter((name) => query.getAll(name).length > 1),
    raw_state: rawValue(raw_query, 'state'),
  };
}

function rawValue(raw_query: string, name: string): string | undefined {
  const pair = raw_query.split('&').find((pair) => pair.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  // The value is written into the `Location` header, which allows ASCII only, and some clients send other characters
  // unencoded.
  return value?.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));
}

export function readClientId(request: AuthorizeRequest): string | undefined {
  const client_id = request.get('client_id') ?? '';
  return !request.repeated.includes('client_id') && meetsRule(client_id, CLIENT_ID_RULE)
    ? client_id
    : undefined;
}

/** Returns the registered redirect URI that equals the requested one as a string; undefined if none does. */
export function findRegisteredRedirectUri(
  request: AuthorizeRequest,
  client: OAuthClient,
): string | undefined {
  const redirect_uri = request.get('redirect_uri');
  if (request.repeated.includes('redirect_uri')) return undefined;
  return client.redirect_uris.find((registered) => registered === redirect_uri);
}

/** Error codes of RFC 6749. */
type RedirectError = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied';
export type AuthorizationError = { error: RedirectError; description: string };
type Check = (
  request: AuthorizeRequest,
  client: OAuthClient,
  sign_in: UserSignIn,
) => AuthorizationError | undefined;

/**
 * Checks of the request parameters, in this order, after sign-in. The first error is reported to the app by redirect.
 */
const CHECKS: readonly Check[] = [
  ({ repeated }) =>
    errorIf(repeated.length > 0, 'invalid_request', `${repeated.join(', ')}: sent more than once`),
  (request) => errorIf(!request.get('response_type'), 'invalid_request', 'response_type: required'),
  (request) =>
    errorIf(
      request.get('response_type') !== 'code',
      'unsupported_response_type',
      'response_type: must be code',
    ),
  (request) => errorIf(!request.get('code_challenge'), 'invalid_request', 'code_challenge: required'),
  (request) =>
    errorIf(
      request.get('code_challenge_method') !== 'S256',
      'invalid_request',
      'code_challenge_method: must be S256',
    ),
  (request) =>
    errorIf(
      !isPkceChallenge(request.get('code_challenge') ?? ''),
      'invalid_request',
      'code_challenge: must be 43 characters of base64url',
    ),
  (_, client, sign_in) =>
    errorIf(
      client.status === 'development' && client.account_id !== sign_in.account_id,
      'access_denied',
      'The app is in development: only the account that owns it can connect it',
    ),
  (request, client) =>
    errorIf(
      grantableScopes(request, client).length === 0,
      'invalid_scope',
      'scope: contains no scope that the app may request',
    ),
];

export function findAuthorizationError(
  request: AuthorizeRequest,
  client: OAuthClient,
  sign_in: UserSignIn,
): AuthorizationError | undefined {
  for (const check of CHECKS) {
    const error = check(request, client, sign_in);
    if (error) return error;
  }
  return undefined;
}

function errorIf(
  is_wrong: boolean,
  error: RedirectError,
  description: string,
): AuthorizationError | undefined {
  return is_wrong ? { error, description } : undefined;
}

export function grantableScopes(request: AuthorizeRequest, client: OAuthClient): Scope[] {
  return intersectScopes((request.get('scope') ?? '').split(' '), client.scopes);
}
