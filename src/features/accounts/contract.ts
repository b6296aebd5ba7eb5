import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../lib/schema/schema.ts';
import { SMALL_PICTURE_WITHIN_MS, SmallPicture } from '../../lib/images/smallPictureInput.ts';
import { InvitedAgain, LinkToCopy } from '../invitations/contract.ts';
import { EMAIL, ERASE_DEADLINE_MS, FULL_NAME } from '../users/rules.ts';
import { ACCOUNT_NAME } from './rules.ts';

const AccountChanges = Input({ name: Type.String(ACCOUNT_NAME) });

const TimeZoneChange = Input({
  time_zone: Type.String({ minLength: 1, maxLength: 64, description: 'A name such as Europe/Berlin' }),
});

export const Account = Answer({ account_id: Uuid, name: Type.String() });
export type Account = Static<typeof Account>;

const NewLogo = Input({ logo: SmallPicture });
const AccountLogo = Answer({ account_id: Uuid, logo: Nullable(Type.String()) });
export type AccountLogo = Static<typeof AccountLogo>;

const TimeZoneChanged = Answer({ account_id: Uuid, time_zone: Type.String() });

const ACCOUNT_STATES = ['active', 'suspended'] as const;

/** The content of an account, and its activity in the last thirty days. */
const usage = {
  people: Type.Integer(),
  seats: Type.Integer(),
  tasks: Type.Integer(),
  sessions: Type.Integer(),
  minutes: Type.Integer(),
  deliveries: Type.Integer(),
  calls: Type.Integer(),
  /** The last call of a key or an app. */
  last_call_at: Nullable(Timestamp),
  /** The last sign-in, page view, session start or call. */
  last_active_at: Nullable(Timestamp),
};

/** The stored bytes and rows of an account, counted when they are written. */
const Storage = Answer({
  file_bytes: Type.Integer(),
  most_file_bytes: Type.Integer(),
  /** Null while the list is counted for the first time. */
  task_rows: Nullable(Type.Integer()),
  session_rows: Nullable(Type.Integer()),
  log_rows: Type.Integer(),
  /**
   * Estimated from the statistics of the database, which know nothing of the last minutes. Null where rows are spread
   * over servers, which have statistics of their own.
   */
  about_delivery_rows: Nullable(Type.Integer()),
});
export type Storage = Static<typeof Storage>;

const account = {
  id: Uuid,
  name: Type.String(),
  state: OneOf(ACCOUNT_STATES),
  created_at: Timestamp,
  ...usage,
  storage: Storage,
};

const AccountUse = Answer(account);
export type AccountUse = Static<typeof AccountUse>;

export const AccountFilter = Input({
  state: Type.Optional(OneOf(ACCOUNT_STATES)),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'A part of its name, or its id' })),
  ...Page,
});
export type AccountFilter = Static<typeof AccountFilter>;

export const AccountPage = Answer({
  accounts: Type.Array(AccountUse),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type AccountPage = Static<typeof AccountPage>;

const AccountRef = Input({ account_id: Uuid });

const Admin = Answer({
  user_id: Uuid,
  full_name: Type.String(),
  email: Type.String(),
  /** Has chosen no password yet. */
  is_invited: Type.Boolean(),
});
const Day = Answer({
  day: Type.String(),
  tasks: Type.Integer(),
  sessions: Type.Integer(),
  calls: Type.Integer(),
  /** The calls that were refused or failed. */
  errors: Type.Integer(),
});
const Seat = Answer({ id: Uuid, device_name: Type.String(), user_name: Nullable(Type.String()) });

export const AccountDetail = Answer({
  ...account,
  keys: Type.Integer(),
  endpoints: Type.Integer(),
  connected_apps: Type.Integer(),
  admins: Type.Array(Admin),
  seat_list: Type.Array(Seat),
  days: Type.Array(Day),
});
export type AccountDetail = Static<typeof AccountDetail>;

const AccountToOpen = Input({
  account_name: Type.String(ACCOUNT_NAME),
  full_name: Type.String(FULL_NAME),
  email: Type.String(EMAIL),
});

const AccountOpened = Answer({ account_id: Uuid, user_id: Uuid, email: Type.String(), link: LinkToCopy });
export type AccountOpened = Static<typeof AccountOpened>;

const AdminRef = Input({ account_id: Uuid, user_id: Uuid });

const ErasedByAddress = Input({ email: Type.String({ ...EMAIL, description: 'The address of the person' }) });
const Erased = Answer({ erased: Type.Literal(true), user_id: Uuid });

const AccountStateChange = Input({ state: OneOf(ACCOUNT_STATES) });
const AccountStateChanged = Answer({ state: OneOf(ACCOUNT_STATES) });
export type AccountState = Static<typeof AccountStateChanged>['state'];

export const accountsApi = consoleApi(
  {
    'PATCH /account': { summary: 'Rename the account', role: 'admin', body: AccountChanges, answer: Account },
    'PUT /account/time-zone': {
      summary: 'Choose where the days of the account begin and end',
      role: 'admin',
      body: TimeZoneChange,
      answer: TimeZoneChanged,
    },
    'GET /account/logo': { summary: 'Read the logo of the account', role: 'member', answer: AccountLogo },
    'PUT /account/logo': {
      summary: 'Choose the logo of the account',
      role: 'admin',
      body: NewLogo,
      answer: AccountLogo,
      deadline_ms: SMALL_PICTURE_WITHIN_MS,
    },
    'DELETE /account/logo': {
      summary: 'Remove the logo of the account',
      role: 'admin',
      answer: AccountLogo,
    },
    'GET /staff/accounts': {
      summary: 'List accounts with their usage',
      role: 'staff',
      query: AccountFilter,
      answer: AccountPage,
    },
    'POST /staff/accounts': {
      summary: 'Create an account and invite its first admin',
      role: 'staff',
      body: AccountToOpen,
      answer: AccountOpened,
      status: 201,
    },
    'POST /staff/accounts/invitation': {
      summary: 'Invite the first admin of an account again',
      role: 'staff',
      query: AdminRef,
      answer: InvitedAgain,
    },
    'PATCH /staff/accounts': {
      summary: 'Suspend or reactivate an account',
      role: 'staff',
      query: AccountRef,
      body: AccountStateChange,
      answer: AccountStateChanged,
    },
    'POST /staff/account/erasure': {
      summary: "Take a person's name and address off all records of an account, for good",
      role: 'staff',
      query: AccountRef,
      body: ErasedByAddress,
      answer: Erased,
      deadline_ms: ERASE_DEADLINE_MS,
    },
    'GET /staff/account': {
      summary: 'Read an account',
      role: 'staff',
      query: AccountRef,
      answer: AccountDetail,
    },
  },
  { tag: 'Account' },
);
