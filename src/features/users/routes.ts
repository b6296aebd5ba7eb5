import { Type } from '../../lib/schema/type.ts';
import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import {
  Deactivation,
  InvitationAnswer,
  Invitee,
  NewInvitation,
  User,
  UserPage,
  UserQuery,
  UserRef,
} from './contract.ts';
import { changeUserStatusByKey } from './people/people.ts';
import { inviteUserByApi, readUser, inviteAdmin, listUsers } from './users.ts';

const query = { user_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };

export const userRoutes = groupIntoResources(
  {
    tag: 'Users',
    about: 'The admins and members of the account, with their seats.',
  },
  {
    'POST /api-tenant-users': operation({
      operation_id: 'inviteUser',
      summary: 'Invite a user',
      description:
        'The user exists immediately and receives an email with a link to choose a password, valid for 7 ' +
        'days. A seat makes the user a trainer or trainee later. 409 if the address cannot be added, for ' +
        'any reason. ' +
        limitSentence('users'),
      scope: 'manage:users',
      denied: 'FORBIDDEN',
      body: Invitee,
      answer: InvitationAnswer,
      status: 201,
      errors: ['CONFLICT'],
      example: { body: { email: 'ines@example.com', full_name: 'Ines Vogel', roles: ['admin'] } },
      handle: (ctx, { body }) => inviteAdmin(ctx, body),
    }),
    'GET /api-tenant-users': operation({
      operation_id: 'listUsers',
      summary: 'List users, or get one user',
      description:
        'With `user_id`, the response is that user. Otherwise it is a page of users, newest first. ' +
        '`role` is the role of the seat, if the user has one.',
      scope: 'read:users',
      query: UserQuery,
      answer: Type.Unsafe<UserPage | User>({ oneOf: [UserPage, User] }),
      errors: ['NOT_FOUND'],
      example: { query: { role: 'trainer', status: 'active' } },
      handle: (ctx, { query: { user_id, ...filter } }) =>
        user_id === undefined ? listUsers(ctx, filter) : readUser(ctx, user_id),
    }),
  },
);

const tag = { tag: 'Users' };

/** Public API operations that are not part of the contract. */
export const userAccessRoutes = groupIntoResources(tag, {
  'POST /invitations': operation({
    operation_id: 'createInvitation',
    summary: 'Invite a member or an admin',
    description:
      'The user exists immediately and receives an email with a link to choose a password, valid for 7 ' +
      'days. A member works in the dashboard and gets tasks. An admin can do everything in the account. ' +
      '409 if the address cannot be added, for any reason. ' +
      limitSentence('users'),
    scope: 'manage:users',
    body: NewInvitation,
    answer: InvitationAnswer,
    status: 201,
    errors: ['CONFLICT'],
    example: {
      body: { email: 'mara@example.com', full_name: 'Mara Lind', access: 'member' },
      known: { roles: [], message: 'An invitation was sent to mara@example.com' },
    },
    handle: (ctx, { body }) => inviteUserByApi(ctx, body),
  }),
  'POST /users/deactivate': operation({
    operation_id: 'deactivateUser',
    summary: 'Deactivate a user',
    description:
      'The user is signed out everywhere and can no longer sign in. API keys that the user created and ' +
      'apps that the user connected stop working, unless `keep_access` is true. 400 if the user created ' +
      'the key or token of the request, 409 for the last admin of the account.',
    scope: 'manage:users',
    query: UserRef,
    body: Deactivation,
    answer: User,
    errors: ['NOT_FOUND', 'CONFLICT'],
    example: { query, known: { status: 'inactive' } },
    handle: (ctx, { query: { user_id }, body }) =>
      changeUserStatusByKey(ctx, user_id, { ...body, status: 'inactive' }),
  }),
  'POST /users/reactivate': operation({
    operation_id: 'reactivateUser',
    summary: 'Reactivate a user',
    description:
      'The user can sign in again with the previous password. Keys, apps and sign-ins that ended are not ' +
      'restored. 409 if the personal data of the user was erased.',
    scope: 'manage:users',
    query: UserRef,
    answer: User,
    errors: ['NOT_FOUND', 'CONFLICT'],
    example: { query, known: { status: 'active' } },
    handle: (ctx, { query: { user_id } }) => changeUserStatusByKey(ctx, user_id, { status: 'active' }),
  }),
});
