import type { ApiDocument } from '../../lib/schema/openapi.ts';
import {
  findCodeFlow,
  listCollectionFolders,
  OAUTH_VARIABLES,
  TOKEN_VARIABLES,
  type CodeFlow,
  type CollectionRequest,
} from './requests.ts';

/** Writes the document as a Postman collection, format 2.1. */
export function writePostmanCollection(document: ApiDocument): object {
  const { info, servers } = document;
  const variables = { base_url: 'The address of the installation.', ...TOKEN_VARIABLES, ...OAUTH_VARIABLES };
  return {
    info: {
      name: info.title,
      description: info.description,
      version: info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'oauth2', oauth2: authMembers(oauthOf(findCodeFlow(document))) },
    variable: Object.entries(variables).map(([key, description]) => ({
      key,
      value: key === 'base_url' ? (servers[0]?.url ?? '') : '',
      type: 'string',
      description,
    })),
    item: listCollectionFolders(document).map(({ name, description, requests }) => ({
      name,
      description,
      item: requests.map((request) => ({ name: request.name, request: writeRequest(request), response: [] })),
    })),
  };
}

/** Postman sends `accessToken` as the credential, also before it got a token, so the key in `token` works at once. */
function oauthOf({ authorization_url, token_url, scope }: CodeFlow): Record<string, string | boolean> {
  return {
    accessToken: '{{token}}',
    tokenName: 'Tenant Ops',
    addTokenTo: 'header',
    headerPrefix: 'Bearer',
    grant_type: 'authorization_code_with_pkce',
    challengeAlgorithm: 'S256',
    authUrl: authorization_url,
    accessTokenUrl: token_url,
    refreshTokenUrl: token_url,
    clientId: '{{client_id}}',
    clientSecret: '{{client_secret}}',
    client_authentication: 'body',
    redirect_uri: 'https://oauth.pstmn.io/v1/callback',
    useBrowser: true,
    scope,
    state: '{{$guid}}',
  };
}

function authMembers(values: Record<string, string | boolean>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value, type: typeof value }));
}

function writeRequest(request: CollectionRequest): object {
  const { method, path, query, description, takes_idempotency_key, body } = request;
  const enabled = query.filter(({ is_enabled }) => is_enabled);
  const search = enabled.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&');
  return {
    method,
    description,
    ...writeAuth(request),
    header: takes_idempotency_key ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : [],
    url: {
      raw: `{{base_url}}${path}${search === '' ? '' : `?${search}`}`,
      host: ['{{base_url}}'],
      path: path.slice(1).split('/'),
      query: query.map(({ name, value, description: about, is_enabled }) => ({
        key: name,
        value: encodeURIComponent(value),
        description: about,
        disabled: !is_enabled,
      })),
    },
    ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
  };
}

/** A request without its own member inherits the authorization of the collection. */
function writeAuth({ token }: CollectionRequest): object {
  if (token === 'token') return {};
  if (token === undefined) return { auth: { type: 'noauth' } };
  return { auth: { type: 'bearer', bearer: authMembers({ token: `{{${token}}}` }) } };
}
