import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation, staffOperation } from '../../doors/session.ts';
import { reactivateAccount, renameAccount, suspendAccount } from './accounts.ts';
import {
  Account,
  AccountChanges,
  AccountDetail,
  AccountFilter,
  AccountPage,
  AccountRef,
  AccountStateChange,
  AccountStateChanged,
} from './contract.ts';
import { listAccounts, readAccount } from './overview.ts';

const ownAccount = resource(
  '/account',
  {
    PATCH: consoleOperation({
      summary: 'Rename the account',
      role: 'admin',
      body: AccountChanges,
      answer: Account,
      handle: (ctx, { body }) => renameAccount(ctx, body.name),
    }),
  },
  { tag: 'Account' },
);

const TAG = { tag: 'Staff' };

const accounts = resource(
  '/staff/accounts',
  {
    GET: staffOperation({
      summary: 'List accounts with their usage',
      query: AccountFilter,
      answer: AccountPage,
      handle: (staff, { query }) => listAccounts(staff, query),
    }),
    PATCH: staffOperation({
      summary: 'Suspend or reactivate an account',
      query: AccountRef,
      body: AccountStateChange,
      answer: AccountStateChanged,
      handle: (staff, { query: { account_id }, body: { state } }) =>
        state === 'active' ? reactivateAccount(staff, account_id) : suspendAccount(staff, account_id),
    }),
  },
  TAG,
);

const account = resource(
  '/staff/account',
  {
    GET: staffOperation({
      summary: 'Read an account',
      query: AccountRef,
      answer: AccountDetail,
      handle: (staff, { query }) => readAccount(staff, query.account_id),
    }),
  },
  TAG,
);

export const accountsConsole: readonly Resource[] = [ownAccount, accounts, account];
