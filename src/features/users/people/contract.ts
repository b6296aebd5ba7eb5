import { Type, type Static } from '../../../lib/schema/type.ts';
import { consoleApi } from '../../../access/consoleApi.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../../lib/schema/schema.ts';
import { InvitedAgain, LinkToCopy } from '../../invitations/contract.ts';
import { UserAccess } from '../access/contract.ts';
import { Invited, User, UserFilter, UserPage, UserRef } from '../contract.ts';
import { DEVICE_NAME, SEAT_ROLES } from '../../seats/rules.ts';
import { EMAIL, ERASE_DEADLINE_MS, FULL_NAME } from '../rules.ts';
import { userReasons } from '../reasons.ts';

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

const WornSeat = Input({
  device_name: Type.String(DEVICE_NAME),
  roles: Type.Array(OneOf(SEAT_ROLES), { minItems: 1, maxItems: SEAT_ROLES.length, uniqueItems: true }),
});
export type WornSeat = Static<typeof WornSeat>;

export const NewUser = Input({
  email: Type.String(EMAIL),
  full_name: Type.String(FULL_NAME),
  access: Access,
  /** A seat for the person; its glasses are paired later. */
  seat: Type.Optional(WornSeat),
});
export type NewUser = Static<typeof NewUser>;

export const UserChanges = Input({
  access: Type.Optional(Access),
  status: Type.Optional(OneOf(['active', 'inactive'])),
  /** True to keep the user's keys and apps when the access ends. */
  keep_access: Type.Optional(Type.Boolean()),
});
export type UserChanges = Static<typeof UserChanges>;

/** The most people of one list. */
const MOST_AT_ONCE = 200;
const Cell = Type.String({ maxLength: 1_000 });

/** A line as it was pasted: each is judged for itself, so nothing of it is refused at the door. */
export const PastedPerson = Input({
  email: Cell,
  full_name: Cell,
  access: Cell,
  device_name: Cell,
  role: Cell,
});
export type PastedPerson = Static<typeof PastedPerson>;

export const PastedPeople = Input({
  people: Type.Array(PastedPerson, {
    minItems: 1,
    maxItems: MOST_AT_ONCE,
    rule: userReasons.line_count({ most: MOST_AT_ONCE }),
  }),
});
export type PastedPeople = Static<typeof PastedPeople>;

const LINE_STATES = ['invited', 'waiting', 'known', 'repeated', 'refused'] as const;

/** The result of a line. `waiting` was invited before and gets no second mail. */
export const JudgedLine = Answer({
  email: Type.String(),
  full_name: Type.String(),
  state: OneOf(LINE_STATES),
  /** The id of the invited user. */
  user_id: Nullable(Uuid),
  /** Field and rule, where the line is refused. */
  fault: Nullable(Type.String()),
  /** The refusal as data. */
  details: Nullable(
    Answer({
      path: Nullable(Type.String()),
      rule: Type.String(),
      limit: Type.Unsafe<string | number | readonly string[] | null>({}),
      values: Type.Optional(Type.Unsafe<Record<string, string | number>>({ type: 'object' })),
    }),
  ),
  link: LinkToCopy,
});
export type JudgedLine = Static<typeof JudgedLine>;

const JudgedLines = Answer({ lines: Type.Array(JudgedLine) });
export type JudgedLines = Static<typeof JudgedLines>;

const LIST_DEADLINE_MS = 60_000;

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
    'POST /people/list': {
      summary: 'Invite several people, each line judged for itself',
      role: 'admin',
      body: PastedPeople,
      answer: JudgedLines,
      deadline_ms: LIST_DEADLINE_MS,
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
      deadline_ms: ERASE_DEADLINE_MS,
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
