import { EMAIL_RULE, FULL_NAME_RULE, PASSWORD_RULE } from '../src/features/users/rules.ts';
import { eraseUser } from '../src/features/users/people/erasure.ts';
import { listAccountUsers } from '../src/features/users/people/people.ts';
import { createUser, deactivateUser, inviteAdmin, reactivateUser } from '../src/features/users/users.ts';
import { contextIn, command } from './command.ts';
import {
  ACCOUNT_FLAG,
  switchFlag,
  idFlag,
  choiceFlag,
  optionalFlag,
  PAGE_FLAGS,
  SEARCH_FLAG,
  secretFlag,
  textFlag,
} from './flags.ts';

export const userCommands = [
  command('user create', {
    about: 'Creates a user in an account',
    flags: {
      account: ACCOUNT_FLAG,
      email: textFlag('E', "The user's email address", EMAIL_RULE),
      name: textFlag('N', "The user's full name", FULL_NAME_RULE),
      role: choiceFlag(['admin', 'member'], 'The access of the user to the account'),
      password: secretFlag('P', "The user's password", PASSWORD_RULE),
    },
    run: async (platform, { account, email, name, role, password }) =>
      createUser(await contextIn(platform, account), {
        email,
        full_name: name,
        is_admin: role === 'admin',
        password,
      }),
  }),
  command('user list', {
    about: 'Lists the users of an account, newest first',
    flags: {
      account: ACCOUNT_FLAG,
      standing: optionalFlag(choiceFlag(['active', 'invited', 'inactive'], 'Only users with this access')),
      search: SEARCH_FLAG,
      ...PAGE_FLAGS,
    },
    run: async (platform, { account, standing, search, ...page }) => {
      const filter = { ...page, ...(standing && { standing }), ...(search && { search }) };
      const { people: users, ...ends } = await listAccountUsers(await contextIn(platform, account), filter);
      return { users, ...ends };
    },
  }),
  command('user invite', {
    about: 'Invites an admin by mail; the running service sends it',
    flags: {
      account: ACCOUNT_FLAG,
      email: textFlag('E', "The user's email address", EMAIL_RULE),
      name: textFlag('N', "The user's full name", FULL_NAME_RULE),
    },
    run: async (operator, { account, email, name }) => {
      const invitee = { email, full_name: name, roles: ['admin' as const] };
      const ctx = await contextIn(operator, account);
      const { user_id } = await inviteAdmin(ctx, invitee);
      return { user_id };
    },
  }),
  command('user deactivate', {
    about: 'Deactivates a user; keys that the user created and apps that the user connected stop working',
    flags: {
      account: ACCOUNT_FLAG,
      id: idFlag('U', 'The person'),
      'keep-access': switchFlag('Keeps the keys that the user created and the apps that the user connected'),
    },
    run: async (platform, { account, id, 'keep-access': keep_access }) =>
      deactivateUser(await contextIn(platform, account), id, { keep_access }),
  }),
  command('user erase', {
    about: "Erases a user's name and address from all records permanently; the records and counters stay",
    flags: { account: ACCOUNT_FLAG, id: idFlag('U', 'The person') },
    run: async (platform, { account, id }) => eraseUser(await contextIn(platform, account), id),
  }),
  command('user reactivate', {
    about: 'Reactivates a deactivated user',
    flags: { account: ACCOUNT_FLAG, id: idFlag('U', 'The person') },
    run: async (platform, { account, id }) => reactivateUser(await contextIn(platform, account), id),
  }),
];
