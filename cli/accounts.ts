import { createAccount } from '../src/features/accounts/accounts.ts';
import { ACCOUNT_NAME } from '../src/features/accounts/rules.ts';
import { EMAIL, FULL_NAME, PASSWORD } from '../src/features/users/rules.ts';
import { command } from './command.ts';
import { secret, text } from './flags.ts';

export const accounts = [
  command('account create', {
    about: 'Creates an account with its first admin',
    flags: {
      name: text('N', 'Name of the account', ACCOUNT_NAME),
      'admin-email': text('E', "The admin's e-mail address", EMAIL),
      'admin-name': text('F', "The admin's full name", FULL_NAME),
      'admin-password': secret('P', "The admin's password", PASSWORD),
    },
    run: (platform, { name, 'admin-email': email, 'admin-name': full_name, 'admin-password': password }) =>
      createAccount(platform, { name, admin: { email, full_name, password } }),
  }),
];
