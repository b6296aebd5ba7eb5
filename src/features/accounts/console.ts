import { serveDashboardApi } from '../../doors/signIn.ts';
import {
  eraseUserByEmail,
  inviteAdminAgain,
  createAccountByInvitation,
  reactivateAccount,
  renameAccount,
  suspendAccount,
} from './accounts.ts';
import { assertStaffIdentity } from '../secondFactor/identity.ts';
import { accountsApi } from './contract.ts';
import { readAccountLogo, removeAccountLogo, setAccountLogo } from './logo.ts';
import { setAccountTimeZone } from './timeZone.ts';
import { listAccounts, listAccountSeats, readAccount } from './overview.ts';

export const accountsDashboardRoutes = serveDashboardApi(accountsApi, {
  'PATCH /account': (ctx, { body }) => renameAccount(ctx, body.name),
  'PUT /account/time-zone': (ctx, { body }) => setAccountTimeZone(ctx, body.time_zone),
  'GET /account/logo': async ({ db, account_id }) => ({
    account_id,
    logo: await readAccountLogo(db, account_id),
  }),
  'PUT /account/logo': (ctx, { body }) => setAccountLogo(ctx, body.logo),
  'DELETE /account/logo': (ctx) => removeAccountLogo(ctx),
  'GET /staff/accounts': (staff, { query }) => listAccounts(staff, query),
  'POST /staff/accounts': (staff, { body }) => createAccountByInvitation(staff, body),
  'POST /staff/accounts/invitation': (staff, { query }) => inviteAdminAgain(staff, query),
  'PATCH /staff/accounts': (staff, { query: { account_id }, body: { state } }) =>
    state === 'active' ? reactivateAccount(staff, account_id) : suspendAccount(staff, account_id),
  'POST /staff/account/erasure': async (staff, { query, body: { email, ...proof } }) => {
    await assertStaffIdentity(staff, proof);
    return eraseUserByEmail(staff, query.account_id, email);
  },
  'GET /staff/account': (staff, { query }) => readAccount(staff, query.account_id),
  'GET /staff/account/seats': (staff, { query }) => listAccountSeats(staff, query),
});
