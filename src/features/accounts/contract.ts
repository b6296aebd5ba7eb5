import { Type, type Static } from 'typebox';
import { consoleApi } from '../../lib/declaration.ts';
import { Answer, Input, Nullable, OneOf, Page, Timestamp, Uuid } from '../../lib/schema.ts';
import { ACCOUNT_NAME } from './rules.ts';

const AccountChanges = Input({ name: Type.String(ACCOUNT_NAME) });

export const Account = Answer({ account_id: Uuid, name: Type.String() });
export type Account = Static<typeof Account>;

const ACCOUNT_STATES = ['active', 'suspended'] as const;

/** What an account holds, and what happened in it in the last thirty days. */
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

const account = {
  id: Uuid,
  name: Type.String(),
  state: OneOf(ACCOUNT_STATES),
  created_at: Timestamp,
  ...usage,
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

const Admin = Answer({ user_id: Uuid, full_name: Type.String(), email: Type.String() });
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

const AccountStateChange = Input({ state: OneOf(ACCOUNT_STATES) });
const AccountStateChanged = Answer({ state: OneOf(ACCOUNT_STATES) });
export type AccountState = Static<typeof AccountStateChanged>['state'];

export const accountsApi = consoleApi(
  {
    'PATCH /account': { summary: 'Rename the account', role: 'admin', body: AccountChanges, answer: Account },
    'GET /staff/accounts': {
      summary: 'List accounts with their usage',
      role: 'staff',
      query: AccountFilter,
      answer: AccountPage,
    },
    'PATCH /staff/accounts': {
      summary: 'Suspend or reactivate an account',
      role: 'staff',
      query: AccountRef,
      body: AccountStateChange,
      answer: AccountStateChanged,
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
