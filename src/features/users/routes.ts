import { Type } from '../../lib/type.ts';
import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import { Invited, Invitee, User, UserPage, UserQuery } from './contract.ts';
import { getUser, inviteUser, listUsers } from './users.ts';

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
      summary: 'List users, or get one user',
      description:
        'With `user_id` the answer is that user. Without it the answer is a page of users, newest first. `role` is ' +
        'that of the seat, where there is one.',
      scope: 'read:users',
      query: UserQuery,
      answer: Type.Unsafe<UserPage | User>({ oneOf: [UserPage, User] }),
      errors: ['NOT_FOUND'],
      example: { query: { role: 'trainer', status: 'active' } },
      handle: (ctx, { query: { user_id, ...filter } }) =>
        user_id === undefined ? listUsers(ctx, filter) : getUser(ctx, user_id),
    }),
  },
  {
    tag: 'Users',
    about: 'The admins and members of the account: who works with it, and with which seat.',
  },
);
