import { exampleParameters } from '../../features/reference/sampleRequest.ts';
import type { ApiDocument, ApiOperation } from '../../lib/schema/openapi.ts';

/** A request of a collection, in the form that both kinds of collection are written from. */
export type CollectionRequest = {
  name: string;
  description: string;
  method: string;
  path: string;
  /** Parameters without an example are included but switched off. */
  query: readonly { name: string; value: string; description: string; is_enabled: boolean }[];
  takes_idempotency_key: boolean;
  /** The JSON of the example. */
  body: string | undefined;
  /** The variable that holds the credential; undefined for a request without one. */
  token: keyof typeof TOKEN_VARIABLES | undefined;
};

export type CollectionFolder = { name: string; description: string; requests: CollectionRequest[] };

/** The variables that hold credentials, each with its description. */
export const TOKEN_VARIABLES = {
  token:
    'An API key (`tak_…`), or leave it empty and get an OAuth token under Authorization of the collection.',
  device_token: 'The token of paired glasses (`tad_…`), for the operations below `/device/v1`.',
  integration_secret: 'The secret of an integration (`tai_…`), for the operations below `/inbound/v1`.',
};

/** The variables of the OAuth app; its redirect URIs must contain the callback of the tool. */
export const OAUTH_VARIABLES = {
  client_id: 'The client_id of your app, for OAuth.',
  client_secret: 'The client_secret of your app, for OAuth.',
};

const TOKEN_OF_SCHEME: Readonly<Record<string, keyof typeof TOKEN_VARIABLES>> = {
  apiKey: 'token',
  accessToken: 'token',
  deviceToken: 'device_token',
  integrationSecret: 'integration_secret',
};

/** The requests of all operations, in folders by tag. */
export function listCollectionFolders({ paths, tags }: ApiDocument): CollectionFolder[] {
  const requests = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? '',
      request: requestOf(path, method, operation),
    })),
  );
  return tags
    .map(({ name, description = '' }) => ({
      name,
      description,
      requests: requests.filter(({ tag }) => tag === name).map(({ request }) => request),
    }))
    .filter(({ requests }) => requests.length > 0);
}

function requestOf(path: string, method: string, operation: ApiOperation): CollectionRequest {
  const { summary, description = '', parameters, requestBody, security } = operation;
  const shown = exampleParameters(operation);
  const [scheme] = security.flatMap((alternative) => Object.keys(alternative));
  const example = requestBody?.content['application/json'].example;
  return {
    name: summary,
    description,
    method: method.toUpperCase(),
    path,
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, description: about = '' }) => ({
        name,
        value: name in shown ? String(shown[name]) : '',
        description: about,
        is_enabled: name in shown,
      })),
    takes_idempotency_key: parameters.some(({ name }) => name === 'Idempotency-Key'),
    body: example === undefined ? undefined : JSON.stringify(example, null, 2),
    token: scheme === undefined ? undefined : TOKEN_OF_SCHEME[scheme],
  };
}

export type CodeFlow = { authorization_url: string; token_url: string; scope: string };

/** The OAuth flow of the document, with every scope: the service grants those that the app may have. */
export function findCodeFlow({ components }: ApiDocument): CodeFlow {
  const scheme = Object.values(components.securitySchemes).find(({ type }) => type === 'oauth2');
  if (scheme?.type !== 'oauth2') throw new Error('the document describes no OAuth flow');
  const { authorizationUrl, tokenUrl, scopes } = scheme.flows.authorizationCode;
  return {
    authorization_url: authorizationUrl,
    token_url: tokenUrl,
    scope: Object.keys(scopes).join(' '),
  };
}
