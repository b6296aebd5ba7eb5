import { Type, type Static } from '../../../lib/schema/type.ts';
import { defineDashboardApi } from '../../../access/dashboardApi.ts';
import { ImportOptions } from '../../../access/imports.ts';
import {
  Answer,
  CountedPage,
  ExpectedValuesInput,
  IdList,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  Uuid,
} from '../../../lib/schema/schema.ts';
import { RepeatedInvitation, LinkToCopy } from '../../invitations/contract.ts';
import { UserAccess } from '../access/contract.ts';
import { InvitationAnswer, User, UserFilter, UserRef } from '../contract.ts';
import { DEVICE_NAME_RULE, SEAT_ROLES } from '../../seats/rules.ts';
import { IDENTITY_PROOF } from '../../secondFactor/contract.ts';
import { EMAIL_RULE, ERASE_USER_DEADLINE_MS, FULL_NAME_RULE } from '../rules.ts';
import { userReasons } from '../reasons.ts';

/** The role in the dashboard. The role on glasses is a property of the seat. */
const Access = OneOf(['admin', 'member']);
/** `invited` users have no password yet, but tasks can be assigned to them. */
const Standing = OneOf(['active', 'invited', 'inactive']);

export const AccountUser = Answer({
  ...User.properties,
  access: Access,
  standing: Standing,
  /** The time at which the user's personal data was erased; null if it was not. */
  erased_at: Nullable(Timestamp),
  /** The open invitation; null if it was accepted, cancelled or never sent. */
  invitation: Nullable(Answer({ sent_at: Timestamp, expires_at: Timestamp })),
});
export type AccountUser = Static<typeof AccountUser>;

/** The filter of a CSV export, which has no page. */
export const AccountUserExportFilter = Input({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words that the name or the address contains' }),
  ),
  user_ids: Type.Optional(IdList),
  access: Type.Optional(Access),
  status: UserFilter.properties.status,
  standing: Type.Optional(Standing),
});
export type AccountUserExportFilter = Static<typeof AccountUserExportFilter>;

export const AccountUserFilter = Input({ ...AccountUserExportFilter.properties, ...Page });
export type AccountUserFilter = Static<typeof AccountUserFilter>;

export const AccountUserPage = Answer({ people: Type.Array(AccountUser), ...CountedPage });
export type AccountUserPage = Static<typeof AccountUserPage>;

const SeatOfNewUserInput = Input({
  device_name: Type.String(DEVICE_NAME_RULE),
  roles: Type.Array(OneOf(SEAT_ROLES), { minItems: 1, maxItems: SEAT_ROLES.length, uniqueItems: true }),
});
export type SeatOfNewUserInput = Static<typeof SeatOfNewUserInput>;

export const NewUser = Input({
  email: Type.String(EMAIL_RULE),
  full_name: Type.String(FULL_NAME_RULE),
  access: Access,
  /** A new seat for the user. Glasses are paired with it later. */
  seat: Type.Optional(SeatOfNewUserInput),
});
export type NewUser = Static<typeof NewUser>;

const UserChanges = Input({
  access: Type.Optional(Access),
  status: Type.Optional(OneOf(['active', 'inactive'])),
  /** True to keep the user's keys and apps when the access ends. */
  keep_access: Type.Optional(Type.Boolean()),
});
export type UserChanges = Static<typeof UserChanges>;
const UserEdit = Input({ ...UserChanges.properties, expected: ExpectedValuesInput });

/** The maximum number of people per request. */
const MOST_AT_ONCE = 200;
const Cell = Type.String({ maxLength: 1_000 });

/**
 * An unvalidated line. Each line is validated separately, so that an invalid line does not reject the whole request.
 */
export const InvitationLine = Input({
  email: Cell,
  full_name: Cell,
  access: Cell,
  device_name: Cell,
  role: Cell,
});
export type InvitationLine = Static<typeof InvitationLine>;

export const PastedPeople = Input({
  people: Type.Array(InvitationLine, {
    minItems: 1,
    maxItems: MOST_AT_ONCE,
    rule: userReasons.line_count({ most: MOST_AT_ONCE }),
  }),
  /** With `update`, the access of users of the account changes to that of their line. Defaults to `skip`. */
  duplicates: Type.Optional(ImportOptions.duplicates),
  /** True to return the states without inviting or changing anyone. */
  dry_run: Type.Optional(ImportOptions.dry_run),
});
export type PastedPeople = Static<typeof PastedPeople>;

const LINE_STATES = ['invited', 'updated', 'waiting', 'known', 'repeated', 'refused'] as const;

/** The result of a line. `waiting` means that the person already has an open invitation and gets no second mail. */
export const InvitationResult = Answer({
  email: Type.String(),
  full_name: Type.String(),
  state: OneOf(LINE_STATES),
  /** The id of the invited user. */
  user_id: Nullable(Uuid),
  /** The error of a rejected line in English, otherwise null. */
  fault: Nullable(Type.String()),
  /** The error as structured data, from which the dashboard builds a translated text. */
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
export type InvitationResult = Static<typeof InvitationResult>;

const InvitationResults = Answer({ lines: Type.Array(InvitationResult) });
export type InvitationResults = Static<typeof InvitationResults>;

const LIST_DEADLINE_MS = 60_000;

const UserInvited = Answer({ ...InvitationAnswer.properties, link: LinkToCopy });
const UserChanged = Answer({ changed: Type.Literal(true) });
const ConfirmedErasure = Input(IDENTITY_PROOF);
const Erased = Answer({ erased: Type.Literal(true) });
const InvitationCancelled = Answer({ cancelled: Type.Literal(true) });

export const usersApi = defineDashboardApi({
  'GET /people': { role: 'member', query: AccountUserFilter, answer: AccountUserPage },
  'GET /person': { role: 'member', query: UserRef, answer: AccountUser },
  'POST /people': { role: 'admin', body: NewUser, answer: UserInvited, status: 201 },
  'POST /people/list': {
    role: 'admin',
    body: PastedPeople,
    answer: InvitationResults,
    deadline_ms: LIST_DEADLINE_MS,
  },
  'PATCH /people': { role: 'admin', query: UserRef, body: UserEdit, answer: UserChanged },
  'DELETE /people': {
    role: 'admin',
    needs_sign_in: true,
    query: UserRef,
    body: ConfirmedErasure,
    answer: Erased,
    deadline_ms: ERASE_USER_DEADLINE_MS,
  },
  'GET /people/access': { role: 'admin', query: UserRef, answer: UserAccess },
  'POST /people/invitation': { role: 'admin', query: UserRef, answer: RepeatedInvitation },
  'DELETE /people/invitation': { role: 'admin', query: UserRef, answer: InvitationCancelled },
});
