import { EMAIL, FULL_NAME, PASSWORD } from '../src/features/users/rules.ts';
import { eraseUser } from '../src/features/users/people/erasure.ts';
import { listAccountUsers } from '../src/features/users/people/people.ts';
import { createUser, deactivateUser, inviteUser, reactivateUser } from '../src/features/users/users.ts';
import { actIn, command } from './command.ts';
import { ACCOUNT_FLAG, given, id, oneOf, optionalFlag, PAGE, SEARCH, secret, text } from './flags.ts';

export const userCommands = [
  command('user create', {
    about: 'Adds a person to an account',
    flags: {
      account: ACCOUNT_FLAG,
      email: text('E', "The person's email address", EMAIL),
      name: text('N', "The person's full name", FULL_NAME),
      role: oneOf(['admin', 'member'], 'What the person may do in the account'),
      password: secret('P', "The person's password", PASSWORD),
    },
    run: async (platform, { account, email, name, role, password }) =>
      createUser(await actIn(platform, account), {
        email,
        full_name: name,
        is_admin: role === 'admin',
        password,
      }),
  }),
  command('user list', {
    about: 'Lists the people of an account, the newest first',
    flags: {
      account: ACCOUNT_FLAG,
      standing: optionalFlag(oneOf(['active', 'invited', 'inactive'], 'Only those who are it')),
      search: SEARCH,
      ...PAGE,
    },
    run: async (platform, { account, standing, search, ...page }) => {
      const filter = { ...page, ...(standing && { standing }), ...(search && { search }) };
      const { people: users, ...ends } = await listAccountUsers(await actIn(platform, account), filter);
      return { users, ...ends };
    },
  }),
  command('user invite', {
    about: 'Invites an admin by mail; the running service sends it',
    flags: {
      account: ACCOUNT_FLAG,
      email: text('E', "The person's email address", EMAIL),
      name: text('N', "The person's full name", FULL_NAME),
    },
    run: async (operator, { account, email, name }) => {
      const invitee = { email, full_name: name, roles: ['admin' as const] };
      const ctx = await actIn(operator, account);
      const { user_id } = await inviteUser(ctx, invitee);
      return { user_id };
    },
  }),
  command('user deactivate', {
    about:
      'Takes the account away from a person, who stays on record; keys they made and apps they let in end',
    flags: {
      account: ACCOUNT_FLAG,
      id: id('U', 'The person'),
      'keep-access': given('Leaves the keys that they made and the apps that they let in as they are'),
    },
    run: async (platform, { account, id, 'keep-access': keep_access }) =>
      deactivateUser(await actIn(platform, account), id, { keep_access }),
  }),
  command('user erase', {
    about:
      "Takes a person's name and address off all records, for good; what they did stays, and so do the counts",
    flags: { account: ACCOUNT_FLAG, id: id('U', 'The person') },
    run: async (platform, { account, id }) => eraseUser(await actIn(platform, account), id),
  }),
  command('user reactivate', {
    about: 'Gives the account back to a deactivated person',
    flags: { account: ACCOUNT_FLAG, id: id('U', 'The person') },
    run: async (platform, { account, id }) => reactivateUser(await actIn(platform, account), id),
  }),
];
