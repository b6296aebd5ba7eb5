import type { Scope } from '../../access/scopes.ts';
import type { UserSignIn } from '../../access/signIn.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import type { Client } from '../apps/clients.ts';
import { CLIENT_ID } from '../apps/rules.ts';
import { isChallenge } from '../oauth/pkce.ts';
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
  /** The state parameter, byte for byte as it was sent. */
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
  // A header holds ASCII only, and not every client encodes the rest.
  return value?.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));
}

export function readClientId(request: AuthorizeRequest): string | undefined {
  const client_id = request.get('client_id') ?? '';
  return !request.repeated.includes('client_id') && meetsRule(client_id, CLIENT_ID) ? client_id : undefined;
}

/** The registered redirect URI that is exactly equal; undefined otherwise. */
export function readRedirectUri(request: AuthorizeRequest, client: Client): string | undefined {
  const redirect_uri = request.get('redirect_uri');
  if (request.repeated.includes('redirect_uri')) return undefined;
  return client.redirect_uris.find((registered) => registered === redirect_uri);
}

/** Error codes of RFC 6749. */
type RedirectError = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied';
export type AuthorizationError = { error: RedirectError; description: string };
type Check = (
  request: AuthorizeRequest,
  client: Client,
  sign_in: UserSignIn,
) => AuthorizationError | undefined;

/** Checked in this order after sign-in; a refusal is sent to the app by redirect. */
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
      !isChallenge(request.get('code_challenge') ?? ''),
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
      grantedScopes(request, client).length === 0,
      'invalid_scope',
      'scope: none that the app may have',
    ),
];

export function findAuthorizationError(
  request: AuthorizeRequest,
  client: Client,
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

export function grantedScopes(request: AuthorizeRequest, client: Client): Scope[] {
  return intersectScopes((request.get('scope') ?? '').split(' '), client.scopes);
}
