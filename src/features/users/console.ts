import { serve } from '../../doors/signIn.ts';
import { inviteAgain } from '../invitations/invitations.ts';
import { usersApi } from './people/contract.ts';
import { eraseUser } from './people/erasure.ts';
import { cancelInvitation, changeUser, listAccountUsers, readAccess } from './people/people.ts';
import { inviteUsers } from './people/bulkInvite.ts';
import { inviteAccountUser, listUsers } from './users.ts';

export const usersConsole = serve(usersApi, {
  'GET /users': (ctx, { query }) => listUsers(ctx, query),
  'GET /people': (ctx, { query }) => listAccountUsers(ctx, query),
  'POST /people': (ctx, { body: { access, ...person } }) =>
    inviteAccountUser(ctx, { ...person, is_admin: access === 'admin' }),
  'POST /people/list': (ctx, { body }) => inviteUsers(ctx, body),
  'PATCH /people': (ctx, { query, body }) => changeUser(ctx, query.user_id, body),
  'DELETE /people': (ctx, { query }) => eraseUser(ctx, query.user_id),
  'GET /people/access': (ctx, { query }) => readAccess(ctx, query.user_id),
  'POST /people/invitation': (ctx, { query }) => inviteAgain(ctx, query.user_id),
  'DELETE /people/invitation': (ctx, { query }) => cancelInvitation(ctx, query.user_id),
});
