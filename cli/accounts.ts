import { createAccount } from '../src/features/accounts/accounts.ts';
import { exportAccount } from '../src/features/accounts/export/save.ts';
import { listFinishedRemovals } from '../src/features/accounts/removal/finishedRemovals.ts';
import {
  createRemovalContext,
  cancelRemoval,
  requestRemoval,
} from '../src/features/accounts/removal/requests.ts';
import { listAccounts } from '../src/features/accounts/overview.ts';
import { ACCOUNT_NAME_RULE } from '../src/features/accounts/contract.ts';
import { EMAIL_RULE, FULL_NAME_RULE, PASSWORD_RULE } from '../src/features/users/rules.ts';
import { contextIn, command } from './command.ts';
import {
  ACCOUNT_FLAG,
  archivePathFlag,
  switchFlag,
  choiceFlag,
  optionalFlag,
  PAGE_FLAGS,
  SEARCH_FLAG,
  secretFlag,
  textFlag,
} from './flags.ts';

export const accountCommands = [
  command('account create', {
    about: 'Creates an account with its first admin',
    flags: {
      name: textFlag('N', 'Name of the account', ACCOUNT_NAME_RULE),
      'admin-email': textFlag('E', "The admin's email address", EMAIL_RULE),
      'admin-name': textFlag('F', "The admin's full name", FULL_NAME_RULE),
      'admin-password': secretFlag('P', "The admin's password", PASSWORD_RULE),
    },
    run: (platform, { name, 'admin-email': email, 'admin-name': full_name, 'admin-password': password }) =>
      createAccount(platform, { name, admin: { email, full_name, password } }),
  }),
  command('account list', {
    about: 'Lists the accounts with their contents, newest first',
    flags: {
      state: optionalFlag(choiceFlag(['active', 'suspended'], 'Only in this state')),
      search: SEARCH_FLAG,
      ...PAGE_FLAGS,
    },
    run: (platform, { state, search, ...page }) =>
      listAccounts(platform, { ...page, ...(state && { state }), ...(search && { search }) }),
  }),
  command('account export', {
    about: 'Exports an account into one archive: its records as JSON lines, and its files',
    flags: {
      account: ACCOUNT_FLAG,
      to: archivePathFlag('FILE|s3://…', 'The destination: a new file, or s3://key:secret@host/bucket/name'),
    },
    async run(platform, { account, to }, interrupted) {
      const { missing, ...exported } = await exportAccount(
        await contextIn(platform, account),
        to,
        interrupted,
      );
      return { ...exported, missing_files: missing.length };
    },
  }),
  command('account delete', {
    about: 'Schedules the deletion of an account with all its data in 30 days, by the running service',
    flags: {
      account: ACCOUNT_FLAG,
      name: textFlag('N', 'The name of the account, as a confirmation', ACCOUNT_NAME_RULE),
      now: switchFlag('Delete immediately; this cannot be cancelled'),
    },
    run: async (platform, { account, name, now }) =>
      requestRemoval(await createRemovalContext(platform, account), { name, ...(now && { days: 0 }) }),
  }),
  command('account keep', {
    about: 'Cancels the scheduled deletion of an account',
    flags: { account: ACCOUNT_FLAG },
    run: async (platform, { account }) => cancelRemoval(await createRemovalContext(platform, account)),
  }),
  command('account deletions', {
    about: 'Lists the deletions of accounts with the removed rows, newest first',
    flags: PAGE_FLAGS,
    run: listFinishedRemovals,
  }),
];
