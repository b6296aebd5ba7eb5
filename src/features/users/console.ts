import { consoleOperation, resource, type Resource } from '../../access/operation.ts';
import type { SecretBox } from '../../lib/secretBox.ts';
import { inviteAgain } from '../invitations/invitations.ts';
import { InvitedAgain } from '../invitations/contract.ts';
import { Invited, Invitee, StatusChange, StatusChanged, UserFilter, UserPage, UserRef } from './contract.ts';
import { deactivateUser, inviteUser, listUsers, reactivateUser } from './users.ts';

export function usersConsole(box: SecretBox): readonly Resource[] {
  return [users(box), invitation(box)];
}

const users = (box: SecretBox) =>
  resource(
    '/users',
    {
      GET: consoleOperation({
        summary: 'List people',
        role: 'member',
        query: UserFilter,
        answer: UserPage,
        handle: (ctx, { query }) => listUsers(ctx, query),
      }),
      POST: consoleOperation({
        summary: 'Invite somebody',
        role: 'admin',
        body: Invitee,
        answer: Invited,
        status: 201,
        handle: (ctx, { body }) => inviteUser(ctx, box, body),
      }),
      PATCH: consoleOperation({
        summary: 'Deactivate or reactivate somebody',
        role: 'admin',
        query: UserRef,
        body: StatusChange,
        answer: StatusChanged,
        handle: (ctx, { query, body }) =>
          body.status === 'active' ? reactivateUser(ctx, query.user_id) : deactivateUser(ctx, query.user_id),
      }),
    },
    { tag: 'People' },
  );

const invitation = (box: SecretBox) =>
  resource(
    '/users/invitation',
    {
      POST: consoleOperation({
        summary: 'Invite somebody again',
        role: 'admin',
        query: UserRef,
        answer: InvitedAgain,
        handle: (ctx, { query }) => inviteAgain(ctx, box, query.user_id),
      }),
    },
    { tag: 'People' },
  );
