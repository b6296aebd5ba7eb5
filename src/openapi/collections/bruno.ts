import { createHash } from 'node:crypto';
import type { ApiDocument } from '../../lib/schema/openapi.ts';
import {
  findCodeFlow,
  listCollectionFolders,
  OAUTH_VARIABLES,
  TOKEN_VARIABLES,
  type CodeFlow,
  type CollectionRequest,
} from './requests.ts';

/**
 * Writes the document as a Bruno collection, in the form of its export and import. A request uses the variable `token`.
 * The environment "OAuth" takes it from the token that Bruno gets for the collection.
 */
export function writeBrunoCollection(document: ApiDocument): object {
  const { info, servers } = document;
  const environmentOf = (name: string, token: string) => ({
    uid: uidOf(`environment ${name}`),
    name,
    variables: [
      variable('base_url', servers[0]?.url ?? '', false),
      variable('token', token, token === ''),
      ...['device_token', 'integration_secret', ...Object.keys(OAUTH_VARIABLES)].map((each) =>
        variable(each, '', true),
      ),
    ],
  });
  return {
    name: info.title,
    version: '1',
    brunoConfig: { version: '1', name: info.title, type: 'collection' },
    root: {
      docs: [info.description, '## Variables', ...describeVariables()].join('\n\n'),
      request: { auth: writeOAuth(findCodeFlow(document)) },
    },
    environments: [
      environmentOf('API key', ''),
      environmentOf('OAuth', '{{$oauth2.credentials.access_token}}'),
    ],
    items: listCollectionFolders(document).map(({ name, description, requests }, at) => ({
      uid: uidOf(`folder ${name}`),
      type: 'folder',
      name,
      seq: at + 1,
      root: { docs: description, meta: { name } },
      items: requests.map(writeItem),
    })),
  };
}

function describeVariables(): string[] {
  return Object.entries({ ...TOKEN_VARIABLES, ...OAUTH_VARIABLES }).map(
    ([name, about]) => `- \`${name}\`: ${about}`,
  );
}

function variable(name: string, value: string, secret: boolean): object {
  return { uid: uidOf(`variable ${name}`), name, value, type: 'text', enabled: true, secret };
}

function writeOAuth({ authorization_url, token_url, scope }: CodeFlow): object {
  return {
    mode: 'oauth2',
    oauth2: {
      grantType: 'authorization_code',
      callbackUrl: 'https://oauth.usebruno.com/callback',
      authorizationUrl: authorization_url,
      accessTokenUrl: token_url,
      refreshTokenUrl: token_url,
      clientId: '{{client_id}}',
      clientSecret: '{{client_secret}}',
      scope,
      state: '',
      pkce: true,
      credentialsPlacement: 'body',
      credentialsId: 'credentials',
      tokenPlacement: 'header',
      tokenHeaderPrefix: 'Bearer',
      tokenQueryKey: '',
      autoFetchToken: true,
      autoRefreshToken: true,
    },
  };
}

function writeItem(request: CollectionRequest, at: number): object {
  const { name, description, method, path, query, takes_idempotency_key, body, token } = request;
  const enabled = query.filter(({ is_enabled }) => is_enabled);
  const search = enabled.map((one) => `${one.name}=${encodeURIComponent(one.value)}`).join('&');
  return {
    uid: uidOf(`${method} ${path}`),
    type: 'http-request',
    name,
    seq: at + 1,
    request: {
      url: `{{base_url}}${path}${search === '' ? '' : `?${search}`}`,
      method,
      headers: takes_idempotency_key ? [entry('Idempotency-Key', '{{$guid}}', '', true)] : [],
      params: query.map((one) => ({
        ...entry(one.name, encodeURIComponent(one.value), one.description, one.is_enabled),
        type: 'query',
      })),
      auth: token === undefined ? { mode: 'none' } : { mode: 'bearer', bearer: { token: `{{${token}}}` } },
      body: body === undefined ? { mode: 'none' } : { mode: 'json', json: body },
      docs: description,
    },
  };
}

function entry(name: string, value: string, description: string, enabled: boolean): object {
  return { uid: uidOf(`entry ${name}`), name, value, description, enabled };
}

/** An id of 21 characters, which Bruno expects. The same name always gets the same id. */
function uidOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 21);
}
