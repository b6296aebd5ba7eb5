import { limitSentence } from '../../access/limits/table.ts';
import { ALL_SCOPES, SCOPES } from '../../access/scopes.ts';
import { publishToApi } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { keysApi } from './contract.ts';
import {
  changeKey,
  changeKeyForApiCaller,
  createKey,
  createKeyForApiCaller,
  listKeys,
  revokeKey,
  rollKey,
  rollKeyForApiCaller,
} from './keys.ts';
import { OFFERED_SCOPES } from './rules.ts';

export const keysDashboardRoutes = serveDashboardApi(keysApi, {
  'GET /keys': (ctx, { query }) => listKeys(ctx, query),
  'POST /keys': (ctx, { body }) => createKey(ctx, body),
  'PATCH /keys': (ctx, { query, body }) => changeKey(ctx, query.key_id, body),
  'DELETE /keys': (ctx, { query }) => revokeKey(ctx, query.key_id),
  'POST /keys/roll': (ctx, { query }) => rollKey(ctx, query.key_id),
  'GET /scopes': async () => ({ scopes: ALL_SCOPES.map(describe) }),
});

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const tag = {
  tag: 'API keys',
  about: 'The API keys of the account, with their scopes, expiry and last use.',
};

export const keyRoutes = groupIntoResources(
  tag,
  publishToApi(keysDashboardRoutes, {
    'GET /keys': {
      operation_id: 'listKeys',
      summary: 'List keys',
      description:
        'Live keys first, then expired keys, then revoked keys, each newest first. Secrets are not ' +
        'included.',
      scope: 'manage:api_keys',
      example: { query: { status: 'live' } },
    },
    'POST /keys': {
      operation_id: 'createKey',
      summary: 'Create a key',
      description:
        'The new key can have only scopes of the key or token that creates it, and never ' +
        '`write:sessions`. If a key creates it, it expires no later than that key and works only from ' +
        'addresses of that key; omitted members default to those limits. INSUFFICIENT_PERMISSIONS for ' +
        'anything beyond. Only this response contains the key. ' +
        limitSentence('keys'),
      scope: 'manage:api_keys',
      is_secret: true,
      example: { body: { name: 'Planner', scopes: ['read:tasks'] } },
      handle: (ctx, { body }) => createKeyForApiCaller(ctx, body),
    },
    'PATCH /keys': {
      operation_id: 'updateKey',
      summary: 'Change the expiry and the allowed networks of a key',
      description:
        'The change applies from the next request of the key. INSUFFICIENT_PERMISSIONS if the key has ' +
        'more permissions than the key or token of the request, or if the new expiry or addresses exceed ' +
        'its limits.',
      scope: 'manage:api_keys',
      errors: ['NOT_FOUND'],
      example: {
        query: { key_id: ID },
        body: { expires_at: '2030-01-01T00:00:00.000Z', allowed_addresses: ['203.0.113.7'] },
      },
      handle: (ctx, { query, body }) => changeKeyForApiCaller(ctx, query.key_id, body),
    },
    'DELETE /keys': {
      operation_id: 'revokeKey',
      summary: 'Revoke a key',
      description:
        'The next request of the key is rejected. A key can revoke itself. Revoking a key again changes ' +
        'nothing.',
      scope: 'manage:api_keys',
      errors: ['NOT_FOUND'],
      example: { query: { key_id: ID } },
    },
    'POST /keys/roll': {
      operation_id: 'rollKey',
      summary: 'Replace a key by a new one',
      description:
        'The new key has the name, scopes, expiry and addresses of the old key. The old key stops ' +
        'working immediately. INSUFFICIENT_PERMISSIONS if the key has more permissions than the key or ' +
        'token of the request.',
      scope: 'manage:api_keys',
      is_secret: true,
      errors: ['NOT_FOUND'],
      example: { query: { key_id: ID } },
      handle: (ctx, { query }) => rollKeyForApiCaller(ctx, query.key_id),
    },
  }),
);

function describe(scope: (typeof ALL_SCOPES)[number]) {
  return { scope, about: SCOPES[scope], for_keys: OFFERED_SCOPES.includes(scope) };
}
