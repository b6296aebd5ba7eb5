import { Type } from '../../lib/schema/type.ts';
import { limitSentence } from '../../access/limits/table.ts';
import { operation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import {
  Deactivation,
  Invited,
  Invitee,
  NewInvitation,
  User,
  UserPage,
  UserQuery,
  UserRef,
} from './contract.ts';
import { changeStatusByKey } from './people/people.ts';
import { createInvitation, getUser, inviteUser, listUsers } from './users.ts';

const query = { user_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };

export const userRoutes = resource(
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

const tag = { tag: 'Users' };

const invitations = resource(
  '/invitations',
  {
    POST: operation({
      operation_id: 'createInvitation',
      summary: 'Invite a member or an admin',
      description:
        'The user exists at once and gets a mail with a link, valid for 7 days, to choose a password. A member works ' +
        'in the dashboard and gets tasks; an admin may do everything in the account. 409 when the address cannot be ' +
        `added, for whatever reason. ${limitSentence('users')}`,
      scope: 'manage:users',
      body: NewInvitation,
      answer: Invited,
      status: 201,
      errors: ['CONFLICT'],
      example: {
        body: { email: 'mara@example.com', full_name: 'Mara Lind', access: 'member' },
        known: { roles: [], message: 'An invitation was sent to mara@example.com' },
      },
      handle: (ctx, { body }) => createInvitation(ctx, body),
    }),
  },
  tag,
);

const deactivation = resource(
  '/users/deactivate',
  {
    POST: operation({
      operation_id: 'deactivateUser',
      summary: 'Deactivate a user',
      description:
        'The user is signed out everywhere and cannot sign in any more. The API keys that the user made and the apps ' +
        'that the user connected end, unless `keep_access` is true. 400 for the user who made the key or token of the ' +
        'request, 409 for the last admin of the account.',
      scope: 'manage:users',
      query: UserRef,
      body: Deactivation,
      answer: User,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query, known: { status: 'inactive' } },
      handle: (ctx, { query: { user_id }, body }) =>
        changeStatusByKey(ctx, user_id, { ...body, status: 'inactive' }),
    }),
  },
  tag,
);

const reactivation = resource(
  '/users/reactivate',
  {
    POST: operation({
      operation_id: 'reactivateUser',
      summary: 'Reactivate a user',
      description:
        'The user may sign in again with the password from before. Keys, apps and sign-ins that ended do not come ' +
        'back. 409 for a user whose personal data was erased.',
      scope: 'manage:users',
      query: UserRef,
      answer: User,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query, known: { status: 'active' } },
      handle: (ctx, { query: { user_id } }) => changeStatusByKey(ctx, user_id, { status: 'active' }),
    }),
  },
  tag,
);

/** Additions to the contract. */
export const userAccessRoutes: readonly Resource[] = [invitations, deactivation, reactivation];
