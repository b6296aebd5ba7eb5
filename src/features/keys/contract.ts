import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { ALL_SCOPES } from '../../access/scopes.ts';
import { Answer, Input, Nullable, OneOf, Page, Person, Timestamp, Uuid } from '../../lib/schema.ts';
import { KEY_NAME, OFFERED_SCOPES } from './rules.ts';

/** A key as its account sees it; the secret is shown only once, when it is made. */
export const Key = Answer({
  id: Uuid,
  name: Type.String(),
  last4: Type.String(),
  scopes: Type.Array(OneOf(ALL_SCOPES)),
  created_by: Nullable(Person),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
});
export type Key = Static<typeof Key>;

export const KeyFilter = Input({ status: Type.Optional(OneOf(['live', 'revoked'])), ...Page });
export type KeyFilter = Static<typeof KeyFilter>;

export const KeyPage = Answer({
  keys: Type.Array(Key),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type KeyPage = Static<typeof KeyPage>;

export const NewKey = Input({
  name: Type.String(KEY_NAME),
  scopes: Type.Array(OneOf(OFFERED_SCOPES), {
    minItems: 1,
    maxItems: OFFERED_SCOPES.length,
    uniqueItems: true,
  }),
});
export type NewKey = Static<typeof NewKey>;

const KeyRef = Input({ key_id: Uuid });
export const KeyMade = Answer({ id: Uuid, key: Type.String() });
export type KeyMade = Static<typeof KeyMade>;
const KeyRevoked = Answer({ revoked: Type.Literal(true) });

export const ScopeList = Answer({
  scopes: Type.Array(Answer({ scope: OneOf(ALL_SCOPES), about: Type.String(), for_keys: Type.Boolean() })),
});
export type ScopeList = Static<typeof ScopeList>;

export const keysApi = consoleApi(
  {
    'GET /keys': { summary: 'List keys', role: 'admin', query: KeyFilter, answer: KeyPage },
    'POST /keys': { summary: 'Create a key', role: 'admin', body: NewKey, answer: KeyMade, status: 201 },
    'DELETE /keys': { summary: 'Revoke a key', role: 'admin', query: KeyRef, answer: KeyRevoked },
    'POST /keys/roll': {
      summary: 'Replace a key by a new one',
      role: 'admin',
      query: KeyRef,
      answer: KeyMade,
      status: 201,
    },
    'GET /scopes': { summary: 'List what keys and apps may be allowed', role: 'admin', answer: ScopeList },
  },
  { tag: 'API keys' },
);
