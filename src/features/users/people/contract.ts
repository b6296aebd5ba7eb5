import { Type, type Static } from 'typebox';
import { consoleApi } from '../../../lib/declaration.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp } from '../../../lib/schema.ts';
import { InvitedAgain, LinkToCopy } from '../../invitations/contract.ts';
import { UserAccess } from '../access/contract.ts';
import { Invited, User, UserFilter, UserPage, UserRef } from '../contract.ts';
import { EMAIL, FULL_NAME } from '../rules.ts';

/** The role in the dashboard; the role on glasses belongs to the seat. */
const Access = OneOf(['admin', 'member']);
/** Invited users have no password yet, but may get tasks. */
const Standing = OneOf(['active', 'invited', 'inactive']);

export const AccountUser = Answer({
  ...User.properties,
  access: Access,
  standing: Standing,
  /** When the name and the address were taken off the records. */
  erased_at: Nullable(Timestamp),
  /** The open invitation; null when it was accepted, cancelled or never sent. */
  invitation: Nullable(Answer({ sent_at: Timestamp, expires_at: Timestamp })),
});
export type AccountUser = Static<typeof AccountUser>;

export const AccountUserFilter = Input({
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or an address' })),
  access: Type.Optional(Access),
  standing: Type.Optional(Standing),
  ...Page,
});
export type AccountUserFilter = Static<typeof AccountUserFilter>;

export const AccountUserPage = Answer({
  people: Type.Array(AccountUser),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type AccountUserPage = Static<typeof AccountUserPage>;

export const NewUser = Input({
  email: Type.String(EMAIL),
  full_name: Type.String(FULL_NAME),
  access: Access,
});
export type NewUser = Static<typeof NewUser>;

export const UserChanges = Input({
  access: Type.Optional(Access),
  status: Type.Optional(OneOf(['active', 'inactive'])),
  /** Whether the user's keys and apps stay when the access ends. */
  keep_access: Type.Optional(Type.Boolean()),
});
export type UserChanges = Static<typeof UserChanges>;

const UserInvited = Answer({ ...Invited.properties, link: LinkToCopy });
const UserChanged = Answer({ changed: Type.Literal(true) });
const Erased = Answer({ erased: Type.Literal(true) });
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
      query: AccountUserFilter,
      answer: AccountUserPage,
    },
    'POST /people': {
      summary: 'Invite somebody',
      role: 'admin',
      body: NewUser,
      answer: UserInvited,
      status: 201,
    },
    'PATCH /people': {
      summary: 'Change what somebody may do, deactivate or reactivate them',
      role: 'admin',
      query: UserRef,
      body: UserChanges,
      answer: UserChanged,
    },
    'DELETE /people': {
      summary: "Take somebody's name and address off all records, for good",
      role: 'admin',
      query: UserRef,
      answer: Erased,
    },
    'GET /people/access': {
      summary: 'List what somebody let in: keys that they made, apps that they allowed',
      role: 'admin',
      query: UserRef,
      answer: UserAccess,
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
