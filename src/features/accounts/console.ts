import { serve } from '../../doors/signIn.ts';
import {
  eraseUserByEmail,
  inviteAdminAgain,
  openAccount,
  reactivateAccount,
  renameAccount,
  suspendAccount,
} from './accounts.ts';
import { accountsApi } from './contract.ts';
import { readAccountLogo, removeAccountLogo, setAccountLogo } from './logo.ts';
import { setTimeZone } from './timeZone.ts';
import { listAccounts, readAccount } from './overview.ts';

export const accountsConsole = serve(accountsApi, {
  'PATCH /account': (ctx, { body }) => renameAccount(ctx, body.name),
  'PUT /account/time-zone': (ctx, { body }) => setTimeZone(ctx, body.time_zone),
  'GET /account/logo': async ({ db, account_id }) => ({
    account_id,
    logo: await readAccountLogo(db, account_id),
  }),
  'PUT /account/logo': (ctx, { body }) => setAccountLogo(ctx, body.logo),
  'DELETE /account/logo': (ctx) => removeAccountLogo(ctx),
  'GET /staff/accounts': (staff, { query }) => listAccounts(staff, query),
  'POST /staff/accounts': (staff, { body }) => openAccount(staff, body),
  'POST /staff/accounts/invitation': (staff, { query }) => inviteAdminAgain(staff, query),
  'PATCH /staff/accounts': (staff, { query: { account_id }, body: { state } }) =>
    state === 'active' ? reactivateAccount(staff, account_id) : suspendAccount(staff, account_id),
  'POST /staff/account/erasure': (staff, { query, body }) =>
    eraseUserByEmail(staff, query.account_id, body.email),
  'GET /staff/account': (staff, { query }) => readAccount(staff, query.account_id),
});
