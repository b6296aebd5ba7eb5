import { serve } from '../../doors/session.ts';
import { inviteAgain } from '../invitations/invitations.ts';
import { usersApi } from './people/contract.ts';
import { cancelInvitation, changePerson, listPeople, readAccess } from './people/people.ts';
import { invitePerson, listUsers } from './users.ts';

export const usersConsole = serve(usersApi, {
  'GET /users': (ctx, { query }) => listUsers(ctx, query),
  'GET /people': (ctx, { query }) => listPeople(ctx, query),
  'POST /people': (ctx, { body: { access, ...person } }) =>
    invitePerson(ctx, { ...person, is_admin: access === 'admin' }),
  'PATCH /people': (ctx, { query, body }) => changePerson(ctx, query.user_id, body),
  'GET /people/access': (ctx, { query }) => readAccess(ctx, query.user_id),
  'POST /people/invitation': (ctx, { query }) => inviteAgain(ctx, query.user_id),
  'DELETE /people/invitation': (ctx, { query }) => cancelInvitation(ctx, query.user_id),
});
