import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { ALL_SCOPES } from '../../access/scopes.ts';
import {
  About,
  Answer,
  CountedPage,
  IdList,
  Input,
  Nullable,
  OneOf,
  Page,
  Person,
  Timestamp,
  TimestampAbout,
  Uuid,
} from '../../lib/schema/schema.ts';
import { KEY_NAME_RULE, MOST_ALLOWED_ADDRESSES, OFFERED_SCOPES } from './rules.ts';

const keyId = About('The id of the key.', Uuid);

const EXPIRES_AT = 'The time at which the key expires. Null if it never expires.';
const ALLOWED_ADDRESSES = 'The addresses and CIDR networks that the key may be used from; null for any.';

/** A key without its secret, which is shown only once, when the key is created. */
export const Key = Answer(
  {
    id: keyId,
    name: Type.String({ description: 'The name of the key.', examples: ['Planner'] }),
    last4: Type.String({ description: 'The last four characters of the key.', examples: ['h8Kd'] }),
    scopes: Type.Array(OneOf(ALL_SCOPES), { description: 'The scopes of the key.' }),
    created_by: About(
      'The user who created the key, or who created the key or connected the app that created it. Null for the operator.',
      Nullable(Person),
    ),
    created_at: About('The time at which the key was created.', Timestamp),
    last_used_at: About('The time of the last use. Null before the first use.', Nullable(Timestamp)),
    expires_at: About(EXPIRES_AT, Nullable(Timestamp)),
    allowed_addresses: About(
      ALLOWED_ADDRESSES,
      Nullable(Type.Array(Type.String(), { examples: [['203.0.113.7', '2001:db8::/48']] })),
    ),
    revoked_at: About(
      'The time at which the key was revoked. Null while the key works.',
      Nullable(Timestamp),
    ),
  },
  { title: 'Key', description: 'An API key, without the secret.' },
);
export type Key = Static<typeof Key>;

export const KeyFilter = Input({
  status: Type.Optional(About('Only keys of this status.', OneOf(['live', 'expired', 'revoked']))),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words that the name or the last characters contain.' }),
  ),
  key_ids: Type.Optional(IdList),
  ...Page,
});
export type KeyFilter = Static<typeof KeyFilter>;

export const KeyPage = Answer(
  { keys: Type.Array(Key, { description: 'The keys of this page.' }), ...CountedPage },
  { title: 'KeyPage', description: 'A page of keys.' },
);
export type KeyPage = Static<typeof KeyPage>;

const restrictions = {
  expires_at: Type.Optional(Nullable(TimestampAbout(`${EXPIRES_AT} Must be in the future.`))),
  allowed_addresses: Type.Optional(
    About(
      ALLOWED_ADDRESSES,
      Nullable(
        Type.Array(Type.String({ maxLength: 50, examples: ['203.0.113.7'] }), {
          minItems: 1,
          maxItems: MOST_ALLOWED_ADDRESSES,
        }),
      ),
    ),
  ),
};

export const NewKey = Input(
  {
    name: Type.String({ ...KEY_NAME_RULE, description: 'The name of the key.' }),
    scopes: Type.Array(OneOf(OFFERED_SCOPES), {
      minItems: 1,
      maxItems: OFFERED_SCOPES.length,
      uniqueItems: true,
      description: 'The scopes of the key.',
    }),
    ...restrictions,
  },
  { title: 'NewKey', description: 'A key to create.' },
);
export type NewKey = Static<typeof NewKey>;

export const KeyChanges = Input(restrictions, {
  title: 'KeyChanges',
  description: 'The changes of a key. Omitted members stay unchanged.',
});
export type KeyChanges = Static<typeof KeyChanges>;

const KeyRef = Input({ key_id: keyId });
export const CreatedKey = Answer(
  {
    id: keyId,
    key: Type.String({ description: 'The key, shown only here.', examples: ['tak_…'] }),
  },
  { title: 'CreatedKey', description: 'A key that was created.' },
);
export type CreatedKey = Static<typeof CreatedKey>;
const KeyRevoked = Answer(
  { revoked: Type.Literal(true, { description: 'Always true: the key no longer works.' }) },
  { title: 'RevokedKey', description: 'A key that was revoked.' },
);

export const ScopeList = Answer({
  scopes: Type.Array(Answer({ scope: OneOf(ALL_SCOPES), about: Type.String(), for_keys: Type.Boolean() })),
});
export type ScopeList = Static<typeof ScopeList>;

export const keysApi = defineDashboardApi({
  'GET /keys': { role: 'admin', query: KeyFilter, answer: KeyPage },
  'POST /keys': { role: 'admin', needs_sign_in: true, body: NewKey, answer: CreatedKey, status: 201 },
  'PATCH /keys': { role: 'admin', needs_sign_in: true, query: KeyRef, body: KeyChanges, answer: Key },
  'DELETE /keys': { role: 'admin', query: KeyRef, answer: KeyRevoked },
  'POST /keys/roll': { role: 'admin', needs_sign_in: true, query: KeyRef, answer: CreatedKey, status: 201 },
  'GET /scopes': { role: 'admin', answer: ScopeList },
});
