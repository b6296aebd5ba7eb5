import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { ALL_SCOPES, SCOPES } from '../../access/scopes.ts';
import { KeyFilter, KeyMade, KeyPage, KeyRef, KeyRevoked, NewKey, ScopeList } from './contract.ts';
import { createKey, listKeys, revokeKey, rollKey } from './keys.ts';
import { OFFERED_SCOPES } from './rules.ts';

const keys = resource(
  '/keys',
  {
    GET: consoleOperation({
      summary: 'List keys',
      role: 'admin',
      query: KeyFilter,
      answer: KeyPage,
      handle: (ctx, { query }) => listKeys(ctx, query),
    }),
    POST: consoleOperation({
      summary: 'Create a key',
      role: 'admin',
      body: NewKey,
      answer: KeyMade,
      status: 201,
      handle: (ctx, { body }) => createKey(ctx, body),
    }),
    DELETE: consoleOperation({
      summary: 'Revoke a key',
      role: 'admin',
      query: KeyRef,
      answer: KeyRevoked,
      handle: (ctx, { query }) => revokeKey(ctx, query.key_id),
    }),
  },
  { tag: 'API keys' },
);

const roll = resource(
  '/keys/roll',
  {
    POST: consoleOperation({
      summary: 'Replace a key by a new one',
      role: 'admin',
      query: KeyRef,
      answer: KeyMade,
      status: 201,
      handle: (ctx, { query }) => rollKey(ctx, query.key_id),
    }),
  },
  { tag: 'API keys' },
);

const scopes = resource(
  '/scopes',
  {
    GET: consoleOperation({
      summary: 'List what keys and apps may be allowed',
      role: 'admin',
      answer: ScopeList,
      handle: async () => ({ scopes: ALL_SCOPES.map(describe) }),
    }),
  },
  { tag: 'API keys' },
);

function describe(scope: (typeof ALL_SCOPES)[number]) {
  return { scope, about: SCOPES[scope], for_keys: OFFERED_SCOPES.includes(scope) };
}

export const keysConsole: readonly Resource[] = [keys, roll, scopes];
