import { createAccount } from '../src/features/accounts/accounts.ts';
import { exportAccount } from '../src/features/accounts/export/save.ts';
import { listFinishedRemovals } from '../src/features/accounts/removal/proof.ts';
import { actOnAccount, cancelRemoval, requestRemoval } from '../src/features/accounts/removal/requests.ts';
import { listAccounts } from '../src/features/accounts/overview.ts';
import { ACCOUNT_NAME } from '../src/features/accounts/rules.ts';
import { EMAIL, FULL_NAME, PASSWORD } from '../src/features/users/rules.ts';
import { actIn, command } from './command.ts';
import { ACCOUNT_FLAG, archive, given, oneOf, optionalFlag, PAGE, SEARCH, secret, text } from './flags.ts';

export const accountCommands = [
  command('account create', {
    about: 'Creates an account with its first admin',
    flags: {
      name: text('N', 'Name of the account', ACCOUNT_NAME),
      'admin-email': text('E', "The admin's email address", EMAIL),
      'admin-name': text('F', "The admin's full name", FULL_NAME),
      'admin-password': secret('P', "The admin's password", PASSWORD),
    },
    run: (platform, { name, 'admin-email': email, 'admin-name': full_name, 'admin-password': password }) =>
      createAccount(platform, { name, admin: { email, full_name, password } }),
  }),
  command('account list', {
    about: 'Lists the accounts with what is in them, the newest first',
    flags: {
      state: optionalFlag(oneOf(['active', 'suspended'], 'Only in this state')),
      search: SEARCH,
      ...PAGE,
    },
    run: (platform, { state, search, ...page }) =>
      listAccounts(platform, { ...page, ...(state && { state }), ...(search && { search }) }),
  }),
  command('account export', {
    about: 'Writes everything of an account into one file: its records as JSON lines, and its files',
    flags: {
      account: ACCOUNT_FLAG,
      to: archive('FILE|s3://…', 'Where to: a new file, or s3://key:secret@host/bucket/name'),
    },
    async run(platform, { account, to }, interrupted) {
      const { missing, ...exported } = await exportAccount(await actIn(platform, account), to, interrupted);
      return { ...exported, missing_files: missing.length };
    },
  }),
  command('account delete', {
    about: 'Has an account deleted with all that is in it in thirty days, by the running service',
    flags: {
      account: ACCOUNT_FLAG,
      name: text('N', 'Its name, so that it is the right one', ACCOUNT_NAME),
      now: given('At once: it cannot be called off'),
    },
    run: async (platform, { account, name, now }) =>
      requestRemoval(await actOnAccount(platform, account), { name, ...(now && { days: 0 }) }),
  }),
  command('account keep', {
    about: 'Calls the deletion of an account off, as long as it has not begun',
    flags: { account: ACCOUNT_FLAG },
    run: async (platform, { account }) => cancelRemoval(await actOnAccount(platform, account)),
  }),
  command('account deletions', {
    about: 'Lists the deletions of accounts, the newest first, with what was removed',
    flags: PAGE,
    run: listFinishedRemovals,
  }),
];
