import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import { Key, KeyChanges, KeyFilter, KeyMade, KeyPage, KeyRef, KeyRevoked, NewKey } from './contract.ts';
import {
  changeKeyByCredential,
  createKeyByCredential,
  listKeys,
  revokeKey,
  rollKeyByCredential,
} from './keys.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const tag = {
  tag: 'API keys',
  about: 'The keys of the account: who holds them, what they may do, and when they were last used.',
};

const all = resource(
  '/keys',
  {
    GET: operation({
      operation_id: 'listKeys',
      summary: 'List keys',
      description:
        'Keys that work (`live`) first, then those that have expired, then revoked ones, each newest first. No answer ' +
        'holds a secret.',
      scope: 'manage:api_keys',
      query: KeyFilter,
      answer: KeyPage,
      example: { query: { status: 'live' } },
      handle: (ctx, { query }) => listKeys(ctx, query),
    }),
    POST: operation({
      operation_id: 'createKey',
      summary: 'Create a key',
      description:
        'The new key allows only what the key or token that makes it may do, and never `write:sessions`; it ends no ' +
        'later than a key that makes it and works from no other addresses, as it does where they are left out. ' +
        `Anything else is refused as INSUFFICIENT_PERMISSIONS. The answer alone holds the key. ${limitSentence('keys')}`,
      scope: 'manage:api_keys',
      body: NewKey,
      answer: KeyMade,
      status: 201,
      is_secret: true,
      example: { body: { name: 'Planner', scopes: ['read:tasks'] } },
      handle: (ctx, { body }) => createKeyByCredential(ctx, body),
    }),
    PATCH: operation({
      operation_id: 'updateKey',
      summary: 'Change the expiry and the allowed networks of a key',
      description:
        'Holds from its next request on. A key that may do more than the key or token that asks, and an end or ' +
        'addresses beyond its own, are refused as INSUFFICIENT_PERMISSIONS.',
      scope: 'manage:api_keys',
      query: KeyRef,
      body: KeyChanges,
      answer: Key,
      errors: ['NOT_FOUND'],
      example: {
        query: { key_id: ID },
        body: { expires_at: '2030-01-01T00:00:00.000Z', allowed_addresses: ['203.0.113.7'] },
      },
      handle: (ctx, { query, body }) => changeKeyByCredential(ctx, query.key_id, body),
    }),
    DELETE: operation({
      operation_id: 'revokeKey',
      summary: 'Revoke a key',
      description:
        'The next request of the key is refused. A key may revoke itself. Revoking it again changes nothing.',
      scope: 'manage:api_keys',
      query: KeyRef,
      answer: KeyRevoked,
      errors: ['NOT_FOUND'],
      example: { query: { key_id: ID } },
      handle: (ctx, { query }) => revokeKey(ctx, query.key_id),
    }),
  },
  tag,
);

const roll = resource(
  '/keys/roll',
  {
    POST: operation({
      operation_id: 'rollKey',
      summary: 'Replace a key by a new one',
      description:
        'The new key has the name, the scopes, the end and the addresses of the old one, which stops working at ' +
        'once. A key that may do more than the key or token that asks is refused as INSUFFICIENT_PERMISSIONS.',
      scope: 'manage:api_keys',
      query: KeyRef,
      answer: KeyMade,
      status: 201,
      is_secret: true,
      errors: ['NOT_FOUND'],
      example: { query: { key_id: ID } },
      handle: (ctx, { query }) => rollKeyByCredential(ctx, query.key_id),
    }),
  },
  tag,
);

export const keyRoutes: readonly Resource[] = [all, roll];
