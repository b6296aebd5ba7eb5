import { declareCsvDownload } from '../../doors/csvPage.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { inviteAgain } from '../invitations/invitations.ts';
import { AccountUserExportFilter, usersApi } from './people/contract.ts';
import { assertIdentity } from '../secondFactor/identity.ts';
import { eraseUser } from './people/erasure.ts';
import { exportAccountUsers } from './people/export.ts';
import {
  cancelInvitation,
  changeUser,
  listAccountUsers,
  readUserAccess,
  readAccountUser,
} from './people/people.ts';
import { inviteUsers } from './people/bulkInvite.ts';
import { inviteUserFromDashboard } from './users.ts';

export const usersDashboardRoutes = serveDashboardApi(usersApi, {
  'GET /people': (ctx, { query }) => listAccountUsers(ctx, query),
  'GET /person': (ctx, { query }) => readAccountUser(ctx, query.user_id),
  'POST /people': (ctx, { body: { access, ...person } }) =>
    inviteUserFromDashboard(ctx, { ...person, is_admin: access === 'admin' }),
  'POST /people/list': (ctx, { body }) => inviteUsers(ctx, body),
  'PATCH /people': (ctx, { query, body: { expected, ...changes } }) =>
    changeUser(ctx, query.user_id, changes, expected),
  'DELETE /people': async (ctx, { query, body }) => {
    await assertIdentity(ctx, ctx.sign_in, body);
    return eraseUser(ctx, query.user_id);
  },
  'GET /people/access': (ctx, { query }) => readUserAccess(ctx, query.user_id),
  'POST /people/invitation': (ctx, { query }) => inviteAgain(ctx, query.user_id),
  'DELETE /people/invitation': (ctx, { query }) => cancelInvitation(ctx, query.user_id),
});

/** The CSV download of the list of people. */
export const userPages = [
  declareCsvDownload('/people.csv', {
    name: 'people',
    selection: AccountUserExportFilter,
    role: 'member',
    exportRows: exportAccountUsers,
  }),
];
