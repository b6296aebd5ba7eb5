import { Type, type Static } from 'typebox';
import { Answer, Input, Nullable, OneOf, Page, Timestamp } from '../../../lib/schema.ts';
import { User } from '../contract.ts';
import { EMAIL, FULL_NAME } from '../rules.ts';

/** What somebody may do in the dashboard; what they do on glasses is their seat's. */
const Access = OneOf(['admin', 'member']);
/** Invited: there, and may be given work, but without a password yet. */
const Standing = OneOf(['active', 'invited', 'inactive']);

export const Person = Answer({
  ...User.properties,
  access: Access,
  standing: Standing,
  /** The open invitation; null when it was accepted, cancelled or never sent. */
  invitation: Nullable(Answer({ sent_at: Timestamp, expires_at: Timestamp })),
});
export type Person = Static<typeof Person>;

export const PersonFilter = Input({
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or an address' })),
  access: Type.Optional(Access),
  standing: Type.Optional(Standing),
  ...Page,
});
export type PersonFilter = Static<typeof PersonFilter>;

export const PersonPage = Answer({
  people: Type.Array(Person),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type PersonPage = Static<typeof PersonPage>;

export const NewPerson = Input({
  email: Type.String(EMAIL),
  full_name: Type.String(FULL_NAME),
  access: Access,
});
export type NewPerson = Static<typeof NewPerson>;

export const PersonChanges = Input({
  access: Type.Optional(Access),
  status: Type.Optional(OneOf(['active', 'inactive'])),
  /** Whether the keys that they made and the apps that they let in go on when their access ends. */
  keep_access: Type.Optional(Type.Boolean()),
});
export type PersonChanges = Static<typeof PersonChanges>;

export const PersonChanged = Answer({ changed: Type.Literal(true) });
export const InvitationCancelled = Answer({ cancelled: Type.Literal(true) });
