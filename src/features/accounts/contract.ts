import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import {
  Answer,
  CountedPage,
  IdList,
  Input,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  Uuid,
} from '../../lib/schema/schema.ts';
import { SMALL_PICTURE_TIMEOUT_MS, SmallPictureInput } from '../../lib/images/smallPictureInput.ts';
import { RepeatedInvitation, LinkToCopy } from '../invitations/contract.ts';
import { IDENTITY_PROOF } from '../secondFactor/contract.ts';
import { EMAIL_RULE, ERASE_USER_DEADLINE_MS, FULL_NAME_RULE } from '../users/rules.ts';
import { nameRule } from '../../lib/schema/rules.ts';

export const ACCOUNT_NAME_RULE = nameRule(200);

const AccountChanges = Input({ name: Type.String(ACCOUNT_NAME_RULE) });

const TimeZoneChange = Input({
  time_zone: Type.String({ minLength: 1, maxLength: 64, description: 'A name such as Europe/Berlin' }),
});

export const Account = Answer({ account_id: Uuid, name: Type.String() });
export type Account = Static<typeof Account>;

const NewLogo = Input({ logo: SmallPictureInput });
const AccountLogo = Answer({ account_id: Uuid, logo: Nullable(Type.String()) });
export type AccountLogo = Static<typeof AccountLogo>;

const TimeZoneChanged = Answer({ account_id: Uuid, time_zone: Type.String() });

const ACCOUNT_STATES = ['active', 'suspended'] as const;

/** The number of records of an account, and its activity in the last 30 days. */
const usage = {
  people: Type.Integer(),
  seats: Type.Integer(),
  tasks: Type.Integer(),
  sessions: Type.Integer(),
  minutes: Type.Integer(),
  deliveries: Type.Integer(),
  calls: Type.Integer(),
  /** The time of the last API request of a key or an app. */
  last_call_at: Nullable(Timestamp),
  /** The time of the last sign-in, page view, session start or API request. */
  last_active_at: Nullable(Timestamp),
};

/** The storage that an account uses. The values come from counters and statistics, so that no long table is counted. */
const AccountStorage = Answer({
  file_bytes: Type.Integer(),
  most_file_bytes: Type.Integer(),
  /** Null until the first count of the tasks has finished. */
  task_rows: Nullable(Type.Integer()),
  session_rows: Nullable(Type.Integer()),
  log_rows: Type.Integer(),
  /**
   * An estimate from the planner statistics of PostgreSQL, which can be some minutes old. Null in a sharded database,
   * where the coordinator has no statistics of the shards.
   */
  about_delivery_rows: Nullable(Type.Integer()),
});
export type AccountStorage = Static<typeof AccountStorage>;

const account = {
  id: Uuid,
  name: Type.String(),
  state: OneOf(ACCOUNT_STATES),
  created_at: Timestamp,
  ...usage,
  storage: AccountStorage,
};

const AccountWithUsage = Answer(account);
export type AccountWithUsage = Static<typeof AccountWithUsage>;

export const AccountFilter = Input({
  state: Type.Optional(OneOf(ACCOUNT_STATES)),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'A part of its name, or its id' })),
  ...Page,
});
export type AccountFilter = Static<typeof AccountFilter>;

export const AccountPage = Answer({ accounts: Type.Array(AccountWithUsage), ...CountedPage });
export type AccountPage = Static<typeof AccountPage>;

const AccountRef = Input({ account_id: Uuid });

const Admin = Answer({
  user_id: Uuid,
  full_name: Type.String(),
  email: Type.String(),
  /** True until the invited admin has chosen a password. */
  is_invited: Type.Boolean(),
});
const Day = Answer({
  day: Type.String(),
  tasks: Type.Integer(),
  sessions: Type.Integer(),
  calls: Type.Integer(),
  /** The number of API requests with a 4xx or 5xx status. */
  errors: Type.Integer(),
});
const Seat = Answer({ id: Uuid, device_name: Type.String(), user_name: Nullable(Type.String()) });

export type AccountSeat = Static<typeof Seat>;
const AccountSeatSearch = Input({
  account_id: Uuid,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words that the device name or the name of the wearer contains',
    }),
  ),
  seat_ids: Type.Optional(IdList),
  limit: Page.limit,
});
export type AccountSeatSearch = Static<typeof AccountSeatSearch>;
/** `total` counts all matching seats. */
const AccountSeatList = Answer({ seats: Type.Array(Seat), total: Type.Integer() });
export type AccountSeatList = Static<typeof AccountSeatList>;

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

const AccountInvitation = Input({
  account_name: Type.String(ACCOUNT_NAME_RULE),
  full_name: Type.String(FULL_NAME_RULE),
  email: Type.String(EMAIL_RULE),
});

const InvitedAccount = Answer({ account_id: Uuid, user_id: Uuid, email: Type.String(), link: LinkToCopy });
export type InvitedAccount = Static<typeof InvitedAccount>;

const AdminRef = Input({ account_id: Uuid, user_id: Uuid });

const ErasedByAddress = Input({
  ...IDENTITY_PROOF,
  email: Type.String({ ...EMAIL_RULE, description: 'The address of the person' }),
});
const Erased = Answer({ erased: Type.Literal(true), user_id: Uuid });

const AccountStateChange = Input({ state: OneOf(ACCOUNT_STATES) });
const AccountStateChanged = Answer({ state: OneOf(ACCOUNT_STATES) });
export type AccountState = Static<typeof AccountStateChanged>['state'];

export const accountsApi = defineDashboardApi({
  'PATCH /account': { role: 'admin', body: AccountChanges, answer: Account },
  'PUT /account/time-zone': { role: 'admin', body: TimeZoneChange, answer: TimeZoneChanged },
  'GET /account/logo': { role: 'member', answer: AccountLogo },
  'PUT /account/logo': {
    role: 'admin',
    body: NewLogo,
    answer: AccountLogo,
    deadline_ms: SMALL_PICTURE_TIMEOUT_MS,
  },
  'DELETE /account/logo': { role: 'admin', answer: AccountLogo },
  'GET /staff/accounts': { role: 'staff', query: AccountFilter, answer: AccountPage },
  'POST /staff/accounts': { role: 'staff', body: AccountInvitation, answer: InvitedAccount, status: 201 },
  'POST /staff/accounts/invitation': { role: 'staff', query: AdminRef, answer: RepeatedInvitation },
  'PATCH /staff/accounts': {
    role: 'staff',
    query: AccountRef,
    body: AccountStateChange,
    answer: AccountStateChanged,
  },
  'POST /staff/account/erasure': {
    role: 'staff',
    query: AccountRef,
    body: ErasedByAddress,
    answer: Erased,
    deadline_ms: ERASE_USER_DEADLINE_MS,
  },
  'GET /staff/account': { role: 'staff', query: AccountRef, answer: AccountDetail },
  'GET /staff/account/seats': { role: 'staff', query: AccountSeatSearch, answer: AccountSeatList },
});
