import { Type, type Static } from 'typebox';
import { consoleApi } from '../../../lib/declaration.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp } from '../../../lib/schema.ts';
import { InvitedAgain } from '../../invitations/contract.ts';
import { PersonAccess } from '../access/contract.ts';
import { Invited, User, UserFilter, UserPage, UserRef } from '../contract.ts';
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

const PersonChanged = Answer({ changed: Type.Literal(true) });
const InvitationCancelled = Answer({ cancelled: Type.Literal(true) });

export const usersApi = consoleApi(
  {
    'GET /users': {
      summary: 'List people to choose from',
      role: 'member',
      query: UserFilter,
      answer: UserPage,
    },
    'GET /people': {
      summary: 'List people with their access and invitations',
      role: 'member',
      query: PersonFilter,
      answer: PersonPage,
    },
    'POST /people': {
      summary: 'Invite somebody',
      role: 'admin',
      body: NewPerson,
      answer: Invited,
      status: 201,
    },
    'PATCH /people': {
      summary: 'Change what somebody may do, deactivate or reactivate them',
      role: 'admin',
      query: UserRef,
      body: PersonChanges,
      answer: PersonChanged,
    },
    'GET /people/access': {
      summary: 'List what somebody let in: keys that they made, apps that they allowed',
      role: 'admin',
      query: UserRef,
      answer: PersonAccess,
    },
    'POST /people/invitation': {
      summary: 'Invite somebody again',
      role: 'admin',
      query: UserRef,
      answer: InvitedAgain,
    },
    'DELETE /people/invitation': {
      summary: 'Cancel an invitation',
      role: 'admin',
      query: UserRef,
      answer: InvitationCancelled,
    },
  },
  { tag: 'People' },
);
