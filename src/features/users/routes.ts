import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import { Invited, Invitee, UserFilter, UserPage } from './contract.ts';
import { inviteUser, listUsers } from './users.ts';

export const users = resource(
  '/api-tenant-users',
  {
    POST: operation({
      operation_id: 'inviteUser',
      summary: 'Invite a user',
      description:
        'The person exists at once and gets a mail with a link, valid 7 days, to choose a password. Trainer ' +
        'or trainee comes later, with a seat. 409 when the address cannot be added, for whatever reason. ' +
        limitSentence('users'),
      scope: 'manage:users',
      denied: 'FORBIDDEN',
      body: Invitee,
      answer: Invited,
      status: 201,
      errors: ['CONFLICT'],
      example: { body: { email: 'ines@example.com', full_name: 'Ines Vogel', roles: ['admin'] } },
      handle: (ctx, { body }) => inviteUser(ctx, body),
    }),
    GET: operation({
      operation_id: 'listUsers',
      summary: 'List users',
      description: 'Newest first. `role` is that of the seat, where there is one.',
      scope: 'read:users',
      query: UserFilter,
      answer: UserPage,
      example: { query: { role: 'trainer', status: 'active' } },
      handle: (ctx, { query }) => listUsers(ctx, query),
    }),
  },
  {
    tag: 'Users',
    about: 'The admins and members of the account: who works with it, and with which seat.',
  },
);
